import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import { isConsequence } from './database-errors.ts';

interface RowsResult extends PgQueryResultHKT {
  type: { rows: unknown[] };
}

export type Handle = PgDatabase<RowsResult>;

export type Transaction = PgTransaction<RowsResult, Record<string, never>, Record<string, never>>;

export interface Rows {
  // biome-ignore lint/suspicious/noExplicitAny: tests say of each row what it must be, the queue of its own
  rows: any[];
}

interface Client {
  query: (text: string, values: unknown[]) => Promise<Rows>;
}

export interface JobConnection {
  executeSql: (text: string, values?: unknown[]) => Promise<Rows>;
}

export function getClient(handle: Handle): Client {
  return (handle as unknown as { session: { client: Client } }).session.client;
}

const lastOnes = new WeakMap<Transaction, Promise<unknown>[]>();

export function collectLast(tx: Transaction): Promise<unknown>[] {
  const last: Promise<unknown>[] = [];
  lastOnes.set(tx, last);
  return last;
}

/**
 * Sends a transaction's last statement with its commit, which releases row locks one round trip earlier. If the
 * statement fails, the transaction rolls back and throws its error. Pass a bare statement: code chained to it would run
 * after the commit.
 */
export function sendWithCommit(tx: Transaction, statement: Promise<unknown>): void {
  // The driver reports this error after the commit.
  statement.catch(() => undefined);
  const last = lastOnes.get(tx);
  if (!last) throw new Error('Only the outermost transaction can commit.');
  last.push(statement);
}

/** Returns the error that made a transaction fail, skipping errors that earlier ones caused. */
export async function findFirstError(last: readonly Promise<unknown>[], error: unknown): Promise<unknown> {
  const failed = (await Promise.allSettled(last)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  return [...failed, error].find((cause) => !isConsequence(cause)) ?? error;
}

type Awaiteds<Work extends readonly unknown[]> = { -readonly [At in keyof Work]: Awaited<Work[At]> };

/**
 * Waits for all parts, so that none runs after a rollback, then throws the first error. Skips errors that this error
 * caused, because they can arrive earlier.
 */
export async function awaitAll<const Work extends readonly unknown[]>(work: Work): Promise<Awaiteds<Work>> {
  const errors: unknown[] = [];
  const all = work.map((part) => Promise.resolve(part).catch((error) => void errors.push(error)));
  const results = await Promise.all(all);
  if (errors.length > 0) throw errors.find((cause) => !isConsequence(cause)) ?? errors[0];
  return results as Awaiteds<Work>;
}

/** Lets pg-boss run in a transaction: `boss.send(queue, data, {db: executeSqlIn(tx)})`. */
export function executeSqlIn(tx: Transaction): JobConnection {
  return { executeSql: (text, values = []) => getClient(tx).query(text, values) };
}

export function isReachable(database: { query: (text: string) => Promise<unknown> }): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  );
}
