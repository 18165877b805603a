import { getTableName, sql } from 'drizzle-orm';
import type { TestShop } from './shop.ts';
import { type TableName, tables } from './stored.ts';

type Shop = Pick<TestShop, 'context'>;

/** Locks a PostgreSQL table, even against reads, until the returned function is called. */
export async function lockTable({ context }: Shop, table: TableName): Promise<() => Promise<void>> {
  const isLocked = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  const locking = context.database.transaction(async (tx) => {
    await tx.execute(sql`lock table ${tables[table]} in access exclusive mode`);
    isLocked.resolve();
    await isReleased.promise;
  });
  await isLocked.promise;
  return () => {
    isReleased.resolve();
    return locking;
  };
}

/**
 * Locks a row from a separate connection. Works only on PostgreSQL, because the embedded database runs one transaction
 * at a time.
 */
export async function lockRow({ context }: Shop, { table: tableName, id }: { table: TableName; id: number }) {
  const unlock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = context.database.exclusive((connection) =>
    connection.transaction(async (run) => {
      await run.query(`select from ${getTableName(tables[tableName])} where id = $1 for update`, [id]);
      locked.resolve();
      await unlock.promise;
    }),
  );
  await Promise.race([locked.promise, holding]);
  return {
    waiting: () => countLockWaits({ context }),
    async release(): Promise<void> {
      unlock.resolve();
      await holding;
    },
  };
}

export async function countWaitingFor({ context }: Shop, table: TableName): Promise<number> {
  const { rows } = await context.database.query(
    'select 1 from pg_locks where relation = $1::regclass and not granted',
    [getTableName(tables[table])],
  );
  return rows.length;
}

export async function isWaitingForLock(shop: Shop): Promise<boolean> {
  return (await countLockWaits(shop)) > 0;
}

export async function doesUpdateWait(shop: Shop, table: TableName): Promise<boolean> {
  return (await countLockWaits(shop, `update "${getTableName(tables[table])}"`)) > 0;
}

async function countLockWaits({ context }: Shop, statement = ''): Promise<number> {
  const { rows } = await context.database.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and starts_with(query, $1)`,
    [statement],
  );
  return rows.length;
}
