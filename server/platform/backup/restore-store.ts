import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import type { BackupHeader, TableRows } from './backup-format.ts';
import { quoteColumn } from './backup-store.ts';

const countRow = z.object({ tables: z.int() });

/** Counts the shop's tables. Ignores those of the queue, because a restore creates them first. */
export async function countTables(run: SqlRunner): Promise<number> {
  const [found] = await queryRows(
    run,
    countRow,
    sql`select count(*) as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm') and n.nspname not in ('information_schema', 'pgboss')
        and n.nspname not like 'pg\\_%' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  return found?.tables ?? 0;
}

const constraint = z.object({ table: z.string(), name: z.string(), definition: z.string() });
type Constraint = z.output<typeof constraint>;

/** Drops and returns all foreign keys, so that tables can be filled in any order. */
export async function dropForeignKeys(run: SqlRunner): Promise<Constraint[]> {
  const keys = await queryRows(
    run,
    constraint,
    sql`select format('%I.%I', n.nspname, c.relname) as table, format('%I', k.conname) as name,
        pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and n.nspname in ('public', 'demo') order by 1, 2`,
  );
  for (const { table, name } of keys) await run.exec(`alter table ${table} drop constraint ${name}`);
  return keys;
}

/** Creates the foreign keys again, which also validates every row. */
export async function addForeignKeys(run: SqlRunner, keys: readonly Constraint[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await run.exec(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Deletes rows that migrations inserted. `write` takes JSON lists of PostgreSQL row literals. */
export async function openTable(
  run: SqlRunner,
  { name, columns }: TableRows,
): Promise<{ write: (json: string) => Promise<void>; close: () => Promise<void> }> {
  const list = columns.map(quoteColumn).join(', ');
  await run.exec(`delete from ${name}; create temporary table restoring as select ${list} from ${name} limit 0`);
  const values = columns.map((column) => `(line).${quoteColumn(column)}`).join(', ');
  const insert = `insert into ${name} (${list}) overriding system value
    select ${values} from (select value::restoring as line from json_array_elements_text($1::json) offset 0) lines`;
  return {
    async write(json) {
      await run.query(insert, [json]);
    },
    close: () => run.exec('drop table restoring'),
  };
}

export async function setSequences(
  run: SqlRunner,
  sequences: BackupHeader['sequences'],
  skipped: (name: string) => number,
): Promise<void> {
  for (const { name, value } of sequences)
    if (value > 0) await run.query('select setval($1::regclass, $2)', [name, value + skipped(name)]);
}

export const analyze = (run: SqlRunner): Promise<void> => run.exec('analyze');
