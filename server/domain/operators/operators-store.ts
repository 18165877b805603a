import { asc, eq } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { operators } from '#server/platform/database/schema/schema.ts';

export type OperatorRow = typeof operators.$inferSelect;

export async function insertOperator(handle: Handle, row: typeof operators.$inferInsert): Promise<boolean> {
  const newRows = await handle
    .insert(operators)
    .values(row)
    .onConflictDoNothing({ target: operators.mobile })
    .returning({ id: operators.id });
  return newRows.length === 1;
}

export async function findOperator(handle: Handle, mobile: string): Promise<OperatorRow | null> {
  return (await handle.select().from(operators).where(eq(operators.mobile, mobile)))[0] ?? null;
}

export async function lockOperator(tx: Transaction, mobile: string): Promise<OperatorRow | null> {
  return (await tx.select().from(operators).where(eq(operators.mobile, mobile)).for('update'))[0] ?? null;
}

export async function updateOperator(
  handle: Handle,
  id: number,
  set: Partial<Pick<OperatorRow, 'name' | 'roles' | 'disabledAt'>>,
): Promise<void> {
  await handle.update(operators).set(set).where(eq(operators.id, id));
}

export async function listAllOperators(handle: Handle): Promise<OperatorRow[]> {
  return handle.select().from(operators).orderBy(asc(operators.id));
}
