import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { customers } from '#server/platform/database/schema/schema.ts';
import { defineLookup } from '#server/platform/database/statement.ts';

export type CustomerRow = typeof customers.$inferSelect;

const readById = defineLookup(customers, customers.id);
const lockById = defineLookup(customers, customers.id, 'no key update');

export async function findCustomer(handle: Handle, id: number): Promise<CustomerRow | null> {
  return (await readById(handle, id))[0] ?? null;
}

/**
 * Locks the customer's row for all processes until the transaction ends. Rows that refer to the customer stay writable.
 * Later queries see the locked state.
 */
export async function lockCustomer(tx: Transaction, id: number): Promise<CustomerRow | null> {
  return (await lockById(tx, id))[0] ?? null;
}
