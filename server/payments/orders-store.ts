import { asc, eq, sql } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import {
  giftCardEntries,
  giftCards,
  members,
  orderLines,
  orders,
  payments,
  refunds,
  sellers,
} from '../database/schema.ts';

const MOST = 200;

/** Orders that wait for an operator, the oldest first, with who bought. */
export function heldOrders(handle: Handle) {
  return handle
    .select({ order: orders, mobile: members.mobile })
    .from(orders)
    .innerJoin(members, eq(members.id, orders.memberId))
    .where(eq(orders.status, 'held'))
    .orderBy(asc(orders.placedAt), asc(orders.id))
    .limit(MOST);
}

export async function orderWithBuyer(handle: Handle, orderId: number) {
  const [found] = await handle
    .select({ order: orders, mobile: members.mobile })
    .from(orders)
    .innerJoin(members, eq(members.id, orders.memberId))
    .where(eq(orders.id, orderId));
  return found ?? null;
}

/** The lines of an order with their sellers and, for a gift card that was issued, its state and what is left on it. */
export function linesToShow(handle: Handle, orderId: number) {
  const left = sql<
    number | null
  >`(select sum(e.amount_cents)::int from ${giftCardEntries} e where e.gift_card_id = ${giftCards.id})`;
  return handle
    .select({ line: orderLines, sellerName: sellers.name, cardState: giftCards.state, leftCents: left })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .leftJoin(giftCards, eq(giftCards.orderLineId, orderLines.id))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
}

export function paymentsToShow(handle: Handle, orderId: number) {
  return handle.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id);
}

export function refundsToShow(handle: Handle, orderId: number) {
  return handle.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.id);
}
