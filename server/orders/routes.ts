import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { statusFalse } from '../kernel/errors.ts';
import { getOrder, listOrders } from './views/list-orders.ts';

export function registerOrders(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/orders', async ({ query, customer: { customerId } }) => {
    const before = query.before === undefined ? undefined : Number(query.before);
    const { orders, more } = await listOrders(context, { customerId, before });
    return { status: true, orders, ...(more ? { more } : {}) };
  });

  defineRoute(app, context, 'GET mobiledigital/order', async ({ query, customer: { customerId } }) => {
    const order = await getOrder(context, { customerId, orderId: query.order_id });
    return order ? { status: true, data: JSON.stringify(order) } : statusFalse();
  });
}
