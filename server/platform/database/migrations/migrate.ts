import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Database, SqlRunner } from '../database.ts';
import { queryRows } from '../rows.ts';
import { type Applied, type Applying, apply, applyInside, prepare, readApplied } from './apply.ts';
import {
  FUNCTIONS,
  type Functions,
  type Migration,
  migrationsFolder,
  readFunctions,
  readMigrations,
} from './scripts.ts';

/** First migrations of early releases, whose databases cannot be converted. */
const EARLIER_FIRSTS = ['0001_schema.sql', '0001_version_1.sql'];

const LOCK_KEY = 7_261_435;

export type MigrateOptions = Applying & {
  folder?: string;
  functions?: Functions | null;
  /** Called with the name of the first pending migration, but not on a new database. */
  beforeChange?: (first: string) => Promise<void>;
};

/**
 * Applies missing migrations in order, then changed functions; returns their names. Safe when several servers start
 * together. Accepts a newer database that this release can use. Otherwise, or if an applied migration was edited,
 * throws an operator error.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder, functions = readFunctions(), beforeChange } = options;
  const migrations = readMigrations(folder);
  return database.exclusive(async (run) => {
    // The data folder's lock already protects an embedded database.
    if (database.kind === 'postgres') await lockMigrations(run);
    const done = await readApplied(run);
    const missing: (Migration | Functions)[] = findMissingMigrations(migrations, done ?? []);
    const [first] = missing;
    if (first && done && done.length > 0) await beforeChange?.(first.name);
    if (functions && !isUpToDate(functions, done ?? [])) missing.push(functions);
    if (missing.length > 0) await prepare(run);
    for (const migration of missing) await apply(run, migration, options);
    return missing.map((migration) => migration.name);
  });
}

const LOOK_AGAIN_MS = 100;
const lockRow = z.object({ locked: z.boolean() });

/**
 * Holds the migration lock until the connection ends. Polls, because waiting in pg_advisory_lock holds a snapshot that
 * blocks concurrent index builds.
 */
export async function lockMigrations(run: SqlRunner): Promise<void> {
  for (;;) {
    const [tried] = await queryRows(run, lockRow, sql`select pg_try_advisory_lock(${LOCK_KEY}) as locked`);
    if (tried?.locked) return;
    await sleep(LOOK_AGAIN_MS);
  }
}

function isUpToDate({ sha256, version }: Functions, done: readonly Applied[]): boolean {
  const row = done.find(({ name }) => name === FUNCTIONS);
  return row !== undefined && (row.sha256 === sha256 || (row.version ?? 0) > version);
}

export function listPendingMigrations(
  done: readonly Applied[],
  migrations: readonly Migration[] = readMigrations(),
): string[] {
  return findMissingMigrations(migrations, done).map(({ name }) => name);
}

export function listNewerMigrations(done: readonly Applied[]): string[] {
  const knownNames = new Set([...readMigrations().map(({ name }) => name), FUNCTIONS]);
  return done.map(({ name }) => name).filter((name) => !knownNames.has(name));
}

export async function applyFirst(
  run: SqlRunner,
  names: readonly string[],
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  await prepare(run);
  for (const migration of migrations) if (names.includes(migration.name)) await applyInside(run, migration);
}

export async function applyRest(
  run: SqlRunner,
  names: readonly string[],
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const rest = migrations.filter(({ name }) => !names.includes(name));
  for (const migration of [...rest, readFunctions()]) await applyInside(run, migration);
}

function findMissingMigrations(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const done = new Map(applied.filter(({ name }) => name !== FUNCTIONS).map((row) => [row.name, row]));
  const knownNames = new Set(migrations.map((migration) => migration.name));
  const missing = migrations.filter(({ name }) => !done.has(name));
  const unknown = [...done.values()]
    .filter(({ name }) => !knownNames.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (EARLIER_FIRSTS.some((first) => done.has(first) && !knownNames.has(first))) {
    throw operatorError({
      code: 'tables-too-old',
      sentence:
        'An earlier Handsel created these tables, and this one cannot read them. Export the catalogue with the earlier one ' +
        '(npm run export), start this one on an empty DATA_DIR or DATABASE_URL, and import the file (npm run import).',
    });
  }
  const changed = migrations.find(({ name, sha256 }) => done.has(name) && done.get(name)?.sha256 !== sha256);
  if (changed !== undefined) {
    throw operatorError({
      code: 'migration-changed',
      sentence:
        `Migration ${changed.name} was changed after this database had applied it. ` +
        'Restore the file, and put the change into a new migration.',
    });
  }
  // A release works with a newer one's additions, but not with removals or a different history.
  const breaking = unknown.find(({ breaksPrevious }) => breaksPrevious || missing.length > 0);
  if (breaking !== undefined) {
    throw operatorError({
      code: 'database-newer',
      sentence:
        `The database was written by a newer version of Handsel (it has migration ${breaking.name}). ` +
        'Start that version, or set DATA_DIR or DATABASE_URL to another database.',
    });
  }
  const last = [...done.keys()].sort().at(-1) ?? '';
  const late = missing.find(({ name }) => name < last);
  if (late !== undefined) {
    const sentence = `Migration ${late.name} comes before ${last}, which is already applied. Give it the next number.`;
    throw operatorError({ code: 'migration-out-of-order', sentence });
  }
  return missing;
}
