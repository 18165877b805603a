import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Handle, Transaction } from '../database/handle.ts';
import { cartLines, giftCardDetails, orderLines, orders } from '../database/schema.ts';
import type { DetailsRow } from '../gift-cards/details-store.ts';
import type { Contents } from './contents.ts';

type Line = { variantId: number; qty: number; priceCents: number; details: DetailsRow | null };
type Wish = { memberId: number; cartId: number; contents: Contents; since: Date; now: Date };

/**
 * The order this cart repeats, if any: a shopper who was told 'still being confirmed' builds the cart anew and pays again, while a webhook or a
 * job has placed the first one. An order nobody was told of since `since`, with the same lines for the same recipients at the same total, goods
 * to the same address, is that purchase; it is answered, and the cart that repeats it is emptied.
 */
export async function repeatedOrder(tx: Transaction, wish: Wish): Promise<number | null> {
  const { memberId, contents, since } = wish;
  const untold = and(eq(orders.memberId, memberId), isNull(orders.toldAt), gte(orders.placedAt, since));
  const [order] = await tx.select().from(orders).where(untold).orderBy(desc(orders.placedAt)).limit(1);
  if (!order || order.status === 'refused' || order.totalCents !== contents.totalCents) return null;
  if (printOf(await linesOf(tx, order.id)) !== printOf(contents.lines)) return null;
  const isParcel = contents.lines.some(({ details }) => details === null);
  if (isParcel && !isDeepStrictEqual(order.shippingAddress, contents.shippingAddress)) return null;
  await empty(tx, wish);
  return order.id;
}

/** The shopper's call has been answered with this order. */
export async function markTold(handle: Handle, orderId: number, now: Date): Promise<void> {
  await handle
    .update(orders)
    .set({ toldAt: now })
    .where(and(eq(orders.id, orderId), isNull(orders.toldAt), isNotNull(orders.number)));
}

async function linesOf(tx: Transaction, orderId: number): Promise<Line[]> {
  const { variantId, qty, priceCents } = orderLines;
  return tx
    .select({ variantId, qty, priceCents, details: giftCardDetails })
    .from(orderLines)
    .leftJoin(giftCardDetails, eq(giftCardDetails.id, orderLines.detailsId))
    .where(eq(orderLines.orderId, orderId));
}

/** What is bought and for whom, whatever the order of lines and the ids they have this time. */
function printOf(lines: readonly Line[]): string {
  const prints = lines.map(({ variantId, qty, priceCents, details }) => {
    const { recipientFirstname, recipientLastname, recipientMobile, recipientMessage } = details ?? {};
    const { textContent, scheduledDelivery, timezone, templateId } = details ?? {};
    const card = [recipientFirstname, recipientLastname, recipientMobile, recipientMessage];
    return JSON.stringify([variantId, qty, priceCents, card, textContent, scheduledDelivery, timezone, templateId]);
  });
  return prints.sort().join('\n');
}

async function empty(tx: Transaction, { cartId, contents, now }: Wish): Promise<void> {
  const saved = contents.lines.flatMap(({ details }) => (details ? [details.id] : []));
  if (saved.length > 0) {
    await tx.update(giftCardDetails).set({ deletedAt: now }).where(inArray(giftCardDetails.id, saved));
  }
  await tx.delete(cartLines).where(eq(cartLines.cartId, cartId));
}
