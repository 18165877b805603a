import { awaitAll, type Transaction } from '#server/platform/database/handle.ts';
import { insertOpenCart, moveCart, removeOrderedLines } from '../carts-store.ts';
import * as lines from '../lines/cart-lines-store.ts';

type Closing = { cartId: number; customerId: number; lineIds: number[]; now: Date };
export type MovedLines = { cartId: number; lineIds: number[] };

/** Closes an ordered cart. Lines added during payment are unpaid, so they move to the customer's next cart. */
export async function closeCart(
  tx: Transaction,
  { cartId, customerId, lineIds, now }: Closing,
): Promise<MovedLines | null> {
  const [, hasLines] = await awaitAll([
    moveCart(tx, { id: cartId, to: 'ordered', set: { updatedAt: now } }),
    removeOrderedLines(tx, { cartId, lineIds }),
  ]);
  if (!hasLines) return null;
  const next = await insertOpenCart(tx, { customerId, now });
  return { cartId: next, lineIds: await lines.moveLines(tx, { from: cartId, to: next }) };
}

export function emptyCart(tx: Transaction, cartId: number): Promise<void> {
  return lines.deleteLines(tx, cartId);
}
