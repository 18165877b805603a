import { and, asc, eq, lt } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { orders, payments, paymentWarnings } from '#server/platform/database/schema/schema.ts';
import { paymentWarningStates } from '#server/platform/database/schema/states/payment-warning.ts';
import { requireInitialState } from '#server/platform/database/schema/states/state-machine.ts';
import { defineTransition } from '#server/platform/database/transition.ts';
import { JOB_BATCH_SIZE, type Unasked } from './payments-store.ts';

export type PaymentWarningRow = typeof paymentWarnings.$inferSelect;
type NewWarning = Omit<typeof paymentWarnings.$inferInsert, 'id'>;

const moveWarnings = defineTransition(paymentWarnings, paymentWarnings.state, paymentWarningStates);

/** Stores a warning, but never reopens one that an operator cleared. Call with the order locked. */
export async function upsertWarning(tx: Transaction, warning: NewWarning): Promise<void> {
  const { state, reason, updatedAt } = warning;
  const condition = eq(paymentWarnings.providerWarningId, warning.providerWarningId);
  const inserted = await tx
    .insert(paymentWarnings)
    .values({ ...warning, state: requireInitialState(paymentWarningStates, state) })
    .onConflictDoNothing({ target: paymentWarnings.providerWarningId })
    .returning({ id: paymentWarnings.id });
  if (inserted.length > 0) return;
  await tx.update(paymentWarnings).set({ reason, updatedAt }).where(condition);
  const where = state === 'cleared' ? condition : and(condition, eq(paymentWarnings.note, ''));
  await moveWarnings(tx, { where, to: state });
}

/** Clears the order's open warnings and returns their number. Call with the order locked. */
export async function clearWarnings(
  tx: Transaction,
  { orderId, note, now }: { orderId: number; note: string; now: Date },
): Promise<number> {
  const set = { note, updatedAt: now };
  return (await moveWarnings(tx, { where: eq(paymentWarnings.orderId, orderId), to: 'cleared', set })).length;
}

export async function listWarnings(handle: Handle, orderId: number): Promise<PaymentWarningRow[]> {
  const condition = eq(paymentWarnings.orderId, orderId);
  return handle.select().from(paymentWarnings).where(condition).orderBy(asc(paymentWarnings.id));
}

export async function touchWarning(handle: Handle, id: number, now: Date): Promise<void> {
  await handle.update(paymentWarnings).set({ updatedAt: now }).where(eq(paymentWarnings.id, id));
}

export async function openWarnings(
  handle: Handle,
  { account, before }: Unasked,
): Promise<Pick<PaymentWarningRow, 'id' | 'kind' | 'providerWarningId'>[]> {
  const { id, kind, providerWarningId, state, updatedAt } = paymentWarnings;
  return handle
    .select({ id, kind, providerWarningId })
    .from(paymentWarnings)
    .innerJoin(payments, eq(payments.id, paymentWarnings.paymentId))
    .where(and(eq(state, 'open'), lt(updatedAt, before), eq(payments.provider, account)))
    .orderBy(updatedAt)
    .limit(JOB_BATCH_SIZE);
}

export async function listOpenWarnings(handle: Handle) {
  return handle
    .select({ order: orders, warning: paymentWarnings })
    .from(paymentWarnings)
    .innerJoin(orders, eq(orders.id, paymentWarnings.orderId))
    .where(eq(paymentWarnings.state, 'open'))
    .orderBy(asc(paymentWarnings.id))
    .limit(200);
}
