import type { Context } from '../context.ts';
import { incrementId } from './order-number.ts';
import { placedOrders, shopNameOf } from './store.ts';

/** The shopper's latest order; the shop shown is the asked-for seller's when it sold a line of it, else the first line's. */
export async function checkoutSuccess(
  context: Context,
  wish: { memberId: number; sellerId: string },
): Promise<{ order_id: string; shop_name: string } | null> {
  const [order] = await placedOrders(context.database.orm, { memberId: wish.memberId, limit: 1 });
  if (!order?.number) return null;
  const sellerId = /^\d{1,9}$/.test(wish.sellerId) ? Number(wish.sellerId) : null;
  const shopName = await shopNameOf(context.database.orm, { orderId: order.id, sellerId });
  return { order_id: incrementId(order.number), shop_name: shopName ?? '' };
}
