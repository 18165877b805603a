import { z } from 'zod';
import type { DatabaseLogger, SqlRunner } from '../database.ts';
import { queryRows } from '../rows.ts';

const EVERY_MS = 60_000;

/**
 * Selects tables by PostgreSQL's default thresholds (postgresql.org/docs/18/routine-vacuuming.html#AUTOVACUUM). Skips
 * temporary tables.
 */
const WANTED = `
  with tables as (
    select format('%I.%I', s.schemaname, s.relname) as name, greatest(c.reltuples, 0) as rows,
        s.n_dead_tup, s.n_ins_since_vacuum, s.n_mod_since_analyze
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid and c.relpersistence = 'p')
  select name, n_dead_tup > 50 + 0.2 * rows or n_ins_since_vacuum > 1000 + 0.2 * rows as vacuum,
      n_mod_since_analyze > 50 + 0.1 * rows as analyze
    from tables`;

const wantedRow = z.object({ name: z.string(), vacuum: z.boolean(), analyze: z.boolean() });

/**
 * Vacuums and analyzes tables, because the embedded database has no autovacuum process. Without this, the planner
 * assumes outdated table sizes.
 */
export async function vacuumChangedTables(run: SqlRunner): Promise<void> {
  const tables = await queryRows(run, wantedRow, { sql: WANTED, params: [] });
  // Handles one table at a time, so that waiting calls run in between.
  for (const { name, vacuum, analyze } of tables) {
    if (vacuum) await run.exec(`vacuum ${name}`);
    if (analyze) await run.exec(`analyze ${name}`);
  }
}

export function startAutovacuum(run: SqlRunner, logger?: DatabaseLogger): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => vacuumChangedTables(run))
      .catch((error: Error) => logger?.error({ err: error }, 'database.vacuum_failed'));
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
