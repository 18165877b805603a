import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Database, DatabaseLogger, Listener, SqlConnection, SqlRunner, Subscription } from '../database.ts';
import { awaitAll, collectLast, findFirstError, type Handle, type Transaction } from '../handle.ts';
import { createTransactionGuard, type TransactionGuard } from '../transaction-guard.ts';
import { pgliteParsers } from '../values.ts';
import { startAutovacuum } from './autovacuum.ts';
import { copyOpenFiles } from './copy-files.ts';
import { createDurableFiles, durableStartParams, syncPath, syncTree } from './durable-files.ts';
import { closeToOthers } from './folder-mode.ts';
import { lockDataFolder } from './lock.ts';
import { prepareStatements } from './prepared-statements.ts';
import { endWithDatabase, watchForDeath } from './watch-for-death.ts';

export const embeddedOptions = {
  parsers: pgliteParsers,
  extensions: { pg_trgm },
} satisfies PGliteOptions;

export interface EmbeddedOptions {
  dataDir: string;
  onSync?: (() => void) | undefined;
  logger?: DatabaseLogger | undefined;
}

const SNAPSHOT = 'set transaction isolation level repeatable read read only';

export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const lock = await lockDataFolder(options.dataDir);
  try {
    const folder = join(options.dataDir, 'db');
    if (!existsSync(folder)) await createFolder(options.dataDir, folder, async () => undefined);
    closeToOthers(folder, options.logger);
    const pglite = await openFolder(folder, options.onSync);
    const stopAutovacuum = startAutovacuum(createRunner(pglite), options.logger);
    const database = wrapPglite(pglite, { folder, onClose: stopAutovacuum, onClosed: () => lock.release() });
    watchForDeath(pglite, endWithDatabase(options.logger));
    return database;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Creates an embedded database if there is none, and deletes it again if `fill` fails. */
export async function createEmbedded<T>(dataDir: string, fill: (database: Database) => Promise<T>): Promise<T> {
  const lock = await lockDataFolder(dataDir);
  try {
    const folder = join(dataDir, 'db');
    if (existsSync(folder)) {
      const sentence = `${dataDir} already contains a shop. Set DATA_DIR to an empty folder.`;
      throw operatorError({ code: 'not-empty', sentence });
    }
    return await createFolder(dataDir, folder, fill);
  } finally {
    lock.release();
  }
}

/** Opens a copy made by `copyTo`. Takes no lock. */
export async function openEmbeddedCopy(folder: string): Promise<Database> {
  return wrapPglite(await openFolder(folder));
}

/** Builds the database in a draft folder, syncs it and renames it, so that a crash leaves nothing half-made. */
async function createFolder<T>(dataDir: string, folder: string, fill: (database: Database) => Promise<T>): Promise<T> {
  const draft = `${folder}.creating`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  try {
    const database = wrapPglite(await openFolder(draft));
    const result = await fill(database).finally(() => database.close());
    syncTree(draft);
    renameSync(draft, folder);
    syncPath(dataDir);
    return result;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function openFolder(folder: string, onSync?: () => void): Promise<PGlite> {
  return PGlite.create({
    ...embeddedOptions,
    fs: createDurableFiles(folder, { onSync }),
    startParams: durableStartParams,
  });
}

type Hooks = { folder?: string; onClose?: () => Promise<void>; onClosed?: () => void };

export function wrapPglite(pglite: PGlite, hooks: Hooks = {}): Database {
  prepareStatements(pglite);
  const guard = createTransactionGuard();
  const guarded = guardClient(pglite, guard.refuseInside);
  const orm = drizzle({ client: guarded });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await hooks.onClose?.();
    await pglite.close();
    hooks.onClosed?.();
  };
  return {
    kind: 'embedded',
    orm: orm as unknown as Handle,
    query: async (text, values) => guarded.query(text, values),
    async transaction(work, config) {
      guard.refuseInside();
      const whole = async (tx: Transaction) => {
        const last = collectLast(tx);
        try {
          const result = await work(tx);
          await awaitAll(last);
          return result;
        } catch (error) {
          throw await findFirstError(last, error);
        }
      };
      return orm.transaction((tx) => guard.inside(() => whole(tx as unknown as Transaction)), config);
    },
    exclusive: (work) => work(createConnection(guarded, guard.inside)),
    async executeSql(text, values) {
      guard.refuseInside();
      return executeSql(pglite, text, values);
    },
    subscribe: (listener) => listenOnEmbedded(pglite, listener),
    ...(hooks.folder === undefined
      ? {}
      : { copyTo: createCopier(createConnection(guarded, guard.inside), hooks.folder) }),
    close: () => (closing ??= close()),
  };
}

/** Allows one copy at a time, because a second checkpoint would remove WAL that the first copy needs. */
function createCopier(run: SqlRunner, from: string): (to: string) => Promise<void> {
  let isCopying = false;
  return async (to) => {
    if (isCopying) {
      const sentence = 'Another backup of this shop is running. Wait until it ends.';
      throw operatorError({ code: 'backup-running', sentence });
    }
    isCopying = true;
    try {
      await copyOpenFiles(run, { from, to });
    } finally {
      isCopying = false;
    }
  };
}

/** The only connection to the database receives its own notifications on commit. */
function listenOnEmbedded(pglite: PGlite, { channel, onListening, onNotice }: Listener): Subscription {
  const listening = pglite.listen(channel, onNotice).then((stop) => {
    onListening();
    return stop;
  });
  return {
    async send(text) {
      await pglite.query('select pg_notify($1, $2)', [channel, text]);
    },
    stop: async () => (await listening)(),
  };
}

function guardClient(pglite: PGlite, refuseInside: () => void): PGlite {
  return new Proxy(pglite, {
    get(target, name) {
      const property = Reflect.get(target, name, target);
      if (typeof property !== 'function') return property;
      return (...args: unknown[]) => {
        refuseInside();
        return Reflect.apply(property, target, args);
      };
    },
  });
}

/** Yields to waiting calls after each statement, because the database blocks the thread. */
function createRunner(client: Pick<PGlite, 'query' | 'exec'>): SqlRunner {
  return {
    async query(text, values) {
      const answer = await client.query<Record<string, unknown>>(text, values);
      await setImmediate();
      return answer;
    },
    async exec(script) {
      await client.exec(script);
      await setImmediate();
    },
  };
}

/** Uses PGlite's transactions, because a plain `begin` would include statements of other callers. */
function createConnection(pglite: PGlite, inside: TransactionGuard['inside']): SqlConnection {
  return {
    ...createRunner(pglite),
    transaction: (work, { snapshot = false } = {}) =>
      pglite.transaction(async (tx) => {
        if (snapshot) await tx.exec(SNAPSHOT);
        return inside(() => work(createRunner(tx)));
      }),
  };
}

/**
 * pg-boss sends scripts with their own begin and commit. Inside PGlite's transaction these only cause warnings, and a
 * failing script rolls back before other calls run.
 */
async function executeSql(pglite: PGlite, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  if (values?.length) return pglite.query(text, values);
  const results = /\bbegin\b/i.test(text) ? await pglite.transaction((tx) => tx.exec(text)) : await pglite.exec(text);
  return { rows: results.flatMap((result) => result.rows) };
}
