import { types as pgliteTypes } from '@electric-sql/pglite';
import pg from 'pg';

type Parse = (text: string) => unknown;

const ARRAY = { INT8: 1016, TIMESTAMP: 1115, DATE: 1182, TIMESTAMPTZ: 1185, INTERVAL: 1187, NUMERIC: 1231 };

const asText: Parse = (text) => text;

function asInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** Dates, local times and decimals stay text, because JavaScript has no exact type for them. */
const scalars: [type: number, arrayType: number, parse: Parse][] = [
  [pgliteTypes.INT8, ARRAY.INT8, asInteger],
  [pgliteTypes.TIMESTAMPTZ, ARRAY.TIMESTAMPTZ, (text) => new Date(text)],
  [pgliteTypes.TIMESTAMP, ARRAY.TIMESTAMP, asText],
  [pgliteTypes.DATE, ARRAY.DATE, asText],
  [pgliteTypes.INTERVAL, ARRAY.INTERVAL, asText],
  [pgliteTypes.NUMERIC, ARRAY.NUMERIC, asText],
];

/** Parsers for types that the drivers would read differently. */
export const pgliteParsers: Record<number, Parse> = {
  ...Object.fromEntries(scalars.map(([type, , parse]) => [type, parse])),
  [pgliteTypes.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
};

/** The types of pg-types declare a function, but it exports an object that creates parsers. */
const arrayParser = pg.types.arrayParser as unknown as {
  create: (text: string, parse: Parse) => { parse: () => unknown[] };
};

/** Sets the parsers for the whole process, because drizzle falls back to the global parsers, never to a pool's. */
export function alignPostgresValues(): void {
  for (const [type, arrayType, parse] of scalars) {
    pg.types.setTypeParser(type, parse);
    pg.types.setTypeParser(arrayType, (text: string) => arrayParser.create(text, parse).parse());
  }
}
