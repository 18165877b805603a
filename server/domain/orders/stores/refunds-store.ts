import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { payments, refunds } from '#server/platform/database/schema/schema.ts';
import { OPEN_REFUND_STATES, refundStates } from '#server/platform/database/schema/states/refund.ts';
import { requireInitialState } from '#server/platform/database/schema/states/state-machine.ts';
import { defineRowTransition } from '#server/platform/database/transition.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { JOB_BATCH_SIZE, type Unasked } from './payments-store.ts';

export type RefundRow = typeof refunds.$inferSelect;
type NewRefund = Omit<typeof refunds.$inferInsert, 'id'>;

/** The only statement that sets a refund's state; call with the order locked. */
export const moveRefund = defineRowTransition(refunds, refunds.state, refundStates);

export async function insertRefund(tx: Transaction, fields: NewRefund): Promise<RefundRow> {
  const state = requireInitialState(refundStates, fields.state);
  const [refund] = await tx
    .insert(refunds)
    .values({ ...fields, state })
    .returning();
  if (!refund) throw new Error('The insert of a refund returned no row.');
  return refund;
}

export async function findRefundById(handle: Handle, id: number): Promise<RefundRow | null> {
  return (await handle.select().from(refunds).where(eq(refunds.id, id)))[0] ?? null;
}

export async function listRefundsOfPayment(handle: Handle, paymentId: number): Promise<RefundRow[]> {
  return handle.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id);
}

export async function listRefunds(handle: Handle, orderIds: readonly number[]): Promise<RefundRow[]> {
  if (orderIds.length === 0) return [];
  return handle.select().from(refunds).where(isIn(refunds.orderId, orderIds)).orderBy(refunds.id);
}

/** Returns the refunded cents of a payment, including pending refunds. */
export async function sumRefundedCents(handle: Handle, paymentId: number): Promise<number> {
  const open = await handle
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isIn(refunds.state, OPEN_REFUND_STATES)));
  return sumCents(open.map((refund) => refund.cents));
}

export async function sumGiftCardRefundCents(handle: Handle, orderId: number): Promise<number> {
  const giftCardRefunds = await handle
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.tender, 'gift card')));
  return sumCents(giftCardRefunds.map((refund) => refund.cents));
}

export async function setProviderRefundId(
  tx: Transaction,
  { id, providerRefundId, now }: { id: number; providerRefundId: string; now: Date },
): Promise<void> {
  await tx.update(refunds).set({ providerRefundId, updatedAt: now }).where(eq(refunds.id, id));
}

export async function touchRefund(handle: Handle, id: number, now: Date): Promise<void> {
  await handle.update(refunds).set({ updatedAt: now }).where(eq(refunds.id, id));
}

type RefundAttempt = Pick<RefundRow, 'id' | 'attempt'>;
const isAttempt = ({ id, attempt }: RefundAttempt) => and(eq(refunds.id, id), eq(refunds.attempt, attempt));

/** Stores only the time of the attempt's first server error. */
export async function markBroken(handle: Handle, { refund, now }: { refund: RefundAttempt; now: Date }): Promise<void> {
  await handle
    .update(refunds)
    .set({ brokenAt: now })
    .where(and(isAttempt(refund), isNull(refunds.brokenAt)));
}

/** Starts the refund's next attempt. Concurrent callers get the same attempt number. */
export async function beginNextAttempt(handle: Handle, refund: RefundAttempt): Promise<number> {
  const attempt = refund.attempt + 1;
  await handle.update(refunds).set({ attempt, brokenAt: null }).where(isAttempt(refund));
  return attempt;
}

export async function listQueuedRefundIds(handle: Handle, before: Date): Promise<number[]> {
  const queued = await handle
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, 'queued'), lt(refunds.updatedAt, before)))
    .orderBy(refunds.updatedAt)
    .limit(JOB_BATCH_SIZE);
  return queued.map((refund) => refund.id);
}

export async function listPendingRefunds(
  handle: Handle,
  { account, before }: Unasked,
): Promise<{ id: number; providerRefundId: string }[]> {
  const pending = await handle
    .select({ id: refunds.id, providerRefundId: refunds.providerRefundId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, 'pending'), lt(refunds.updatedAt, before), eq(payments.provider, account)))
    .orderBy(refunds.updatedAt)
    .limit(JOB_BATCH_SIZE);
  return pending.flatMap(({ id, providerRefundId }) => (providerRefundId === null ? [] : [{ id, providerRefundId }]));
}
