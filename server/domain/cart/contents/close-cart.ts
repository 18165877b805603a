import { type Transaction, together } from '#server/platform/database/handle.ts';
import { insertOpenCart, moveCart, takeOrdered } from '../carts-store.ts';
import * as lines from '../lines/cart-lines-store.ts';

/** `lineIds`: the lines that were ordered. */
type Closing = { cartId: number; customerId: number; lineIds: number[]; now: Date };
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
  const [, hasLines] = await together([
    moveCart(tx, { id: cartId, to: 'ordered', set: { updatedAt: now } }),
    takeOrdered(tx, { cartId, lineIds }),
  ]);
  if (!hasLines) return null;
  const next = await insertOpenCart(tx, { customerId, now });
  return { cartId: next, lineIds: await lines.moveLines(tx, { from: cartId, to: next }) };
}

/** Takes every line out of a cart whose purchase is placed already by another one. */
export function emptyCart(tx: Transaction, cartId: number): Promise<void> {
  return lines.deleteLines(tx, cartId);
}
