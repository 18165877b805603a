import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { operatorError } from '../kernel/operator-error.ts';
import type { Database, SqlRunner } from './database.ts';
import { databaseError } from './database-errors.ts';
import { rows } from './rows.ts';

/** Where the frozen migrations are. */
export const migrationsFolder = join(import.meta.dirname, '../../db/migrations');

/** Functions and triggers: run again whenever the file has changed. */
const FUNCTIONS_FILE = join(import.meta.dirname, '../../db/functions.sql');
const FUNCTIONS = 'functions.sql';

/** Databases from before version 1.0 have this migration. */
const BEFORE_1_0 = '0001_schema.sql';

/** One key for every Handsel server on a database: who holds it migrates, the others wait. */
const LOCK_KEY = 7_261_435;

export interface Migration {
  /** File name, such as 0001_shop.sql */
  name: string;
  sql: string;
  sha256: string;
}

/** Reads the migrations of a folder in their order; line ends do not count, for a checkout on Windows changes them. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => readScript(name, join(folder, name)));
}

/** The functions and triggers of the code as it stands. */
export const readFunctions = (): Migration => readScript(FUNCTIONS, FUNCTIONS_FILE);

function readScript(name: string, path: string): Migration {
  const sql = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

/**
 * Brings a database to the state of the code: each missing migration in its own transaction, in order, then the
 * functions where they have changed. Two servers that start together are safe. Throws an operator error when an applied
 * migration was changed or is not known to this code.
 * @returns the names of the migrations applied now
 */
export async function migrate(
  database: Database,
  options: { folder: string; functions: Migration | null } = { folder: migrationsFolder, functions: readFunctions() },
): Promise<string[]> {
  const migrations = readMigrations(options.folder);
  const { functions } = options;
  return database.exclusive(async (run) => {
    // The embedded database is behind the data folder's lock already.
    if (database.kind === 'postgres') await run.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const done = await applied(run);
    const known = done.get(FUNCTIONS);
    done.delete(FUNCTIONS);
    const missing = missingFrom(migrations, done);
    if (functions && known !== functions.sha256) missing.push(functions);
    for (const migration of missing) await apply(run, migration);
    return missing.map((migration) => migration.name);
  });
}

async function applied(run: SqlRunner): Promise<Map<string, string>> {
  const there = z.object({ there: z.boolean() });
  const [table] = await rows(run, there, sql`select to_regclass('schema_migrations') is not null as there`);
  if (!table?.there) {
    await run.exec(`create table schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  }
  const names = z.object({ name: z.string(), sha256: z.string() });
  const done = await rows(run, names, sql`select name, sha256 from schema_migrations`);
  return new Map(done.map(({ name, sha256 }) => [name, sha256]));
}

function missingFrom(migrations: Migration[], done: Map<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  if (done.has(BEFORE_1_0) && !known.has(BEFORE_1_0)) {
    throw operatorError({
      code: 'database-before-1.0',
      sentence:
        'This database was made by a Handsel from before version 1.0, whose tables this version cannot read. Export the ' +
        'catalogue with that version (npm run export), start this one on an empty DATA_DIR or DATABASE_URL, and import the file.',
    });
  }
  const unknown = [...done.keys()].filter((name) => !known.has(name)).sort();
  if (unknown.length > 0) {
    throw operatorError({
      code: 'database-newer',
      sentence:
        `The database was written by a newer Handsel (it has migration ${unknown.at(-1)}). ` +
        'Start that version, or set DATA_DIR or DATABASE_URL to another database.',
    });
  }
  const changed = migrations.find(({ name, sha256 }) => done.has(name) && done.get(name) !== sha256);
  if (changed !== undefined) {
    throw operatorError({
      code: 'migration-changed',
      sentence:
        `Migration ${changed.name} was changed after this database had it applied. ` +
        'Restore the file, and put the change into a new migration.',
    });
  }
  const missing = migrations.filter(({ name }) => !done.has(name));
  const last = [...done.keys()].sort().at(-1) ?? '';
  const late = missing.find(({ name }) => name < last);
  if (late !== undefined) {
    const sentence = `Migration ${late.name} comes before ${last}, which is applied already. Give it the next number.`;
    throw operatorError({ code: 'migration-out-of-order', sentence });
  }
  return missing;
}

async function apply(run: SqlRunner, migration: Migration): Promise<void> {
  await run.exec('begin');
  try {
    await run.exec(migration.sql);
    const record = `insert into schema_migrations (name, sha256) values ($1, $2)
      on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`;
    await run.query(record, [migration.name, migration.sha256]);
    await run.exec('commit');
  } catch (cause) {
    await run.exec('rollback');
    throw (
      extensionError(cause) ?? new Error(`Migration ${migration.name} failed: ${(cause as Error).message}`, { cause })
    );
  }
}

/** What only the database's administrator can mend: search needs the extension pg_trgm. */
function extensionError(cause: unknown): Error | null {
  const { code, message = '' } = databaseError(cause) ?? {};
  if (!message.includes('extension')) return null;
  const why = code === '42501' ? 'the user of DATABASE_URL may not create it' : 'this server does not have it';
  const first = code === '42501' ? '' : "install PostgreSQL's contrib package and ";
  const sentence =
    `Search needs PostgreSQL's extension pg_trgm, and ${why}. Let an administrator ${first}` +
    'run CREATE EXTENSION pg_trgm in this database, then start again.';
  return operatorError({ code: 'extension-missing', sentence, cause });
}
