import { getTableName } from 'drizzle-orm';
import type { TestShop } from './shop.ts';
import { type TableName, tables } from './stored.ts';

/**
 * Disables the table's triggers, or only `trigger`, during `write`, so that a test can store what a faulty earlier
 * release stored.
 */
export async function runWithoutTriggers(
  { context }: Pick<TestShop, 'context'>,
  { table: tableName, trigger = 'user' }: { table: TableName; trigger?: string },
  write: () => Promise<unknown>,
): Promise<void> {
  const table = getTableName(tables[tableName]);
  await context.database.query(`alter table ${table} disable trigger ${trigger}`);
  try {
    await write();
  } finally {
    await context.database.query(`alter table ${table} enable trigger ${trigger}`);
  }
}

export async function dropConstraint(
  { context }: Pick<TestShop, 'context'>,
  { table: tableName, constraint }: { table: TableName; constraint: string },
): Promise<void> {
  await context.database.query(`alter table ${getTableName(tables[tableName])} drop constraint ${constraint}`);
}

export async function findWritingTransaction(
  { context }: Pick<TestShop, 'context'>,
  { table: tableName, id }: { table: TableName; id: number },
): Promise<string> {
  const { rows } = await context.database.query(
    `select xmin::text as transaction from ${getTableName(tables[tableName])} where id = $1`,
    [id],
  );
  return rows[0].transaction;
}
