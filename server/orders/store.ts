import { and, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import {
  giftCardDetails,
  giftCards,
  orderLines,
  orders,
  pictures,
  productPictures,
  sellers,
} from '../database/schema.ts';
import type { readOrderId } from './order-number.ts';

export type OrderRow = typeof orders.$inferSelect;

/** The member's newest placed orders, newest first, at most `limit`; `before` a number, those before it. */
export async function placedOrders(
  handle: Handle,
  { memberId, before, limit }: { memberId: number; before?: number | undefined; limit: number },
): Promise<OrderRow[]> {
  const earlier = before === undefined ? undefined : lt(orders.number, before);
  return handle
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), isNotNull(orders.number), earlier))
    .orderBy(desc(orders.number))
    .limit(limit);
}

type Asked = NonNullable<ReturnType<typeof readOrderId>>;

/** A placed order by what it was asked for; with a member, only that member's. */
export async function placedOrder(handle: Handle, wish: { asked: Asked; memberId?: number }): Promise<OrderRow | null> {
  const named = 'id' in wish.asked ? eq(orders.id, wish.asked.id) : eq(orders.number, wish.asked.number);
  const own = wish.memberId === undefined ? undefined : eq(orders.memberId, wish.memberId);
  const [row] = await handle
    .select()
    .from(orders)
    .where(and(named, own, isNotNull(orders.number)));
  return row ?? null;
}

/** The lines of several orders with seller, first picture and, for a gift card, details and card; one query. */
export async function linesOfOrders(handle: Handle, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return handle
    .select({
      line: orderLines,
      sellerName: sellers.name,
      picture: { id: pictures.id, version: pictures.version },
      details: giftCardDetails,
      card: giftCards,
    })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .leftJoin(
      productPictures,
      and(eq(productPictures.productId, orderLines.productId), eq(productPictures.position, 0)),
    )
    .leftJoin(pictures, eq(pictures.id, productPictures.pictureId))
    .leftJoin(giftCardDetails, eq(giftCardDetails.id, orderLines.detailsId))
    .leftJoin(giftCards, eq(giftCards.orderLineId, orderLines.id))
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(orderLines.id);
}
export type WholeLine = Awaited<ReturnType<typeof linesOfOrders>>[number];

/** Name of the seller of an order's first line, or of the asked-for seller when it is among the order's sellers. */
export async function shopNameOf(
  handle: Handle,
  wish: { orderId: number; sellerId: number | null },
): Promise<string | null> {
  const found = await handle
    .select({ id: sellers.id, name: sellers.name })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .where(eq(orderLines.orderId, wish.orderId))
    .orderBy(orderLines.id);
  return (found.find((seller) => seller.id === wish.sellerId) ?? found[0])?.name ?? null;
}
