import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { SqlRunner } from '../database.ts';
import { findDatabaseError } from '../database-errors.ts';
import { queryRows } from '../rows.ts';
import type { Functions, Migration } from './scripts.ts';

export type Applied = { name: string; sha256: string; breaksPrevious: boolean; version: number | null };

/** Earlier releases created this table without its last two columns. */
const TABLE = `create table if not exists schema_migrations (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
);
alter table schema_migrations add column if not exists breaks_previous boolean not null default false;
alter table schema_migrations add column if not exists version integer`;

export async function readApplied(run: SqlRunner): Promise<Applied[] | null> {
  const tableFacts = z.object({ there: z.boolean(), notes: z.boolean() });
  const [table] = await queryRows(
    run,
    tableFacts,
    sql`select to_regclass('schema_migrations') is not null as there, exists (select from information_schema.columns
      where table_name = 'schema_migrations' and column_name = 'version') as notes`,
  );
  if (!table?.there) return null;
  const notes = table.notes
    ? sql`breaks_previous as "breaksPrevious", version`
    : sql`false as "breaksPrevious", null as version`;
  const row = z.object({
    name: z.string(),
    sha256: z.string(),
    breaksPrevious: z.boolean(),
    version: z.number().nullable(),
  });
  return queryRows(run, row, sql`select name, sha256, ${notes} from schema_migrations`);
}

export const prepare = (run: SqlRunner): Promise<void> => run.exec(TABLE);

/**
 * Calls queue behind a waiting migration, so the migration times out before PostgreSQL looks for deadlocks
 * (deadlock_timeout, 1 s) and aborts a customer's call.
 */
const LOCK_TIMEOUT_MS = 400;
const TRIES = 36;

export type Applying = { lockTimeoutMs?: number; pauseMs?: number };

/**
 * Retries after lock timeouts, so that an open shop keeps working, and after deadlocks, because migrations lock tables
 * in a different order than orders do. Builds indexes outside a transaction.
 */
export async function apply(
  run: SqlRunner,
  migration: Migration | Functions,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, pauseMs = 500 }: Applying = {},
): Promise<void> {
  if ('index' in migration && migration.index !== null) return buildIndex(run, migration, migration.index);
  for (let tries = 1; ; tries += 1) {
    await run.exec(`begin; set local lock_timeout = ${lockTimeoutMs}`);
    try {
      await applyInside(run, migration);
      await run.exec('commit');
      return;
    } catch (error) {
      await run.exec('rollback');
      if (!LOCKED_OUT.includes(findDatabaseError((error as Error).cause)?.code ?? '')) throw error;
      if (tries === TRIES) throw lockError(migration.name);
      await sleep(pauseMs);
    }
  }
}

const LOCKED_OUT = ['55P03', '40P01'];

function lockError(name: string): Error {
  const sentence =
    `Migration ${name} waited half a minute for a lock that another transaction holds. End that transaction ` +
    "(select pid, query from pg_stat_activity where state <> 'idle'), then start again.";
  return operatorError({ code: 'migration-locked', sentence });
}

/** Builds an index, or rebuilds it if an interrupted build left it invalid. */
async function buildIndex(run: SqlRunner, migration: Migration, index: string): Promise<void> {
  const broken = z.object({ broken: z.boolean() });
  const [state] = await queryRows(
    run,
    broken,
    sql`select exists (select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid) as broken`,
  );
  if (state?.broken) await run.exec(`drop index ${index}`);
  await runScript(run, migration, migration.sql);
  await recordMigration(run, migration);
}

/** Applies a migration in the caller's transaction. The caller must have the database to itself. */
export async function applyInside(run: SqlRunner, migration: Migration | Functions): Promise<void> {
  const alone = 'index' in migration && migration.index !== null;
  await runScript(run, migration, alone ? migration.sql.replace(/\bconcurrently\b/i, '') : migration.sql);
  await recordMigration(run, migration);
}

async function runScript(run: SqlRunner, { name }: { name: string }, script: string): Promise<void> {
  try {
    await run.exec(script);
  } catch (cause) {
    throw extensionError(cause) ?? new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}

async function recordMigration(run: SqlRunner, migration: Migration | Functions): Promise<void> {
  const [breaks, version] = 'version' in migration ? [false, migration.version] : [migration.breaksPrevious, null];
  await run.query(
    `insert into schema_migrations (name, sha256, breaks_previous, version) values ($1, $2, $3, $4)
      on conflict (name) do update set sha256 = excluded.sha256, version = excluded.version, applied_at = now()`,
    [migration.name, migration.sha256, breaks, version],
  );
}

/** Search needs the extension pg_trgm, which only the database administrator can install. */
function extensionError(cause: unknown): Error | null {
  const { code, message = '' } = findDatabaseError(cause) ?? {};
  if (!message.includes('extension')) return null;
  const reason = code === '42501' ? 'the user of DATABASE_URL may not create it' : 'this server does not have it';
  const first = code === '42501' ? '' : "install PostgreSQL's contrib package and ";
  const sentence =
    `Search needs the PostgreSQL extension pg_trgm, but ${reason}. Ask an administrator to ${first}` +
    'run CREATE EXTENSION pg_trgm in this database, then start again.';
  return operatorError({ code: 'extension-missing', sentence, cause });
}
