import { getTableName } from 'drizzle-orm';
import type { TestShop } from './shop.ts';
import { type TableName, tables } from './stored.ts';

/**
 * Writes past the rules of the database, as a fault of an earlier release could have: triggers of a table do not run
 * meanwhile, only one of them where `trigger` names it.
 */
export async function withoutTriggers(
  { context }: Pick<TestShop, 'context'>,
  { of: tableName, trigger = 'user' }: { of: TableName; trigger?: string },
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

/** Drops a constraint of a table for the rest of the test. */
export async function dropConstraint(
  { context }: Pick<TestShop, 'context'>,
  { of: tableName, constraint }: { of: TableName; constraint: string },
): Promise<void> {
  await context.database.query(`alter table ${getTableName(tables[tableName])} drop constraint ${constraint}`);
}

/** Returns the id of the transaction that wrote a row last. */
export async function writingTransaction(
  { context }: Pick<TestShop, 'context'>,
  { of: tableName, id }: { of: TableName; id: number },
): Promise<string> {
  const { rows } = await context.database.query(
    `select xmin::text as transaction from ${getTableName(tables[tableName])} where id = $1`,
    [id],
  );
  return rows[0].transaction;
}
