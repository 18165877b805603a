import type { Order } from '#contract/account.ts';
import { ORDERS_A_PAGE } from '#contract/rules/limits.ts';
import { readOrderId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { findAllowedActions } from '#server/domain/gift-cards/delivery/find-allowed-actions.ts';
import { viewLinesOf } from '../stores/order-lines-store.ts';
import { type OrderRow, placedOrder, placedOrders } from '../stores/orders-store.ts';
import { sharesOf } from '../stores/refund-shares-store.ts';
import { refundsOf } from '../stores/refunds-store.ts';
import { shipmentsOf } from '../stores/shipments-store.ts';
import { tendersOf } from './order-tenders.ts';
import { orderView } from './order-view.ts';

/** `unverified`: the session if it is unverified; recipients that it did not enter are masked. */
type Asking = { customerId: number; unverified: Session | null };

type Page = { orders: Order[]; more: boolean };

export async function listOrders(
  context: Context,
  { before, ...asking }: Asking & { before: number | undefined },
): Promise<Page> {
  const orders = await placedOrders(context.database.orm, {
    customerId: asking.customerId,
    before,
    limit: ORDERS_A_PAGE + 1,
  });
  const page = orders.slice(0, ORDERS_A_PAGE);
  return { orders: await viewsOf(context, page, asking), more: orders.length > ORDERS_A_PAGE };
}

export async function getOrder(
  context: Context,
  { orderId, ...asking }: Asking & { orderId: string },
): Promise<Order | null> {
  const key = readOrderId(orderId);
  const order = key ? await placedOrder(context.database.orm, { key, customerId: asking.customerId }) : null;
  if (!order) return null;
  const [view] = await viewsOf(context, [order], asking);
  return view ?? null;
}

async function viewsOf(
  context: Context,
  orders: readonly OrderRow[],
  { customerId, unverified }: Asking,
): Promise<Order[]> {
  const { orm } = context.database;
  const ids = orders.map((order) => order.id);
  const [lines, refunds, shipments, tenders] = await Promise.all([
    viewLinesOf(orm, ids),
    refundsOf(orm, ids),
    shipmentsOf(orm, ids),
    tendersOf(orm, orders),
  ]);
  const detailsIds = lines.flatMap(({ details }) => details?.id ?? []);
  const refundIds = refunds.map(({ id }) => id);
  const [shares, actions] = await Promise.all([
    sharesOf(orm, refundIds),
    findAllowedActions(context, { detailsIds, customerId }),
  ]);
  return orders.map((order) => orderView(order, { lines, unverified, actions, refunds, shares, shipments, tenders }));
}
