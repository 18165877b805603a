import type { Transaction } from '../../database/handle.ts';
import * as store from './store.ts';

type Closing = { cartId: number; customerId: number /** The lines that were ordered. */; lineIds: number[]; now: Date };
/** Lines that went on to the customer's next cart. */
export type MovedLines = { cartId: number; lineIds: number[] };

/**
 * Ends the cart of a placed order. Lines that another tab added while the payment ran were not paid for: they move into
 * the customer's next cart, and only the ordered ones go. Null when none was left.
 */
export async function closeCart(
  tx: Transaction,
  { cartId, customerId, lineIds, now }: Closing,
): Promise<MovedLines | null> {
  await store.moveCart(tx, { id: cartId, to: 'ordered', set: { updatedAt: now } });
  await store.deleteLinesById(tx, { cartId, lineIds });
  if (!(await store.hasLines(tx, cartId))) return null;
  const next = await store.insertOpenCart(tx, { customerId, now });
  return { cartId: next, lineIds: await store.moveLines(tx, { from: cartId, to: next }) };
}

/** Takes every line out of a cart whose purchase is placed already by another one. */
export function emptyCart(tx: Transaction, cartId: number): Promise<void> {
  return store.deleteLines(tx, cartId);
}
