import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { getOrder, listOrders } from '#server/domain/orders/views/list-orders.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { statusFalseError } from '#server/platform/kernel/errors.ts';

export function registerOrders(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/orders', async ({ query, customer: { customerId }, unverified }) => {
    const before = query.before === undefined ? undefined : Number(query.before);
    const { orders, hasMore } = await listOrders(context, { customerId, unverified, before });
    return { status: true, orders, ...(hasMore ? { more: hasMore } : {}) };
  });

  defineRoute(app, context, 'GET mobiledigital/order', async ({ query, customer: { customerId }, unverified }) => {
    const order = await getOrder(context, { customerId, unverified, orderId: query.order_id });
    return order ? { status: true, data: JSON.stringify(order) } : statusFalseError();
  });
}
