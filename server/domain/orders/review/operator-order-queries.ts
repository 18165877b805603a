import type { Tender } from '#contract/account.ts';
import type { Context } from '#server/context.ts';
import { loadUnsentProducts, type UnsentProducts } from '../goods/unsent-products.ts';
import { type DisputeRow, listDisputes } from '../stores/disputes-store.ts';
import { listLinesToShow } from '../stores/order-lines-store.ts';
import {
  findOrderWithCustomer,
  findPlacedOrder,
  type ListedOrder,
  listHeldOrdersWithCustomer,
  listOrdersWithCustomer,
  type OrderKey,
  type OrderQuery,
  type OrderWithCustomer,
} from '../stores/orders-store.ts';
import { listOpenWarnings, listWarnings, type PaymentWarningRow } from '../stores/payment-warnings-store.ts';
import { listPayments, type PaymentRow } from '../stores/payments-store.ts';
import { listRefunds, type RefundRow } from '../stores/refunds-store.ts';
import { listShipments, type Shipment } from '../stores/shipments-store.ts';
import { listTenders } from '../views/order-tenders.ts';

export type { ListedOrder, OrderKey, OrderWithCustomer, Shipment, UnsentProducts };
export type OrderToShow = OrderWithCustomer & {
  lines: Awaited<ReturnType<typeof listLinesToShow>>;
  payments: PaymentRow[];
  tenders: Tender[];
  refunds: RefundRow[];
  disputes: DisputeRow[];
  warnings: PaymentWarningRow[];
  shipments: Shipment[];
};

const ORDERS_A_LIST = 20;

export async function searchOrders(
  { database }: Pick<Context, 'database'>,
  query: Omit<OrderQuery, 'limit'>,
): Promise<{ orders: ListedOrder[]; hasMore: boolean }> {
  const orders = await listOrdersWithCustomer(database.orm, { ...query, limit: ORDERS_A_LIST + 1 });
  return { orders: orders.slice(0, ORDERS_A_LIST), hasMore: orders.length > ORDERS_A_LIST };
}

export function listHeldOrders({ database }: Pick<Context, 'database'>): Promise<OrderWithCustomer[]> {
  return listHeldOrdersWithCustomer(database.orm);
}

export function listWarnedOrders({ database }: Pick<Context, 'database'>): ReturnType<typeof listOpenWarnings> {
  return listOpenWarnings(database.orm);
}

export function listUnsentProducts({ database }: Pick<Context, 'database'>): Promise<UnsentProducts[]> {
  return loadUnsentProducts(database.orm);
}

export async function findOrder(
  { database }: Pick<Context, 'database'>,
  key: OrderKey,
): Promise<OrderWithCustomer | null> {
  const order = await findPlacedOrder(database.orm, { key });
  return order ? findOrderWithCustomer(database.orm, order.id) : null;
}

export async function loadOrderToShow(
  { database }: Pick<Context, 'database'>,
  placed: OrderWithCustomer,
): Promise<OrderToShow> {
  const { id } = placed.order;
  return {
    ...placed,
    lines: await listLinesToShow(database.orm, id),
    payments: await listPayments(database.orm, id),
    tenders: (await listTenders(database.orm, [placed.order])).get(id) ?? [],
    refunds: await listRefunds(database.orm, [id]),
    disputes: await listDisputes(database.orm, id),
    warnings: await listWarnings(database.orm, id),
    shipments: await listShipments(database.orm, [id]),
  };
}
