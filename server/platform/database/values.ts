import { types as pgliteTypes } from '@electric-sql/pglite';
import pg from 'pg';

type Parse = (text: string) => unknown;

/** Type numbers PGlite has no name for: the arrays of the types named below. */
const ARRAY = { INT8: 1016, TIMESTAMP: 1115, DATE: 1182, TIMESTAMPTZ: 1185, INTERVAL: 1187, NUMERIC: 1231 };

const asText: Parse = (text) => text;

/** int8 as a number while it is exact (money in cents always is), else as a bigint. */
function asInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** A calendar day, a wall time and a decimal have no exact JavaScript counterpart, so they stay text. */
const scalars: [type: number, arrayType: number, parse: Parse][] = [
  [pgliteTypes.INT8, ARRAY.INT8, asInteger],
  [pgliteTypes.TIMESTAMPTZ, ARRAY.TIMESTAMPTZ, (text) => new Date(text)],
  [pgliteTypes.TIMESTAMP, ARRAY.TIMESTAMP, asText],
  [pgliteTypes.DATE, ARRAY.DATE, asText],
  [pgliteTypes.INTERVAL, ARRAY.INTERVAL, asText],
  [pgliteTypes.NUMERIC, ARRAY.NUMERIC, asText],
];

/**
 * How PGlite reads values: its own way but for the types both drivers read differently. Arrays follow their element.
 */
export const pgliteParsers: Record<number, Parse> = {
  ...Object.fromEntries(scalars.map(([type, , parse]) => [type, parse])),
  [pgliteTypes.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
};

/** pg-types describes its array parser as a function, but gives an object that makes one. */
const arrayParser = pg.types.arrayParser as unknown as {
  create: (text: string, parse: Parse) => { parse: () => unknown[] };
};

/**
 * Teaches node-postgres to read values the same way. Set for the whole process: drizzle passes its own reader with
 * every query and falls back to the process-wide one, never to a pool's.
 */
export function alignPostgresValues(): void {
  for (const [type, arrayType, parse] of scalars) {
    pg.types.setTypeParser(type, parse);
    pg.types.setTypeParser(arrayType, (text: string) => arrayParser.create(text, parse).parse());
  }
}
