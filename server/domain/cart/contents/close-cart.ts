import { type Transaction, together } from '#server/platform/database/handle.ts';
import { insertOpenCart, moveCart, takeOrdered } from '../carts-store.ts';
import * as lines from '../lines/cart-lines-store.ts';

type Closing = { cartId: number; customerId: number; lineIds: number[]; now: Date };
export type MovedLines = { cartId: number; lineIds: number[] };

/** Closes an ordered cart. Lines added during payment are unpaid, so they move to the customer's next cart. */
export async function closeCart(
  tx: Transaction,
  { cartId, customerId, lineIds, now }: Closing,
): Promise<MovedLines | null> {
  const [, hasLines] = await together([
    moveCart(tx, { id: cartId, to: 'ordered', set: { updatedAt: now } }),
    takeOrdered(tx, { cartId, lineIds }),
  ]);
  if (!hasLines) return null;
  const next = await insertOpenCart(tx, { customerId, now });
  return { cartId: next, lineIds: await lines.moveLines(tx, { from: cartId, to: next }) };
}

export function emptyCart(tx: Transaction, cartId: number): Promise<void> {
  return lines.deleteLines(tx, cartId);
}
