import type { Socket } from 'node:net';
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { formatErrorReason, operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Database, DatabaseLogger, SqlConnection, SqlRunner } from '../database.ts';
import { isOutdated, isReadOnly, retryOnConflict } from '../database-errors.ts';
import { awaitAll, collectLast, findFirstError, type Handle, type Transaction } from '../handle.ts';
import { createStatementNamer } from '../statement-names.ts';
import { createTransactionGuard } from '../transaction-guard.ts';
import { alignPostgresValues } from '../values.ts';
import { createHostClientClass, type PostgresHosts, readPostgresHosts, tryEachHost } from './hosts.ts';
import { listenOnPostgres } from './notices.ts';

const OLDEST_VERSION = 15;

type Limits = {
  connectMs: number;
  statementMs: number;
  /** Extra milliseconds for the response, after which the server counts as unreachable */
  answerMs: number;
};

export interface PostgresOptions {
  databaseUrl: string;
  logger?: DatabaseLogger | undefined;
  connections?: number | undefined;
  /** Milliseconds until an idle connection closes; 30,000 by default */
  idleMs?: number | undefined;
  limits?: Limits;
}

const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Shorter connect timeout if there are several servers. */
const NEXT_HOST_MS = 2_000;

/** Throws an operator error if the server does not respond or is too old. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  alignPostgresValues();
  const limits = options.limits ?? { connectMs: 5_000, statementMs: 15_000, answerMs: 5_000 };
  const hosts = readPostgresHosts(options.databaseUrl);
  const connectMs = hosts.urls.length > 1 ? Math.min(NEXT_HOST_MS, limits.connectMs) : limits.connectMs;
  const config = () => ({
    connectionString: hosts.url(),
    connectionTimeoutMillis: connectMs,
    application_name: 'handsel',
    ...KEPT_ALIVE,
  });
  const Client = createPreparedClientClass();
  const pool = new pg.Pool({
    max: options.connections ?? 10,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: options.idleMs ?? 30_000,
    // Sends statements that are issued together in order, without waiting for responses.
    pipeline: true,
    query_timeout: limits.statementMs + limits.answerMs,
    Client: createHostClientClass(Client, config),
    onConnect: (client) => prepareConnection(client as pg.Client, hosts, limits),
  });
  const complain = (error: Error) => options.logger?.error({ err: error }, 'database.connection_lost');
  // Without a listener, a broken connection would end the process.
  pool.on('error', complain);
  pool.on('connect', (client) => client.on('error', complain));
  if (hosts.urls.length > 1) connectInTurn(pool, hosts);
  await checkServer(pool, options.databaseUrl);
  const notices = { config, giveUp: hosts.giveUp };
  return createPostgresDatabase(pool, {
    subscribe: (listener) => listenOnPostgres(notices, listener, options),
    openAlone: () =>
      tryEachHost(hosts, async () => {
        const client = new Client({ ...config(), pipeline: true });
        client.on('error', complain);
        await client.connect();
        await prepareConnection(client, hosts, { ...limits, statementMs: 0 });
        return client;
      }),
  });
}

/**
 * Sets these in a statement, because poolers reject unknown startup parameters. JIT compilation takes a second: search
 * took 1.5 s with it, 30 ms without.
 */
