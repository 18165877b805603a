import type { FastifyInstance } from 'fastify';
import type { Order } from '#contract/account.ts';
import { ORDERS_A_PAGE } from '#contract/rules/limits.ts';
import type { Context } from '../context.ts';
import { cardOffers } from '../gift-cards/card-offers.ts';
import { serve } from '../http/serve.ts';
import { readOrderId } from './order-number.ts';
import { orderView } from './order-view.ts';
import { linesOfOrders, type OrderRow, placedOrder, placedOrders } from './store.ts';

export function registerOrders(app: FastifyInstance, context: Context): void {
  const { orm } = context.database;

  /** The orders as they are answered, with what their shopper can still do about the cards. */
  const views = async (found: readonly OrderRow[], memberId: number): Promise<Order[]> => {
    const ids = found.map((order) => order.id);
    const lines = await linesOfOrders(orm, ids);
    const detailsIds = lines.flatMap(({ details }) => (details ? [details.id] : []));
    const offers = await cardOffers(context, { detailsIds, memberId });
    return found.map((order) => orderView(order, { lines, offers }));
  };

  serve(app, context, 'GET mobiledigital/orders', async ({ query, member: { memberId } }) => {
    const before = query.before === undefined ? undefined : Number(query.before);
    const found = await placedOrders(orm, { memberId, before, limit: ORDERS_A_PAGE + 1 });
    const more = found.length > ORDERS_A_PAGE ? { more: true } : {};
    return { status: true, orders: await views(found.slice(0, ORDERS_A_PAGE), memberId), ...more };
  });

  serve(app, context, 'GET mobiledigital/order', async ({ query, member: { memberId } }) => {
    const asked = readOrderId(query.order_id);
    const order = asked ? await placedOrder(orm, { asked, memberId }) : null;
    if (!order) return { status: false };
    const [view] = await views([order], memberId);
    return { status: true, data: JSON.stringify(view) };
  });
}
