import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type * as schema from './schema/schema.ts';

export type Schema = typeof schema;

type RowsOf<Row> = { rows: Row[] };

/** What both drivers answer to a raw statement. */
interface RowsResult extends PgQueryResultHKT {
  type: RowsOf<this['row']>;
}

/** A database or a transaction: what every store takes. */
export type Handle = PgDatabase<RowsResult, Schema, ExtractTablesWithRelations<Schema>>;

/** A transaction: what a use case takes that must not run outside of one. */
export type Transaction = PgTransaction<RowsResult, Schema, ExtractTablesWithRelations<Schema>>;

export interface Rows {
  // biome-ignore lint/suspicious/noExplicitAny: the caller's SQL alone decides the shape of its rows
  rows: any[];
}

/** What pg-boss speaks through (its IDatabase). */
export interface JobConnection {
  executeSql: (text: string, values?: unknown[]) => Promise<Rows>;
}

/** The parts of a drizzle handle that are there on both drivers and carry the connection it speaks through. */
interface HandleParts {
  dialect: { sqlToQuery: (query: SQL) => { sql: string; params: unknown[] } };
  session: { client: { query: (text: string, values: unknown[]) => Promise<Rows> } };
}

/**
 * Runs one statement written with drizzle's sql tag on a database or in a transaction and returns its rows, with
 * timestamptz as Date and int8 as number on both drivers (drizzle's own execute() leaves them as text).
 */
export async function rows<Row>(handle: Handle, query: SQL): Promise<Row[]> {
  const { dialect, session } = handle as unknown as HandleParts;
  const { sql, params } = dialect.sqlToQuery(query);
  return (await session.client.query(sql, params)).rows;
}

/** Lets pg-boss send a job inside a transaction: `boss.send(queue, data, {db: executeSqlIn(tx)})`. */
export function executeSqlIn(tx: Transaction): JobConnection {
  const { client } = (tx as unknown as HandleParts).session;
  return { executeSql: (text, values = []) => client.query(text, values) };
}

/** Whether the database answers. */
export function isReachable(database: { query: (text: string) => Promise<unknown> }): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  );
}
