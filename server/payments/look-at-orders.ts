import type { Context } from '../context.ts';
import { readOrderId } from '../orders/order-number.ts';
import { resolveOrder } from '../orders/resolve-order.ts';
import * as store from './orders-store.ts';

type Looking = Pick<Context, 'database'>;

export type OrderWithBuyer = NonNullable<Awaited<ReturnType<typeof store.orderWithBuyer>>>;
export type OrderToShow = OrderWithBuyer & {
  lines: Awaited<ReturnType<typeof store.linesToShow>>;
  payments: Awaited<ReturnType<typeof store.paymentsToShow>>;
  refunds: Awaited<ReturnType<typeof store.refundsToShow>>;
};

/** Orders that wait for an operator, the oldest first; at most 200. */
export function listHeldOrders({ database }: Looking): Promise<OrderWithBuyer[]> {
  return store.heldOrders(database.orm);
}

/** A placed order by its id or its nine-digit number; null when there is none. */
export async function findOrder({ database }: Looking, text: string): Promise<OrderWithBuyer | null> {
  const found = readOrderId(text) && (await resolveOrder(database.orm, text));
  return found ? store.orderWithBuyer(database.orm, found.id) : null;
}

/** All an operator decides by. */
export async function orderToShow({ database }: Looking, found: OrderWithBuyer): Promise<OrderToShow> {
  const { id } = found.order;
  return {
    ...found,
    lines: await store.linesToShow(database.orm, id),
    payments: await store.paymentsToShow(database.orm, id),
    refunds: await store.refundsToShow(database.orm, id),
  };
}
