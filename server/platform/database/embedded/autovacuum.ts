import { z } from 'zod';
import type { DatabaseLogger, SqlRunner } from '../database.ts';
import { rows } from '../rows.ts';

const EVERY_MS = 60_000;

/** The thresholds that PostgreSQL comes with (postgresql.org/docs/18/routine-vacuuming.html#AUTOVACUUM); not of temporary tables. */
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
 * Takes dead rows out of the tables that have many of them, and counts anew those that have changed much: a plan is made
 * for the size that a table had when it was counted last. PostgreSQL has a process for it, the embedded database only
 * this.
 */
export async function vacuumWhatChanged(run: SqlRunner): Promise<void> {
  const tables = await rows(run, wantedRow, { sql: WANTED, params: [] });
  // One statement at a time: who waits for the one connection comes between.
  for (const { name, vacuum, analyze } of tables) {
    if (vacuum) await run.exec(`vacuum ${name}`);
    if (analyze) await run.exec(`analyze ${name}`);
  }
}

/** Does so every minute; returns how to stop, which waits for the one that is under way. */
export function startAutovacuum(run: SqlRunner, logger?: DatabaseLogger): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => vacuumWhatChanged(run))
      .catch((error: Error) => logger?.error({ err: error }, 'database.vacuum_failed'));
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
