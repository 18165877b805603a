import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Database, SqlRunner } from '#server/platform/database/database.ts';
import { applyFirst, applyRest, listPendingMigrations } from '#server/platform/database/migrations/migrate.ts';
import { type Migration, readMigrations } from '#server/platform/database/migrations/scripts.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { waitingJob } from '#server/platform/jobs/queries.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';
import { isOperatorError, operatorError } from '#server/platform/kernel/operator-error.ts';
import { countUnsentMessages } from '#server/platform/messaging/reconcile-messages.ts';
import { type BackupHeader, countBackupRows, JOBS, type Sums, type TableRows } from './backup-format.ts';
import { countRows, listSequences, listTables, readSums } from './backup-store.ts';
import { newerBackupError, readSlices } from './read-backup.ts';
import * as store from './restore-store.ts';

/**
 * Skips ids issued after the backup, because they may be known outside the shop, and providers drop a reused message id
 * as a duplicate.
 */
const SKIPPED_IDS = 100_000;

export type RestoredFeatures = {
  differences: (database: Database) => Promise<string[]>;
  skips: Readonly<Record<string, number>>;
};

type Parts = {
  clock: Clock;
  log: FastifyBaseLogger;
  features: RestoredFeatures;
  migrations?: readonly Migration[];
};
type Source = {
  file: string;
  header: BackupHeader;
  signal?: AbortSignal | undefined;
  progress?: (done: number, total: number) => void;
};
/**
 * `due`: messages to be sent at startup. `claimed`: messages that were being sent during the backup. `differences`:
 * inconsistencies that existed before the backup.
 */
export type Restored = { migrated: string[]; due: number; claimed: number; differences: string[] };

/** Restores a verified backup into an empty database, all or nothing. Migrates a backup of an older release. */
export async function restoreBackup(database: Database, parts: Parts, source: Source): Promise<Restored> {
  const migrations = parts.migrations ?? readMigrations();
  const migrated = listMissingMigrations(source, migrations);
  await checkEmpty(database);
  const { clock, log, features } = parts;
  const jobs = await createJobs({ database, clock, log });
  try {
    await database.exclusive((connection) =>
      connection.transaction((run) => fill(run, { jobs, source, features, migrations })),
    );
    await database.exclusive(store.analyze);
  } finally {
    await jobs.stop();
  }
  const messages = await countUnsentMessages(database.orm, clock.now());
  return { migrated, ...messages, differences: await features.differences(database) };
}

function listMissingMigrations({ file, header }: Source, migrations: readonly Migration[]): string[] {
  try {
    // Treats unknown migrations as breaking, because rows of unknown tables cannot be restored.
    return listPendingMigrations(
      header.migrations.map((migration) => ({ ...migration, breaksPrevious: true, version: null })),
      migrations,
    );
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    if (error.operatorCode === 'database-newer')
      throw newerBackupError(
        file,
        `it has migration ${header.migrations
          .map(({ name }) => name)
          .sort()
          .at(-1)}`,
      );
    if (error.operatorCode === 'tables-too-old') {
      const sentence =
        `${file} is from an older version of Handsel, whose tables this version cannot read. Restore it with the older ` +
        'version, export the catalogue there (npm run export), and import that file here (npm run import).';
      throw operatorError({ code: 'backup-too-old', sentence });
    }
    throw operatorError({ code: 'backup-foreign', sentence: `${file} cannot be restored. ${error.message}` });
  }
}

async function checkEmpty(database: Database): Promise<void> {
  const tables = await database.exclusive(store.countTables);
  if (tables === 0) return;
  const sentence =
    `The database of DATABASE_URL is not empty (${tables} tables), and a restore never replaces data. ` +
    'Create an empty one (createdb) and set DATABASE_URL to it.';
  throw operatorError({ code: 'not-empty', sentence });
}

type Filling = { jobs: Jobs; source: Source; features: RestoredFeatures; migrations: readonly Migration[] };

async function fill(run: SqlRunner, { jobs, source, features, migrations }: Filling): Promise<void> {
  const { header, signal } = source;
  const names = header.migrations.map(({ name }) => name);
  await applyFirst(run, names, migrations);
  await checkNames(run, source);
  const keys = await store.dropForeignKeys(run);
  await load(run, jobs, source);
  signal?.throwIfAborted();
  await store.addForeignKeys(run, keys);
  await store.setSequences(run, header.sequences, (name) => features.skips[name] ?? SKIPPED_IDS);
  await checkWhatIsThere(run, header);
  await applyRest(run, names, migrations);
}

/**
 * Accepts only names that the migrations create, because the names become SQL and a crafted header could inject code.
 */
async function checkNames(run: SqlRunner, { file, header }: Source): Promise<void> {
  const backupNames = listNames(header.tables, header.sequences);
  const migratedNames = listNames(await listTables(run), await listSequences(run));
  const [foreign] = new Set(backupNames).symmetricDifference(new Set(migratedNames));
  if (foreign === undefined) return;
  const sentence =
    `${file} cannot be restored: its tables differ from those its migrations create (${foreign.slice(0, 80)}). ` +
    'Someone changed the backup or its database. Nothing was written.';
  throw operatorError({ code: 'backup-foreign', sentence });
}

const listNames = (tables: readonly Omit<TableRows, 'rows'>[], sequences: BackupHeader['sequences']): string[] => [
  ...tables.map(({ name, columns }) => `${name} (${columns.join()})`),
  ...sequences.map(({ name }) => name),
];

async function load(run: SqlRunner, jobs: Jobs, { file, header, signal, progress }: Source): Promise<void> {
  const total = countBackupRows(header);
  let [done, current] = [0, -1];
  let table: Awaited<ReturnType<typeof store.openTable>> | undefined;
  const openUntil = async (last: number) => {
    // Clear empty tables as well, because their migration may have inserted rows.
    while (current < last) {
      await table?.close();
      current += 1;
      const next = header.tables[current];
      table = next && (await store.openTable(run, next));
    }
  };
  for await (const { part, json } of readSlices(file)) {
    signal?.throwIfAborted();
    const lines: string[] = JSON.parse(json);
    if (part === JOBS) {
      const waiting = lines.map((line) => waitingJob.parse(JSON.parse(line)));
      await jobs.restore({ executeSql: (text, values) => run.query(text, values) }, waiting);
    } else {
      await openUntil(part);
      await table?.write(json);
    }
    done += lines.length;
    progress?.(done, total);
  }
  await openUntil(header.tables.length);
}

async function checkWhatIsThere(run: SqlRunner, { tables, sums }: BackupHeader): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const count = await countRows(run, name);
    if (count !== expected) throw differenceError(`${name} has ${count} rows instead of ${expected}`);
  }
  const restoredSums = await readSums(run);
  for (const [name, sum] of Object.entries(sums) as [keyof Sums, number][])
    if (restoredSums[name] !== sum) throw differenceError(`${name} is ${restoredSums[name]} instead of ${sum}`);
}

const differenceError = (difference: string) =>
  operatorError({
    code: 'restored-different',
    sentence: `The restored data differs from the backup: ${difference}. The restore was rolled back.`,
  });
