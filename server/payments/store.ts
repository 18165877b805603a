import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { type Handle, rows, type Transaction } from '../database/handle.ts';
import { disputes, orders, paymentEvents, payments, refunds, variants } from '../database/schema.ts';
import { UNKNOWN_MODE } from '../outside/payments/port.ts';

/** What one run of a sweep takes on. */
const A_SWEEP = 100;

export type OrderRow = typeof orders.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;

export async function lockOrder(tx: Transaction, orderId: number): Promise<OrderRow | null> {
  return (await tx.select().from(orders).where(eq(orders.id, orderId)).for('update'))[0] ?? null;
}

export async function updateOrder(tx: Handle, id: number, fields: Partial<typeof orders.$inferInsert>): Promise<void> {
  await tx.update(orders).set(fields).where(eq(orders.id, id));
}

export async function updatePayment(
  tx: Handle,
  id: number,
  fields: Partial<typeof payments.$inferInsert>,
): Promise<void> {
  await tx.update(payments).set(fields).where(eq(payments.id, id));
}

export async function paymentById(handle: Handle, id: number): Promise<PaymentRow | null> {
  return (await handle.select().from(payments).where(eq(payments.id, id)))[0] ?? null;
}

/** The order's payment that holds money, or held it before it went back. */
export async function paidPaymentOf(handle: Handle, orderId: number): Promise<PaymentRow | null> {
  const paid = inArray(payments.state, ['authorised', 'captured', 'refunded']);
  return (
    (
      await handle
        .select()
        .from(payments)
        .where(and(eq(payments.orderId, orderId), paid))
    )[0] ?? null
  );
}

/** By the provider's id, or by our own key where that id has not been kept yet. */
export async function paymentOfProvider(
  handle: Handle,
  wish: { paymentId: string; key: string | null },
): Promise<PaymentRow | null> {
  const byId = await handle.select().from(payments).where(eq(payments.providerPaymentId, wish.paymentId));
  if (byId[0] || wish.key === null) return byId[0] ?? null;
  const byKey = await handle.select().from(payments).where(eq(payments.idempotencyKey, wish.key));
  return byKey.find((row) => row.providerPaymentId === null) ?? null;
}

/** Gives the stock of an order's lines back. */
export async function returnStock(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`update ${variants} set qty = ${variants.qty} + back.qty
    from (select variant_id, sum(qty)::int as qty from order_lines where order_id = ${orderId} group by variant_id) back
    where ${variants.id} = back.variant_id`);
}

const GOING = ['wanted', 'pending', 'succeeded'];

/** Money of a payment that is on its way back or back already, in cents. */
export async function refundedCents(handle: Handle, paymentId: number): Promise<number> {
  const given = await handle
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.state, GOING)));
  return given.reduce((sum, row) => sum + row.cents, 0);
}

export async function insertRefund(tx: Handle, fields: Omit<typeof refunds.$inferInsert, 'id'>): Promise<RefundRow> {
  const [row] = await tx.insert(refunds).values(fields).returning();
  if (!row) throw new Error('The refund was not written.');
  return row;
}

export async function refundById(handle: Handle, id: number): Promise<RefundRow | null> {
  return (await handle.select().from(refunds).where(eq(refunds.id, id)))[0] ?? null;
}

export async function refundsOfPayment(handle: Handle, paymentId: number): Promise<RefundRow[]> {
  return handle.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id);
}

export async function waitingRefunds(handle: Handle, before: Date): Promise<number[]> {
  const waiting = and(eq(refunds.state, 'wanted'), lt(refunds.updatedAt, before));
  const found = await handle
    .select({ id: refunds.id })
    .from(refunds)
    .where(waiting)
    .orderBy(refunds.updatedAt)
    .limit(A_SWEEP);
  return found.map((row) => row.id);
}

type Attempt = Pick<RefundRow, 'id' | 'attempt'>;
const same = ({ id, attempt }: Attempt) => and(eq(refunds.id, id), eq(refunds.attempt, attempt));

/** The present attempt met a server error; the first time counts. */
export async function markBroken(handle: Handle, { refund, now }: { refund: Attempt; now: Date }): Promise<void> {
  await handle
    .update(refunds)
    .set({ brokenAt: now })
    .where(and(same(refund), isNull(refunds.brokenAt)));
}

/** Moves a refund on to its next attempt; of callers at the same time all get the same one. */
export async function nextAttempt(handle: Handle, refund: Attempt): Promise<number> {
  const attempt = refund.attempt + 1;
  await handle.update(refunds).set({ attempt, brokenAt: null }).where(same(refund));
  return attempt;
}

export async function updateRefund(tx: Handle, id: number, fields: Partial<RefundRow>): Promise<void> {
  await tx.update(refunds).set(fields).where(eq(refunds.id, id));
}