async function prepareConnection(client: pg.Client, hosts: PostgresHosts, { statementMs }: Limits): Promise<void> {
  const settings = {
    TimeZone: 'UTC',
    jit: 'off',
    statement_timeout: String(statementMs),
    lock_timeout: String(Math.ceil((statementMs * 2) / 3)),
    idle_in_transaction_session_timeout: statementMs === 0 ? '0' : '60000',
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const sql = `select current_setting('transaction_read_only') as read_only, ${set.join(', ')}`;
  const { rows } = await client.query<{ read_only: string }>(sql);
  if (!hosts.writable || rows[0]?.read_only === 'off') return;
  await client.end();
  throw new Error('the server is read-only');
}

type Connect = () => Promise<pg.PoolClient>;
type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

function connectInTurn(pool: pg.Pool, hosts: PostgresHosts): void {
  const connect = pool.connect.bind(pool) as Connect;
  pool.connect = ((done?: Connected) => {
    const connecting = tryEachHost(hosts, connect);
    if (done === undefined) return connecting;
    connecting.then((client) => done(undefined, client, client.release.bind(client)), done);
    return undefined;
  }) as typeof pool.connect;
}

async function checkServer(pool: pg.Pool, databaseUrl: string): Promise<void> {
  const version = await pool.query('show server_version_num').catch(async (cause: Error) => {
    await pool.end();
    const sentence = `PostgreSQL at ${redactPassword(databaseUrl)} cannot be used (${formatErrorReason(cause)}). Check DATABASE_URL.`;
    throw operatorError({ code: 'database-unreachable', sentence, cause });
  });
  const major = Math.floor(Number(version.rows[0].server_version_num) / 10_000);
  if (major >= OLDEST_VERSION) return;
  await pool.end();
  const sentence = `PostgreSQL ${major} is too old: Handsel needs version ${OLDEST_VERSION} or newer. Check DATABASE_URL.`;
  throw operatorError({ code: 'database-too-old', sentence });
}

function redactPassword(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url === null ? 'the given address' : `${url.host}${url.pathname}`;
}

type Beside = Pick<Database, 'subscribe'> & {
  /** Opens a client without a statement timeout. */
  openAlone: () => Promise<pg.Client>;
};

function createPostgresDatabase(pool: pg.Pool, { subscribe, openAlone }: Beside): Database {
  const guard = createTransactionGuard();
  const query = async (text: string, values?: unknown[]) => {
    guard.refuseInside();
    return pool.query(text, values);
  };
  let closing: Promise<void> | undefined;
  return {
    kind: 'postgres',
    orm: drizzle({ client: guardPool(pool, guard.refuseInside) }) as unknown as Handle,
    query,
    executeSql: async (text, values) => collectRows(await query(text, values)),
    async transaction(work, config) {
      guard.refuseInside();
      const attempt = (client: pg.PoolClient) => runInTransaction(client, (tx) => guard.inside(() => work(tx)), config);
      return retryOnConflict(() => withClient(pool, attempt));
    },
    async exclusive(work) {
      guard.refuseInside();
      const client = await openAlone();
      try {
        return await work(createConnection(client));
      } finally {
        await client.end();
      }
    },
    subscribe,
    connections: () => ({
      max: pool.options.max,
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => (closing ??= pool.end()),
  };
}

/** drizzle recognises a pool by its class, so the guard wraps the pool in a proxy. */
function guardPool(pool: pg.Pool, refuseInside: () => void): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query' || name === 'connect') refuseInside();
      const property = Reflect.get(target, name, target);
      return typeof property === 'function' ? property.bind(target) : property;
    },
  });
}

const dialect = new PgDialect();

/** Unlike drizzle's transaction, sends the first statement together with `begin`. */
async function runInTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const session = new NodePgSession(client, dialect, undefined);
  const tx = new NodePgTransaction(dialect, session, undefined);
  const open = tx as unknown as Transaction;
  const last = collectLast(open);
  const began = awaitAll([client.query('begin'), config && tx.setTransaction(config)]);
  began.catch(() => client.end());
  try {
    const result = await work(open);
    await awaitAll([began, ...last, commit(client)]);
    return result;
  } catch (error) {
    // Report the original error even if the rollback fails.
    await client.query('rollback').catch(() => undefined);
    throw await findFirstError(last, error);
  }
}

/**
 * Throws if the transaction failed: after a failed statement, PostgreSQL responds to commit by rolling back without an
 * error. PGlite throws the same message.
 */
async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('Transaction was rolled back instead of committed.');
}

/** Discards a connection that is read-only, in a transaction or has outdated prepared statements. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let outdated = false;
  try {
    return await work(client);
  } catch (error) {
    outdated = isOutdated(error) || isReadOnly(error);
    throw error;
  } finally {
    client.release(outdated || client.getTransactionStatus() !== 'I');
  }
}

function createConnection(client: pg.ClientBase): SqlConnection {
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

function collectRows(result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } {
  return { rows: Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows };
}

type Config = pg.QueryConfig & { submit?: unknown };
type Query = (config: string | Config, values?: unknown[], ...more: unknown[]) => unknown;

/** Returns a client that prepares frequent statements and sends statements issued in one tick as a single write. */
function createPreparedClientClass(): new (config?: pg.ClientConfig) => pg.Client {
  const nameStatement = createStatementNamer();
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const query = super.query.bind(this) as Query;
      const { connection } = this as unknown as { connection: { stream: Socket } };
      const gathered: Query = (...statement) => {
        const { stream } = connection;
        if (stream.writableCorked === 0) {
          stream.cork();
          process.nextTick(() => stream.uncork());
        }
        return query(...statement);
      };
      const prepared: Query = (config, values, ...rest) => {
        const queryConfig = typeof config === 'string' ? { text: config } : config;
        const isPlain =
          typeof queryConfig.submit !== 'function' &&
          queryConfig.name === undefined &&
          (values ?? queryConfig.values)?.length;
        const name = isPlain ? nameStatement(queryConfig.text) : undefined;
        return gathered(name ? { ...queryConfig, name } : config, values, ...rest);
      };
      this.query = prepared as typeof this.query;
    }
  };
}
