import type { AnswerOf } from '#contract/calls.ts';
import { incrementId } from '#contract/rules/order-number.ts';
import type { Context } from '../../context.ts';
import { sellerNameOf } from '../stores/order-lines-store.ts';
import { placedOrders } from '../stores/orders-store.ts';
import { getOrder } from './list-orders.ts';

type Success = NonNullable<AnswerOf<'GET mobiledigital/checkoutsuccess'>['data']>;

/**
 * The customer's latest order; the seller shown is the one asked for when it sold a line of it, else the first line's.
 */
export async function checkoutSuccess(
  context: Context,
  query: { customerId: number; sellerId: string },
): Promise<Success | null> {
  const { customerId } = query;
  const [latest] = await placedOrders(context.database.orm, { customerId, limit: 1 });
  if (!latest?.number) return null;
  const order = await getOrder(context, { customerId, orderId: incrementId(latest.number) });
  if (!order) return null;
  const sellerId = /^\d{1,9}$/.test(query.sellerId) ? Number(query.sellerId) : null;
  const shopName = await sellerNameOf(context.database.orm, { orderId: latest.id, sellerId });
  return {
    order_id: order.increment_id,
    shop_name: shopName ?? '',
    status: order.status,
    gift_cards: order.items.flatMap(({ gift_card: card }) =>
      card ? [{ gift_card_details_id: card.gift_card_details_id, state: card.state, send_at: card.send_at }] : [],
    ),
  };
}
