import { and, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Handle, rows, type Transaction } from '../database/handle.ts';
import { cartLines, carts, counters, members, orderLines, orders, payments } from '../database/schema.ts';

export type OrderRow = typeof orders.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;
export type NewLine = Omit<typeof orderLines.$inferInsert, 'id' | 'orderId'>;
export type NewPayment = Omit<typeof payments.$inferInsert, 'id'>;

const LIVE = ['started', 'requires_action', 'authorised', 'captured'];

/** Locks the member's row: the placements of one member go one by one, on every process. */
export async function lockMember(tx: Transaction, memberId: number): Promise<typeof members.$inferSelect | null> {
  return (await tx.select().from(members).where(eq(members.id, memberId)).for('update'))[0] ?? null;
}

export async function memberById(handle: Handle, memberId: number): Promise<typeof members.$inferSelect | null> {
  return (await handle.select().from(members).where(eq(members.id, memberId)))[0] ?? null;
}

export async function orderOfCart(tx: Handle, cartId: number): Promise<OrderRow | null> {
  return (await tx.select().from(orders).where(eq(orders.cartId, cartId)))[0] ?? null;
}

export async function orderById(handle: Handle, orderId: number): Promise<OrderRow | null> {
  return (await handle.select().from(orders).where(eq(orders.id, orderId)))[0] ?? null;
}

export async function lockOrder(tx: Transaction, orderId: number): Promise<OrderRow | null> {
  return (await tx.select().from(orders).where(eq(orders.id, orderId)).for('update'))[0] ?? null;
}

export async function livePaymentOf(handle: Handle, orderId: number): Promise<PaymentRow | null> {
  const [row] = await handle
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, LIVE)));
  return row ?? null;
}

export async function paymentById(handle: Handle, id: number): Promise<PaymentRow | null> {
  return (await handle.select().from(payments).where(eq(payments.id, id)))[0] ?? null;
}

/** The latest order placed since an instant, for a call that is repeated after its cart was used up. */
export async function latestPlaced(handle: Handle, wish: { memberId: number; since: Date }): Promise<OrderRow | null> {
  const [row] = await handle
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, wish.memberId), isNotNull(orders.number), gte(orders.placedAt, wish.since)))
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(1);
  return row ?? null;
}

/** What the approval rule wants to know of the last hour. */
export async function lastHourOf(
  handle: Handle,
  wish: { memberId: number; since: Date },
): Promise<{ orders: number; declines: number }> {
  const [found] = await rows<{ orders: number; declines: number }>(
    handle,
    sql`select
      (select count(*)::int from orders where member_id = ${wish.memberId} and placed_at >= ${wish.since.toISOString()}) as orders,
      (select count(*)::int from payments join orders on orders.id = payments.order_id
        where member_id = ${wish.memberId} and payments.state = 'declined' and payments.created_at >= ${wish.since.toISOString()}) as declines`,
  );
  return found ?? { orders: 0, declines: 0 };
}

type Wanted = { variantId: number; qty: number };

/** Takes stock in one guarded statement; false when any variant has too little (the transaction must then roll back). */
export async function takeStock(tx: Transaction, wanted: readonly Wanted[]): Promise<boolean> {
  const taken = await rows<{ id: number }>(
    tx,
    sql`update variants set qty = variants.qty - wanted.qty
      from (select id, sum(qty)::int as qty from jsonb_to_recordset(${JSON.stringify(asRecords(wanted))}::jsonb) as w(id int, qty int) group by id) wanted
      where variants.id = wanted.id and variants.qty >= wanted.qty returning variants.id`,
  );
  return taken.length === new Set(wanted.map((one) => one.variantId)).size;
}

/** Gives the stock of an order's lines back. */
export async function returnStock(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`update variants set qty = variants.qty + back.qty
    from (select variant_id, sum(qty)::int as qty from order_lines where order_id = ${orderId} group by variant_id) back
    where variants.id = back.variant_id`);
}

const asRecords = (wanted: readonly Wanted[]) => wanted.map(({ variantId, qty }) => ({ id: variantId, qty }));

type OrderFields = Omit<typeof orders.$inferInsert, 'id' | 'number' | 'placedAt' | 'refusalReason'>;

