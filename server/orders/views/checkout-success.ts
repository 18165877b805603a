import { incrementId } from '#contract/rules/order-number.ts';
import type { Context } from '../../context.ts';
import { sellerNameOf } from '../stores/order-lines-store.ts';
import { placedOrders } from '../stores/orders-store.ts';

/**
 * The customer's latest order; the seller shown is the one asked for when it sold a line of it, else the first line's.
 */
export async function checkoutSuccess(
  context: Context,
  query: { customerId: number; sellerId: string },
): Promise<{ order_id: string; shop_name: string } | null> {
  const [order] = await placedOrders(context.database.orm, { customerId: query.customerId, limit: 1 });
  if (!order?.number) return null;
  const sellerId = /^\d{1,9}$/.test(query.sellerId) ? Number(query.sellerId) : null;
  const sellerName = await sellerNameOf(context.database.orm, { orderId: order.id, sellerId });
  return { order_id: incrementId(order.number), shop_name: sellerName ?? '' };
}
