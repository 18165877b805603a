import type { Order } from '#contract/account.ts';
import { ORDERS_A_PAGE } from '#contract/rules/limits.ts';
import { readOrderId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { findAllowedActions } from '#server/domain/gift-cards/delivery/find-allowed-actions.ts';
import { listViewLines } from '../stores/order-lines-store.ts';
import { findPlacedOrder, listPlacedOrders, type OrderRow } from '../stores/orders-store.ts';
import { listRefundShares } from '../stores/refund-shares-store.ts';
import { listRefunds } from '../stores/refunds-store.ts';
import { listShipments } from '../stores/shipments-store.ts';
import { listTenders } from './order-tenders.ts';
import { orderView } from './order-view.ts';

/** `unverified`: the session if it is unverified; recipients that it did not enter are masked. */
type Asking = { customerId: number; unverified: Session | null };

type Page = { orders: Order[]; hasMore: boolean };

export async function listOrders(
  context: Context,
  { before, ...asking }: Asking & { before: number | undefined },
): Promise<Page> {
  const orders = await listPlacedOrders(context.database.orm, {
    customerId: asking.customerId,
    before,
    limit: ORDERS_A_PAGE + 1,
  });
  const page = orders.slice(0, ORDERS_A_PAGE);
  return { orders: await loadViews(context, page, asking), hasMore: orders.length > ORDERS_A_PAGE };
}

export async function getOrder(
  context: Context,
  { orderId, ...asking }: Asking & { orderId: string },
): Promise<Order | null> {
  const key = readOrderId(orderId);
  const order = key ? await findPlacedOrder(context.database.orm, { key, customerId: asking.customerId }) : null;
  if (!order) return null;
  const [view] = await loadViews(context, [order], asking);
  return view ?? null;
}

async function loadViews(
  context: Context,
  orders: readonly OrderRow[],
  { customerId, unverified }: Asking,
): Promise<Order[]> {
  const { orm } = context.database;
  const ids = orders.map((order) => order.id);
  const [lines, refunds, shipments, tenders] = await Promise.all([
    listViewLines(orm, ids),
    listRefunds(orm, ids),
    listShipments(orm, ids),
    listTenders(orm, orders),
  ]);
  const detailsIds = lines.flatMap(({ details }) => details?.id ?? []);
  const refundIds = refunds.map(({ id }) => id);
  const [shares, actions] = await Promise.all([
    listRefundShares(orm, refundIds),
    findAllowedActions(context, { detailsIds, customerId }),
  ]);
  return orders.map((order) => orderView(order, { lines, unverified, actions, refunds, shares, shipments, tenders }));
}
