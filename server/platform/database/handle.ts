import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import { isConsequence } from './database-errors.ts';

/** What both drivers answer to a raw statement; rows() says of what type its rows are. */
interface RowsResult extends PgQueryResultHKT {
  type: { rows: unknown[] };
}

/** A database or a transaction: what every store takes. */
export type Handle = PgDatabase<RowsResult>;

/** A transaction: what a use case takes that must not run outside of one. */
export type Transaction = PgTransaction<RowsResult, Record<string, never>, Record<string, never>>;

export interface Rows {
  // biome-ignore lint/suspicious/noExplicitAny: tests say of each row what it must be, the queue of its own
  rows: any[];
}

/** The connection of a database or a transaction: there on both drivers, but in no type. */
interface Client {
  query: (text: string, values: unknown[]) => Promise<Rows>;
}

/** What pg-boss speaks through (its IDatabase). */
export interface JobConnection {
  executeSql: (text: string, values?: unknown[]) => Promise<Rows>;
}

export function clientOf(handle: Handle): Client {
  return (handle as unknown as { session: { client: Client } }).session.client;
}

const lastOnes = new WeakMap<Transaction, Promise<unknown>[]>();

/** A transaction's list of what goes out with its commit; the drivers make it and wait for it. */
export function collectLast(tx: Transaction): Promise<unknown>[] {
  const last: Promise<unknown>[] = [];
  lastOnes.set(tx, last);
  return last;
}

/**
 * Sends the last statement of a transaction together with its commit: whoever waits for a row it has locked waits one
 * round trip less. When the database refuses it nothing is committed, and the transaction throws its error; `statement`
 * must be a bare statement, since what fails after its answer fails after the commit.
 */
export function sendWithCommit(tx: Transaction, statement: Promise<unknown>): void {
  // The driver says so, once the commit has come back.
  statement.catch(() => undefined);
  const last = lastOnes.get(tx);
  if (!last) throw new Error('Only an outermost transaction commits.');
  last.push(statement);
}

/**
 * What a transaction failed by, which threw `error`: a statement that goes with its commit, unless that failed only because
 * another had failed before it.
 */
export async function firstError(last: readonly Promise<unknown>[], error: unknown): Promise<unknown> {
  const failed = (await Promise.allSettled(last)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return [...failed, error].find((one) => !isConsequence(one)) ?? error;
}

type Awaiteds<Work extends readonly unknown[]> = { -readonly [At in keyof Work]: Awaited<Work[At]> };

/**
 * Waits for all of it, then throws the error that came first, if any: what goes on after another part has failed does so
 * inside the transaction still, and not behind its rollback. The errors after the first only say that it had failed; one
 * of them can come before it, where the first is that of a part which waited for others in turn.
 */
export async function together<const Work extends readonly unknown[]>(work: Work): Promise<Awaiteds<Work>> {
  const errors: unknown[] = [];
  const all = work.map((part) => Promise.resolve(part).catch((error) => void errors.push(error)));
  const results = await Promise.all(all);
  if (errors.length > 0) throw errors.find((one) => !isConsequence(one)) ?? errors[0];
  return results as Awaiteds<Work>;
}

/** Lets pg-boss send a job inside a transaction: `boss.send(queue, data, {db: executeSqlIn(tx)})`. */
export function executeSqlIn(tx: Transaction): JobConnection {
  return { executeSql: (text, values = []) => clientOf(tx).query(text, values) };
}

/** Whether the database answers. */
export function isReachable(database: { query: (text: string) => Promise<unknown> }): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  );
}
