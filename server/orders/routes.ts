import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readOrderId } from './order-number.ts';
import { orderView } from './order-view.ts';
import { linesOfOrders, placedOrder, placedOrders } from './store.ts';

export function registerOrders(app: FastifyInstance, context: Context): void {
  const { orm } = context.database;

  serve(app, context, 'GET mobiledigital/orders', async ({ member }) => {
    const found = await placedOrders(orm, member.memberId);
    const lines = await linesOfOrders(
      orm,
      found.map((order) => order.id),
    );
    return { status: true, orders: found.map((order) => orderView(order, lines)) };
  });

  serve(app, context, 'GET mobiledigital/order', async ({ query, member }) => {
    const asked = readOrderId(query.order_id);
    const order = asked ? await placedOrder(orm, { asked, memberId: member.memberId }) : null;
    if (!order) return { status: false };
    return { status: true, data: JSON.stringify(orderView(order, await linesOfOrders(orm, [order.id]))) };
  });
}
