import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** The key of a table that stays small. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** The key of a table that grows with every sale, and a reference to one. */
export const bigId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const bigRef = (name: string) => bigint(name, { mode: 'number' });

/** Every time in the database is an instant with zone; drivers give it back as Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Integer cents of the currency beside it; Australian dollars where there is none. */
export const cents = (name: string) => integer(name);

/** The seller's own sku, which others may have as well; null where it is the public one. */
export const ownSku = () => text('own_sku');

/** One of a list of words: the column's type and the database's check (isOneOf) come from the same list. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  text(name, { enum: values as unknown as [Values[number], ...Values[number][]] });

/** The check of a oneOf() column. Null passes where the column allows it. */
export const isOneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(listOf(values))})`);

/** The check of a column that holds one or more of a list of words. */
export const areSomeOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${isPartOf(column, values)} and cardinality(${column}) > 0`);

/** Whether a column holds nothing but words of a list. */
export const isPartOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} <@ array[${sql.raw(listOf(values))}]`;

const listOf = (values: readonly string[]): string =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');

/** ISO 4217, upper case everywhere; providers that want another spelling get it from their adapter. */
export const CURRENCIES = ['AUD'] as const;
export const currency = (name = 'currency') => oneOf(name, CURRENCIES);

/** Another text column as search compares it; the database keeps it up to date. */
export const folded = (name: string, from: string) =>
  text(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`search_fold("${from}")`));

/** Bytes as they are; both drivers give them back as a Buffer. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export const wordInByteOrder = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