/** One order a cart: a declined try of the same cart is written over, lines and all. */
export async function writeOrder(tx: Transaction, fields: OrderFields, lines: readonly NewLine[]): Promise<OrderRow> {
  const [order] = await tx
    .insert(orders)
    .values(fields)
    .onConflictDoUpdate({ target: orders.cartId, set: fields })
    .returning();
  if (!order) throw new Error('The order was not written.');
  await tx.delete(orderLines).where(eq(orderLines.orderId, order.id));
  await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: order.id })));
  return order;
}

export async function attemptsOf(tx: Handle, orderId: number): Promise<number> {
  const [found] = await rows<{ n: number }>(
    tx,
    sql`select count(*)::int as n from payments where order_id = ${orderId}`,
  );
  return found?.n ?? 0;
}

export async function insertPayment(tx: Transaction, fields: NewPayment): Promise<PaymentRow> {
  const [row] = await tx.insert(payments).values(fields).returning();
  if (!row) throw new Error('The payment was not written.');
  return row;
}

export async function updatePayment(tx: Handle, id: number, fields: Partial<NewPayment>): Promise<void> {
  await tx.update(payments).set(fields).where(eq(payments.id, id));
}

export async function updateOrder(tx: Handle, id: number, fields: Partial<typeof orders.$inferInsert>): Promise<void> {
  await tx.update(orders).set(fields).where(eq(orders.id, id));
}

/** The next order number. The row lock lasts until the order commits, so numbers have no gaps. */
export async function nextOrderNumber(tx: Transaction): Promise<number> {
  const [row] = await tx
    .update(counters)
    .set({ value: sql`${counters.value} + 1` })
    .where(eq(counters.name, 'order_number'))
    .returning({ value: counters.value });
  if (!row) throw new Error('The counter order_number is missing.');
  return row.value;
}

/**
 * Ends the cart of a placed order. Lines that another tab added while the payment ran were not paid for: they move into the shopper's
 * next cart with what is saved about them, and only the ordered ones go.
 */
export async function closeCart(tx: Transaction, done: { order: OrderRow; now: Date }): Promise<void> {
  const { cartId, memberId, id } = done.order;
  await tx.update(carts).set({ state: 'ordered', updatedAt: done.now }).where(eq(carts.id, cartId));
  await tx.execute(
    sql`delete from cart_lines where cart_id = ${cartId} and id in (select cart_line_id from order_lines where order_id = ${id})`,
  );
  const [left] = await tx.select({ id: cartLines.id }).from(cartLines).where(eq(cartLines.cartId, cartId)).limit(1);
  if (!left) return;
  const next = { memberId, createdAt: done.now, updatedAt: done.now };
  const [cart] = await tx.insert(carts).values(next).returning({ id: carts.id });
  if (!cart) throw new Error('The next cart was not made.');
  await tx.execute(sql`update gift_card_details set cart_id = ${cart.id}
    where cart_id = ${cartId} and cart_item_id in (select id from cart_lines where cart_id = ${cartId})`);
  await tx.update(cartLines).set({ cartId: cart.id }).where(eq(cartLines.cartId, cartId));
}

/** Keeps the provider's id of an attempt that is still alive, the first one only; answers the one kept, or null when the attempt is over. */
export async function keepPaymentId(
  handle: Handle,
  kept: { id: number; paymentId: string; now: Date },
): Promise<string | null> {
  const [row] = await handle
    .update(payments)
    .set({ providerPaymentId: sql`coalesce(${payments.providerPaymentId}, ${kept.paymentId})`, updatedAt: kept.now })
    .where(and(eq(payments.id, kept.id), inArray(payments.state, LIVE)))
    .returning({ paymentId: payments.providerPaymentId });
  return row?.paymentId ?? null;
}

/** A waiting order that was looked at goes to the end of the queue, so that a hundred stuck ones cannot hold up the rest. */
export async function touchPayment(handle: Handle, id: number, now: Date): Promise<void> {
  await handle.update(payments).set({ updatedAt: now }).where(eq(payments.id, id));
}

/** Orders that wait for an answer of the provider since before an instant. */
export async function waitingOrders(handle: Handle, before: Date): Promise<number[]> {
  const found = await rows<{ id: number }>(
    handle,
    sql`select orders.id from orders join payments on payments.order_id = orders.id
      where orders.status = 'pending' and payments.state in ('started', 'requires_action') and payments.updated_at < ${before.toISOString()}
      order by payments.updated_at limit 100`,
  );
  return found.map((row) => row.id);
}
