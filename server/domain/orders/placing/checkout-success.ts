import type { AnswerOf } from '#contract/calls.ts';
import { toIncrementId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { findOrderSellerName } from '../stores/order-lines-store.ts';
import { findCustomerOrderOfCart, findOrderById, listPlacedOrders, type OrderRow } from '../stores/orders-store.ts';
import { findLivePayment } from '../stores/payments-store.ts';
import { getOrder } from '../views/list-orders.ts';
import { trySettleOrder } from './settle-order.ts';

type Answer = AnswerOf<'GET mobiledigital/checkoutsuccess'>;
type Asked = { customerId: number; sellerId: string; cartId: string };

/**
 * Returns the cart's order or, without a cart, the latest order. `placing`: the order may still be placed without
 * another tap (docs/decisions/040).
 */
export async function resolveCheckoutSuccess(
  context: Context,
  { customerId, sellerId, cartId }: Asked,
): Promise<Answer> {
  const orm = context.database.orm;
  if (cartId === '') {
    const [latest] = await listPlacedOrders(orm, { customerId, limit: 1 });
    return latest ? buildAnswer(context, latest, sellerId) : { status: false };
  }
  const order = await findCustomerOrderOfCart(orm, { customerId, cartId: Number(cartId) });
  if (!order) return { status: false, placing: false };
  if (order.number !== null) return buildAnswer(context, order, sellerId);
  const payment = await findLivePayment(orm, order.id);
  if (payment?.state !== 'requires_action') return { status: false, placing: payment !== null };
  // Places the order only after a passed challenge; otherwise the customer must confirm again.
  const settled = await trySettleOrder(context, { orderId: order.id });
  if (isAppError(settled)) return { status: false, placing: settled.code === 'payment_unsettled' };
  const placed = settled === null ? null : await findOrderById(orm, settled.id);
  return placed ? buildAnswer(context, placed, sellerId) : { status: false, placing: false };
}

async function buildAnswer(context: Context, { id, number, customerId }: OrderRow, sellerId: string): Promise<Answer> {
  const order = await getOrder(context, { customerId, unverified: null, orderId: toIncrementId(number ?? 0) });
  if (!order) return { status: false };
  const askedSellerId = /^\d{1,9}$/.test(sellerId) ? Number(sellerId) : null;
  const shopName = await findOrderSellerName(context.database.orm, { orderId: id, sellerId: askedSellerId });
  const data = {
    order_id: order.increment_id,
    shop_name: shopName ?? '',
    status: order.status,
    tenders: order.tenders,
    gift_cards: order.items.flatMap(({ gift_card: card }) =>
      card ? [{ gift_card_details_id: card.gift_card_details_id, state: card.state, send_at: card.send_at }] : [],
    ),
  };
  return { status: true, data };
}
