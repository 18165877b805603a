import type { Tender } from '#contract/account.ts';
import type { Context } from '#server/context.ts';
import { type UnsentProducts, unsentProducts } from '../goods/unsent-products.ts';
import { type DisputeRow, disputesOf } from '../stores/disputes-store.ts';
import { linesToShow } from '../stores/order-lines-store.ts';
import {
  heldOrders,
  type ListedOrder,
  listedOrders,
  type OrderKey,
  type OrderQuery,
  type OrderWithCustomer,
  orderWithCustomer,
  placedOrder,
} from '../stores/orders-store.ts';
import { type PaymentWarningRow, warnedOrders, warningsOf } from '../stores/payment-warnings-store.ts';
import { type PaymentRow, paymentsOf } from '../stores/payments-store.ts';
import { type RefundRow, refundsOf } from '../stores/refunds-store.ts';
import { type Shipment, shipmentsOf } from '../stores/shipments-store.ts';
import { tendersOf } from '../views/order-tenders.ts';

export type { ListedOrder, OrderKey, OrderWithCustomer, Shipment, UnsentProducts };
export type OrderToShow = OrderWithCustomer & {
  lines: Awaited<ReturnType<typeof linesToShow>>;
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
): Promise<{ orders: ListedOrder[]; more: boolean }> {
  const orders = await listedOrders(database.orm, { ...query, limit: ORDERS_A_LIST + 1 });
  return { orders: orders.slice(0, ORDERS_A_LIST), more: orders.length > ORDERS_A_LIST };
}

export function listHeldOrders({ database }: Pick<Context, 'database'>): Promise<OrderWithCustomer[]> {
  return heldOrders(database.orm);
}

export function listWarnedOrders({ database }: Pick<Context, 'database'>): ReturnType<typeof warnedOrders> {
  return warnedOrders(database.orm);
}

export function listUnsentProducts({ database }: Pick<Context, 'database'>): Promise<UnsentProducts[]> {
  return unsentProducts(database.orm);
}

export async function findOrder(
  { database }: Pick<Context, 'database'>,
  key: OrderKey,
): Promise<OrderWithCustomer | null> {
  const order = await placedOrder(database.orm, { key });
  return order ? orderWithCustomer(database.orm, order.id) : null;
}

export async function orderToShow(
  { database }: Pick<Context, 'database'>,
  placed: OrderWithCustomer,
): Promise<OrderToShow> {
  const { id } = placed.order;
  return {
    ...placed,
    lines: await linesToShow(database.orm, id),
    payments: await paymentsOf(database.orm, id),
    tenders: (await tendersOf(database.orm, [placed.order])).get(id) ?? [],
    refunds: await refundsOf(database.orm, [id]),
    disputes: await disputesOf(database.orm, id),
    warnings: await warningsOf(database.orm, id),
    shipments: await shipmentsOf(database.orm, [id]),
  };
}
