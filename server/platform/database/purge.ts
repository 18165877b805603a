import { and, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Handle } from './handle.ts';

/**
 * How many rows a statement of a purge changes at most. All at once they would be locked for long, and after a pause of
 * days the statement would run into its time limit, each time anew.
 */
export const SLICE = 1_000;

/** Calls what changes at most SLICE rows, and returns how many, until there were fewer. */
export async function inSlices(change: () => Promise<number>): Promise<void> {
  while ((await change()) >= SLICE);
}

const changed = { one: sql`1` };

/** Names the rows of one statement by their primary key. */
function sliceOf(table: PgTable, where: SQL | undefined): SQL {
  const key = primaryKeyOf(table);
  const [only] = key;
  if (only && key.length === 1) {
    return sql`${only} = any(array(select ${only} from ${table} where ${where} limit ${SLICE}))`;
  }
  const columns = sql.join(key, sql`, `);
  return sql`(${columns}) in (select ${columns} from ${table} where ${where} limit ${SLICE})`;
}

/** Returns the columns of a table's primary key; throws if it has none. */
export function primaryKeyOf(table: PgTable): PgColumn[] {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const own = columns.filter(({ primary }) => primary);
  const key = own.length > 0 ? own : (primaryKeys[0]?.columns ?? []);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key to purge it by.`);
  return key;
}

/** Deletes the rows of a table that a purge ends. */
export function purgeRowsOf(table: PgTable, handle: Handle, where: SQL | undefined): Promise<void> {
  return inSlices(
    async () =>
      (
        await handle
          .delete(table)
          .where(and(sliceOf(table, where), where))
          .returning(changed)
      ).length,
  );
}

type Columns<Table extends PgTable> = { set: PgUpdateSetSource<Table>; where: SQL | undefined };

/** Clears columns of the rows that a purge ends; `where` holds for none of them afterwards. */
export function purgeColumnsOf<Table extends PgTable>(
  table: Table,
  handle: Handle,
  { set, where }: Columns<Table>,
): Promise<void> {
  return inSlices(
    async () =>
      (
        await handle
          .update(table)
          .set(set)
          .where(and(sliceOf(table, where), where))
          .returning(changed)
      ).length,
  );
}
