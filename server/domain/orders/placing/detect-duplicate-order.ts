import { isDeepStrictEqual } from 'node:util';
import { emptyCart } from '#server/domain/cart/contents/close-cart.ts';
import { discardDetails } from '#server/domain/gift-cards/details/cart-details.ts';
import type { DetailsRow } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { linesWithDetails } from '../stores/order-lines-store.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import type { Checkout } from './check-out-cart.ts';

/** How long a repeated call without an open cart returns the order just placed. */
const REPEAT_MS = 15 * 60_000;
/** An order placed since this instant may be the answer to a repeated call. */
export const repeatableSince = (now: Date): Date => new Date(now.getTime() - REPEAT_MS);

type Line = { variantId: number; qty: number; priceCents: number; details: DetailsRow | null };
type Input = { cartId: number; checkout: Checkout; unacknowledged: OrderRow; now: Date };

/**
 * Returns the unacknowledged order if this cart repeats it, and empties the cart: a customer who read 'still being
 * confirmed' may build the cart anew and pay again while a webhook or a job places the first order. The same purchase
 * has the same lines for the same recipients, the same total and, for goods, the same address.
 */
export async function detectDuplicateOrder(tx: Transaction, input: Input): Promise<OrderRow | null> {
  const { cartId, checkout, unacknowledged: order, now } = input;
  if (order.status === 'refused' || order.totalCents !== checkout.totalCents) return null;
  if (contentsKey(await linesWithDetails(tx, order.id)) !== contentsKey(checkout.lines)) return null;
  const hasGoods = checkout.lines.some(({ details }) => details === null);
  if (hasGoods && !isDeepStrictEqual(order.shippingAddress, checkout.shippingAddress)) return null;
  await discardDetails(tx, { ids: checkout.lines.flatMap(({ details }) => details?.id ?? []), now });
  await emptyCart(tx, cartId);
  return order;
}

/** Says what is bought and for whom, whatever the order and the ids of the lines. */
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
