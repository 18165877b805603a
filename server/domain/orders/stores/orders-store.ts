import { and, asc, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { readOrderId } from '#contract/rules/order-number.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { customers, orderNumbers, orders, ownershipStart } from '#server/platform/database/schema/schema.ts';
import { orderStates } from '#server/platform/database/schema/states/order.ts';
import { requireInitialState } from '#server/platform/database/schema/states/state-machine.ts';
import { defineLookup, defineStatement, insertStatement, type Place } from '#server/platform/database/statement.ts';
import { defineRowTransition } from '#server/platform/database/transition.ts';

const MAX_HELD = 200;

export type OrderRow = typeof orders.$inferSelect;
export type PlacedOrder = Pick<OrderRow, 'id' | 'acknowledgedAt'>;
export type OrderFields = Omit<typeof orders.$inferInsert, 'id' | 'number' | 'status' | 'placedAt' | 'refusalReason'>;
type OrderChanges = Partial<Omit<typeof orders.$inferInsert, 'id' | 'status'>>;

/** The only statement that sets an order's status; call with the order locked. */
export const moveOrder = defineRowTransition(orders, orders.status, orderStates);

const readById = defineLookup(orders, orders.id);
const lockById = defineLookup(orders, orders.id, 'update');

export async function findOrderById(handle: Handle, id: number): Promise<OrderRow | null> {
  return (await readById(handle, id))[0] ?? null;
}

const readOfCart = defineLookup(orders, orders.cartId);

export async function findOrderOfCart(handle: Handle, cartId: number): Promise<OrderRow | null> {
  return (await readOfCart(handle, cartId))[0] ?? null;
}

export async function findCustomerOrderOfCart(
  handle: Handle,
  { cartId, customerId }: { cartId: number; customerId: number },
): Promise<OrderRow | null> {
  const [order] = await handle
    .select()
    .from(orders)
    .where(and(eq(orders.cartId, cartId), belongsToCustomer(customerId)));
  return order ?? null;
}

/** Sends the query immediately, so that later pipelined statements see the locked order. */
export async function lockOrder(tx: Transaction, id: number): Promise<OrderRow | null> {
  return (await lockById(tx, id))[0] ?? null;
}

const insert = insertStatement(orders, (inserting) => inserting.returning());

export async function insertOrder(tx: Transaction, fields: OrderFields & { id: number }): Promise<OrderRow> {
  const status = requireInitialState(orderStates, 'pending');
  const [order] = await insert(tx, [{ ...fields, status }]);
  if (!order) throw new Error('The insert of an order returned no row.');
  return order;
}

export async function updateOrder(tx: Handle, id: number, fields: OrderChanges): Promise<void> {
  await tx.update(orders).set(fields).where(eq(orders.id, id));
}

export async function markAcknowledged(handle: Handle, orderId: number, now: Date): Promise<void> {
  const open = and(eq(orders.id, orderId), isNull(orders.acknowledgedAt), isNotNull(orders.number));
  await handle.update(orders).set({ acknowledgedAt: now }).where(open);
}

type Since = { customerId: number; since: Date };

const readUnacknowledged = defineStatement((on, place: Place<Since>) =>
  on
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.customerId, place('customerId')),
        isNull(orders.acknowledgedAt),
        gte(orders.placedAt, place('since', orders.placedAt)),
      ),
    )
    .orderBy(desc(orders.placedAt))
    .limit(1),
);

/** Returns the latest order whose response did not reach the customer. */
export async function findLatestUnacknowledged(handle: Handle, query: Since): Promise<OrderRow | null> {
  return (await readUnacknowledged(handle, query))[0] ?? null;
}

/** Finds the placed order when a payment is repeated after the cart was closed. */
export async function findLatestPlaced(handle: Handle, { customerId, since }: Since): Promise<OrderRow | null> {
  const [order] = await handle
    .select()
    .from(orders)
    .where(and(eq(orders.customerId, customerId), isNotNull(orders.number), gte(orders.placedAt, since)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(1);
  return order ?? null;
}

/** The next order number. Use only inside the statement that stores it. */
export const nextNumber = sql`nextval(${orderNumbers.seqName ?? ''})` as unknown as number;

/** Excludes orders of the phone number's previous owner. */
const isOwn = (customerId: number): SQL => sql`${orders.createdAt} >= ${ownershipStart(customerId)}`;

const belongsToCustomer = (customerId: number | undefined) =>
  customerId === undefined ? undefined : and(eq(orders.customerId, customerId), isOwn(customerId));

/** `before`: an order number, not a database id. */
export async function listPlacedOrders(
  handle: Handle,
  { customerId, before, limit }: { customerId: number; before?: number | undefined; limit: number },
): Promise<OrderRow[]> {
  const earlier = before === undefined ? undefined : lt(orders.number, before);
  return handle
    .select()
    .from(orders)
    .where(and(eq(orders.customerId, customerId), isNotNull(orders.number), earlier, isOwn(customerId)))
    .orderBy(desc(orders.number))
    .limit(limit);
}

export type OrderKey = NonNullable<ReturnType<typeof readOrderId>>;

export async function findPlacedOrder(
  handle: Handle,
  { key, customerId }: { key: OrderKey; customerId?: number },
): Promise<OrderRow | null> {
  const named = 'id' in key ? eq(orders.id, key.id) : eq(orders.number, key.number);
  const [order] = await handle
    .select()
    .from(orders)
    .where(and(named, belongsToCustomer(customerId), isNotNull(orders.number)));
  return order ?? null;
}

/** Returns only orders that are paid in full with gift cards. */
export async function listOverdueHeldOrders(handle: Handle, placedBefore: Date): Promise<number[]> {
  const overdue = and(eq(orders.status, 'held'), eq(orders.cardDueCents, 0), lt(orders.placedAt, placedBefore));
  const found = await handle.select({ id: orders.id }).from(orders).where(overdue).limit(MAX_HELD);
  return found.map(({ id }) => id);
}

const withCustomer = { order: orders, mobile: customers.mobile, email: customers.email };

export function listHeldOrdersWithCustomer(handle: Handle) {
  return handle
    .select(withCustomer)
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.status, 'held'))
    .orderBy(asc(orders.placedAt), asc(orders.id))
    .limit(MAX_HELD);
}

export async function findOrderWithCustomer(handle: Handle, orderId: number) {
  const [order] = await handle
    .select(withCustomer)
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  return order ?? null;
}
export type OrderWithCustomer = NonNullable<Awaited<ReturnType<typeof findOrderWithCustomer>>>;

export type OrderQuery = {
  mobile?: string | undefined;
  status?: OrderRow['status'] | undefined;
  before?: number | undefined;
  limit: number;
};

const sumLineQty = (isGiftcard: boolean): SQL<number> =>
  sql`(select coalesce(sum(l.qty), 0) from order_lines l
    where l.order_id = ${orders.id} and l.is_giftcard = ${isGiftcard})`.mapWith(Number);

export function listOrdersWithCustomer(handle: Handle, { mobile, status, before, limit }: OrderQuery) {
  const isMeant = and(
    isNotNull(orders.number),
    mobile === undefined ? undefined : eq(customers.mobile, mobile),
    status === undefined ? undefined : eq(orders.status, status),
    before === undefined ? undefined : lt(orders.number, before),
  );
  return handle
    .select({ ...withCustomer, giftCards: sumLineQty(true), products: sumLineQty(false) })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(isMeant)
    .orderBy(desc(orders.number))
    .limit(limit);
}
export type ListedOrder = Awaited<ReturnType<typeof listOrdersWithCustomer>>[number];
