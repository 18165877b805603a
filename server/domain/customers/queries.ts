import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { customers } from '#server/platform/database/schema/schema.ts';
import { rowsBy } from '#server/platform/database/statement.ts';

export type CustomerRow = typeof customers.$inferSelect;

const readById = rowsBy(customers, customers.id);
const lockById = rowsBy(customers, customers.id, 'no key update');

export async function findCustomer(handle: Handle, id: number): Promise<CustomerRow | null> {
  return (await readById(handle, id))[0] ?? null;
}

/**
 * Holds the customer's row until the transaction ends: changes of one address book, orders of one cart and limits of
 * one customer follow one another, on every process. Rows that only refer to the customer can still be written
 * meanwhile. Sent when it is called: what is sent behind it, without waiting, sees the customer as it is then.
 */
export async function lockCustomer(tx: Transaction, id: number): Promise<CustomerRow | null> {
  return (await lockById(tx, id))[0] ?? null;
}
