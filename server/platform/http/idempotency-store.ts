import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { idempotencyKeys } from '#server/platform/database/schema/schema.ts';

type KeyRow = typeof idempotencyKeys.$inferSelect;
type KeyName = Pick<KeyRow, 'customerId' | 'counterKeyId' | 'key'>;

export async function findKey(handle: Handle, name: KeyName): Promise<KeyRow | null> {
  const [row] = await handle.select().from(idempotencyKeys).where(isKey(name));
  return row ?? null;
}

/** Returns false if the key already exists. Waits for a concurrent transaction that is writing the same key. */
export async function insertKey(tx: Transaction, row: Omit<KeyRow, 'id' | 'answer'>): Promise<boolean> {
  const inserted = await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .execute();
  return inserted.length > 0;
}

export async function deleteKey(tx: Transaction, name: KeyName): Promise<void> {
  await tx.delete(idempotencyKeys).where(isKey(name));
}

export function setAnswer(tx: Transaction, { answer, ...name }: KeyName & { answer: string }): Promise<unknown> {
  return tx.update(idempotencyKeys).set({ answer }).where(isKey(name)).execute();
}

export async function deleteCustomerKeys(tx: Transaction, customerId: number): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.customerId, customerId));
}

export async function deleteKeysBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(idempotencyKeys, handle, lt(idempotencyKeys.createdAt, before));
}

function isKey({ customerId, counterKeyId, key }: KeyName) {
  const { customerId: customer, counterKeyId: counter } = idempotencyKeys;
  return and(
    customerId === null ? isNull(customer) : eq(customer, customerId),
    counterKeyId === null ? isNull(counter) : eq(counter, counterKeyId),
    eq(idempotencyKeys.key, key),
  );
}
