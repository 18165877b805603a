import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { operatorError } from '../kernel/operator-error.ts';
import type { Database, DatabaseLogger, SqlConnection, SqlRunner } from './database.ts';
import { isOutdated, retryOnConflict } from './database-errors.ts';
import { collectLast, firstError, type Handle, type Transaction, together } from './handle.ts';
import { listenOnPostgres } from './notices.ts';
import { PreparedClient } from './prepared-client.ts';
import { transactionGuard } from './transaction-guard.ts';
import { alignPostgresValues } from './values.ts';

const OLDEST_VERSION = 15;

export interface PostgresOptions {
  databaseUrl: string;
  logger?: DatabaseLogger | undefined;
  /** Connections at most */
  connections?: number;
  /** How long a call waits for a connection, 5 s by default, and for one statement, 15 s, in milliseconds */
  limits?: { connectMs: number; statementMs: number };
}

/** Opens a pool on a PostgreSQL server, or refuses in one sentence when it does not answer or is too old. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  alignPostgresValues();
  const { connectMs, statementMs } = options.limits ?? { connectMs: 5_000, statementMs: 15_000 };
  const connectionString = options.databaseUrl;
  const pool = new pg.Pool({
    connectionString,
    max: options.connections ?? 10,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'handsel',
    // Statements that nobody waits for in between go out one behind the other, in their order.
    pipeline: true,
    Client: PreparedClient,
    // Compiling a statement takes a second, running one of ours milliseconds: search was 1.5 s with it and 30 ms
    // without.
    options: '-c timezone=UTC -c jit=off',
  });
  const complain = (error: Error) => options.logger?.error({ err: error }, 'database.connection_lost');
  // Without a listener a cut connection ends the process, both while it is idle and while it is in use.
  pool.on('error', complain);
  pool.on('connect', (client) => client.on('error', complain));
  await checkServer(pool, options.databaseUrl);
  const notices = { connectionString, connectionTimeoutMillis: connectMs };
  return postgresDatabase(pool, (listener) => listenOnPostgres(notices, listener, options));
}

async function checkServer(pool: pg.Pool, databaseUrl: string): Promise<void> {
  const version = await pool.query('show server_version_num').catch(async (cause: Error) => {
    await pool.end();
    const sentence = `PostgreSQL at ${withoutPassword(databaseUrl)} cannot be used (${reason(cause)}). Check DATABASE_URL.`;
    throw operatorError({ code: 'database-unreachable', sentence, cause });
  });
  const major = Math.floor(Number(version.rows[0].server_version_num) / 10_000);
  if (major >= OLDEST_VERSION) return;
  await pool.end();
  const sentence = `PostgreSQL ${major} is too old: Handsel needs version ${OLDEST_VERSION} or newer. Check DATABASE_URL.`;
  throw operatorError({ code: 'database-too-old', sentence });
}

/** Several addresses tried in vain come as one error without words of its own. */
function reason(cause: Error): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return String(first?.message || first).replace(/\.$/, '');
}

function withoutPassword(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url === null ? 'the given address' : `${url.host}${url.pathname}`;
}

function postgresDatabase(pool: pg.Pool, subscribe: Database['subscribe']): Database {
  const guard = transactionGuard();
  const query = async (text: string, values?: unknown[]) => {
    guard.refuseInside();
    return pool.query(text, values);
  };
  let closing: Promise<void> | undefined;
  return {
    kind: 'postgres',
    orm: drizzle({ client: guardedPool(pool, guard.refuseInside) }) as unknown as Handle,
    query,
    executeSql: async (text, values) => allRows(await query(text, values)),
    async transaction(work, config) {
      guard.refuseInside();
      const attempt = (client: pg.PoolClient) => inTransaction(client, (tx) => guard.inside(() => work(tx)), config);
      return retryOnConflict(() => withClient(pool, attempt));
    },
    async exclusive(work) {
      guard.refuseInside();
      const client = await pool.connect();
      try {
        await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
        return await work(connection(client));
      } finally {
        client.release(true);
      }
    },
    subscribe,
    close: () => (closing ??= pool.end()),
  };
}

/** drizzle tells a pool by its class, so the guard goes onto the pool itself: every query takes a connection first. */
function guardedPool(pool: pg.Pool, refuseInside: () => void): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query' || name === 'connect') refuseInside();
      const property = Reflect.get(target, name, target);
      return typeof property === 'function' ? property.bind(target) : property;
    },
  });
}

const dialect = new PgDialect();

/**
 * As drizzle's own, whose first statement waits until `begin` has been answered; here they go out together. A connection
 * that cannot begin takes no more statements.
 */
async function inTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const session = new NodePgSession(client, dialect, undefined);
  const tx = new NodePgTransaction(dialect, session, undefined);
  const open = tx as unknown as Transaction;
  const last = collectLast(open);
  const began = together([client.query('begin'), config && tx.setTransaction(config)]);
  began.catch(() => client.end());
  try {
    const result = await work(open);
    await together([began, ...last, commit(client)]);
    return result;
  } catch (error) {
    // Where even that fails, what it failed by is said, and the connection is given up.
    await client.query('rollback').catch(() => undefined);
    throw await firstError(last, error);
  }
}

/** After a failed statement PostgreSQL answers a commit by a rollback, without an error; an error by PGlite's words. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('Transaction was rolled back instead of committed.');
}

/** Gives the connection back even when it could not begin. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let outdated = false;
  try {
    return await work(client);
  } catch (error) {
    outdated = isOutdated(error);
    throw error;
  } finally {
    client.release(outdated || client.getTransactionStatus() !== 'I');
  }
}

function connection(client: pg.PoolClient): SqlConnection {
  const run: SqlRunner = {
    query: (text, values) => client.query(text, values),
    async exec(script) {
      await client.query(script);
    },
  };
  return {
    ...run,
    async transaction(work, { snapshot = false } = {}) {
      await client.query(snapshot ? 'begin isolation level repeatable read read only' : 'begin');
      try {
        const result = await work(run);
        await commit(client);
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
  };
}

/** A script of several statements answers several results. */
function allRows(result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } {
  return { rows: Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows };
}
