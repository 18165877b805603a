import { isDeepStrictEqual } from 'node:util';
import { emptyCart } from '#server/domain/cart/contents/close-cart.ts';
import { discardDetails } from '#server/domain/gift-cards/details/cart-details.ts';
import type { DetailsRow } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { listLinesWithDetails } from '../stores/order-lines-store.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import type { Checkout } from './check-out-cart.ts';

/** A repeated purchase within this time returns the last order. */
const REPEAT_MS = 15 * 60_000;
export const repeatWindowStart = (now: Date): Date => new Date(now.getTime() - REPEAT_MS);

type Line = { variantId: number; qty: number; priceCents: number; details: DetailsRow | null };
type Input = { cartId: number; checkout: Checkout; unacknowledged: OrderRow; now: Date };

/**
 * Returns the order that this cart repeats, and empties the cart: a customer who read 'still being confirmed' may
 * rebuild the cart and pay again while a job places the first order.
 */
export async function detectDuplicateOrder(tx: Transaction, input: Input): Promise<OrderRow | null> {
  const { cartId, checkout, unacknowledged: order, now } = input;
  if (order.status === 'refused' || order.totalCents !== checkout.totalCents) return null;
  if (contentsKey(await listLinesWithDetails(tx, order.id)) !== contentsKey(checkout.lines)) return null;
  const hasGoods = checkout.lines.some(({ details }) => details === null);
  if (hasGoods && !isDeepStrictEqual(order.shippingAddress, checkout.shippingAddress)) return null;
  await discardDetails(tx, { ids: checkout.lines.flatMap(({ details }) => details?.id ?? []), now });
  await emptyCart(tx, cartId);
  return order;
}

function contentsKey(lines: readonly Line[]): string {
  const keys = lines.map(({ variantId, qty, priceCents, details }) => {
    const { recipientFirstname, recipientLastname, recipientMobile, recipientMessage } = details ?? {};
    const { textContent, scheduledDelivery, timezone, templateId } = details ?? {};
    const recipient = [recipientFirstname, recipientLastname, recipientMobile, recipientMessage];
    return JSON.stringify([
      variantId,
      qty,
      priceCents,
      recipient,
      textContent,
      scheduledDelivery,
      timezone,
      templateId,
    ]);
  });
  return keys.sort().join('\n');
}
