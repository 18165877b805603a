import { and, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Handle } from './handle.ts';

/** Batch size. Larger statements would hold locks for too long and, after days without a purge, always time out. */
export const SLICE = 1_000;

export async function runInSlices(change: () => Promise<number>): Promise<void> {
  while ((await change()) >= SLICE);
}

const changed = { one: sql`1` };

function isInSlice(table: PgTable, where: SQL | undefined): SQL {
  const key = getPrimaryKey(table);
  const [only] = key;
  if (only && key.length === 1) {
    return sql`${only} = any(array(select ${only} from ${table} where ${where} limit ${SLICE}))`;
  }
  const columns = sql.join(key, sql`, `);
  return sql`(${columns}) in (select ${columns} from ${table} where ${where} limit ${SLICE})`;
}

export function getPrimaryKey(table: PgTable): PgColumn[] {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const primaryColumns = columns.filter(({ primary }) => primary);
  const key = primaryColumns.length > 0 ? primaryColumns : (primaryKeys[0]?.columns ?? []);
  if (key.length === 0) throw new Error(`The table ${name} cannot be purged: it has no primary key.`);
  return key;
}

export function purgeRows(table: PgTable, handle: Handle, where: SQL | undefined): Promise<void> {
  return runInSlices(
    async () =>
      (
        await handle
          .delete(table)
          .where(and(isInSlice(table, where), where))
          .returning(changed)
      ).length,
  );
}

type Columns<Table extends PgTable> = { set: PgUpdateSetSource<Table>; where: SQL | undefined };

/** `where` must not match rows that are already cleared, or the purge never ends. */
export function purgeColumns<Table extends PgTable>(
  table: Table,
  handle: Handle,
  { set, where }: Columns<Table>,
): Promise<void> {
  return runInSlices(
    async () =>
      (
        await handle
          .update(table)
          .set(set)
          .where(and(isInSlice(table, where), where))
          .returning(changed)
      ).length,
  );
}
