import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

export const bigId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const bigRef = (name: string) => bigint(name, { mode: 'number' });

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** An amount in cents of the row's currency, or in Australian cents if the row has no currency. */
export const cents = (name: string) => integer(name);

/** The seller's own SKU. Not unique across sellers; null if it equals the public SKU. */
export const ownSku = () => text('own_sku');

export const textEnum = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  text(name, { enum: values as unknown as [Values[number], ...Values[number][]] });

export const isOneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(toSqlList(values))})`);

export const areSomeOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${isPartOf(column, values)} and cardinality(${column}) > 0`);

export const isPartOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} <@ array[${sql.raw(toSqlList(values))}]`;

const toSqlList = (values: readonly string[]): string =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');

/** ISO 4217 codes in upper case. Provider adapters convert other formats. */
export const CURRENCIES = ['AUD'] as const;
export const currency = (name = 'currency') => textEnum(name, CURRENCIES);

export const foldedText = (name: string, from: string) =>
  text(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`search_fold("${from}")`));

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export const wordInByteOrder = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
