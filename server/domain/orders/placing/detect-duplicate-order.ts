import { isDeepStrictEqual } from 'node:util';
import { emptyCart } from '#server/domain/cart/contents/close-cart.ts';
import { discardDetails } from '#server/domain/gift-cards/details/cart-details.ts';
import type { DetailsRow } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { linesWithDetails } from '../stores/order-lines-store.ts';
import type { OrderRow } from '../stores/orders-store.ts';
import type { Checkout } from './load-checkout.ts';

/** A repeated call with no open cart returns the order just placed for this long. */
const REPEAT_MS = 15 * 60_000;
/** An order placed since then may be the answer to a repeated call. */
export const repeatableSince = (now: Date): Date => new Date(now.getTime() - REPEAT_MS);

type Line = { variantId: number; qty: number; priceCents: number; details: DetailsRow | null };
type Input = { cartId: number; checkout: Checkout; unacknowledged: OrderRow | null; now: Date };

/**
 * The order this cart repeats, if any: a customer who read 'still being confirmed' builds the cart anew and pays again,
 * while a webhook or a job has placed the first one. A recent order of which no answer has reached the customer, with
 * the same lines for the same recipients at the same total, goods to the same address, is that purchase; it is the
 * answer, and the cart that repeats it is emptied.
 */
export async function detectDuplicateOrder(tx: Transaction, input: Input): Promise<OrderRow | null> {
  const { cartId, checkout, unacknowledged: order, now } = input;
  if (!order || order.status === 'refused' || order.totalCents !== checkout.totalCents) return null;
  if (fingerprintOf(await linesWithDetails(tx, order.id)) !== fingerprintOf(checkout.lines)) return null;
  const hasGoods = checkout.lines.some(({ details }) => details === null);
  if (hasGoods && !isDeepStrictEqual(order.shippingAddress, checkout.shippingAddress)) return null;
  await discardDetails(tx, { ids: checkout.lines.flatMap(({ details }) => details?.id ?? []), now });
  await emptyCart(tx, cartId);
  return order;
}

/** What is bought and for whom, whatever the order of lines and the ids they have this time. */
function fingerprintOf(lines: readonly Line[]): string {
  const prints = lines.map(({ variantId, qty, priceCents, details }) => {
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
  return prints.sort().join('\n');
}