/** Keeps what a dispute has come to; the row is made with its first event. What it has taken so far stays. */
export async function keepDispute(tx: Handle, fields: Omit<typeof disputes.$inferInsert, 'id'>): Promise<DisputeRow> {
  const { state, amountCents, reason, updatedAt } = fields;
  const [row] = await tx
    .insert(disputes)
    .values(fields)
    .onConflictDoUpdate({ target: disputes.providerDisputeId, set: { state, amountCents, reason, updatedAt } })
    .returning();
  if (!row) throw new Error('The dispute was not written.');
  return row;
}

export async function updateDispute(tx: Handle, id: number, fields: Partial<DisputeRow>): Promise<void> {
  await tx.update(disputes).set(fields).where(eq(disputes.id, id));
}

export async function disputesOf(handle: Handle, orderId: number): Promise<DisputeRow[]> {
  return handle.select().from(disputes).where(eq(disputes.orderId, orderId));
}

/** Money of a payment that its shopper has back, or will have, by refunds and by disputes that were lost; in cents. */
export async function goneCents(handle: Handle, paymentId: number): Promise<number> {
  const taken = await handle
    .select({ cents: disputes.takenCents })
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId));
  return taken.reduce((sum, row) => sum + row.cents, await refundedCents(handle, paymentId));
}

type Claim = { account: string; eventId: string; type: string; claim: string; now: Date; staleBefore: Date };
type Claimed = { mine: boolean; settled: boolean };

/** Takes an event for this caller alone, unless it is settled or somebody else is at it since `staleBefore`. */
export async function claimEvent(handle: Handle, wish: Claim): Promise<Claimed> {
  const { account, eventId, type, claim } = wish;
  const [now, stale] = [wish.now.toISOString(), wish.staleBefore.toISOString()];
  const free = sql`payment_events.settled_at is null and (payment_events.claim is null or payment_events.claimed_at < ${stale})`;
  const [row] = await rows<Claimed>(
    handle,
    sql`insert into payment_events (account, event_id, type, received_at, claim, claimed_at)
      values (${account}, ${eventId}, ${type}, ${now}, ${claim}, ${now})
      on conflict (account, event_id) do update set deliveries = payment_events.deliveries + 1,
        claim = case when ${free} then excluded.claim else payment_events.claim end,
        claimed_at = case when ${free} then excluded.claimed_at else payment_events.claimed_at end
      returning claim = ${claim} as mine, settled_at is not null as settled`,
  );
  if (!row) throw new Error('The event was not written.');
  return row;
}

/** `result` null: not settled, free for the next delivery. A claim that somebody else has taken over is theirs to end. */
export async function endClaim(
  handle: Handle,
  done: { account: string; eventId: string; claim: string; result: string | null; now: Date },
): Promise<void> {
  const { account, eventId, claim, result, now } = done;
  const own = and(
    eq(paymentEvents.account, account),
    eq(paymentEvents.eventId, eventId),
    eq(paymentEvents.claim, claim),
  );
  await handle
    .update(paymentEvents)
    .set({ claim: null, claimedAt: null, result, settledAt: result === null ? null : now })
    .where(own);
}

type Unheard = { account: string; before: Date };
/** Of the account in use; 'stripe' alone is what attempts were kept under before test and live accounts were told apart. */
const under = ({ account }: Unheard) =>
  inArray(payments.provider, account === 'sandbox' ? [account] : [account, UNKNOWN_MODE]);

/** Held payments nobody has asked about since an instant, longest first. */
export async function heldPayments(handle: Handle, wish: Unheard): Promise<PaymentRow[]> {
  const held = and(eq(payments.state, 'authorised'), lt(payments.updatedAt, wish.before), under(wish));
  return handle.select().from(payments).where(held).orderBy(payments.updatedAt).limit(A_SWEEP);
}

/** Refunds that are on their way as far as is known here, by the same rule. */
export async function pendingRefunds(handle: Handle, wish: Unheard): Promise<{ id: number; refundId: string }[]> {
  const pending = and(eq(refunds.state, 'pending'), lt(refunds.updatedAt, wish.before), under(wish));
  const found = await handle
    .select({ id: refunds.id, refundId: refunds.providerRefundId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(pending)
    .orderBy(refunds.updatedAt)
    .limit(A_SWEEP);
  return found.flatMap(({ id, refundId }) => (refundId === null ? [] : [{ id, refundId }]));
}

/** Disputes that are open as far as is known here, by the same rule. */
export async function openDisputes(handle: Handle, wish: Unheard): Promise<{ id: number; disputeId: string }[]> {
  return handle
    .select({ id: disputes.id, disputeId: disputes.providerDisputeId })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.state, 'open'), lt(disputes.updatedAt, wish.before), under(wish)))
    .orderBy(disputes.updatedAt)
    .limit(A_SWEEP);
}
