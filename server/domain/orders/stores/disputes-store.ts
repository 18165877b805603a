import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { disputes, payments } from '#server/platform/database/schema/schema.ts';
import { disputeStates } from '#server/platform/database/schema/states/dispute.ts';
import { requireInitialState } from '#server/platform/database/schema/states/state-machine.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';
import { defineRowTransition } from '#server/platform/database/transition.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { JOB_BATCH_SIZE, type Unasked } from './payments-store.ts';

export type DisputeRow = typeof disputes.$inferSelect;
type NewDispute = Omit<typeof disputes.$inferInsert, 'id'>;

const moveDispute = defineRowTransition(disputes, disputes.state, disputeStates);

/** Stores a dispute, but does not change its recorded loss. Call with the order locked. */
export async function upsertDispute(tx: Transaction, dispute: NewDispute): Promise<DisputeRow> {
  const condition = eq(disputes.providerDisputeId, dispute.providerDisputeId);
  const [row] = await tx.select().from(disputes).where(condition);
  if (!row) return insertDispute(tx, dispute);
  const { state, amountCents, reason, updatedAt } = dispute;
  if (row.state !== state) {
    return moveDispute(tx, { id: row.id, to: state, set: { amountCents, reason, updatedAt } });
  }
  await tx.update(disputes).set({ amountCents, reason, updatedAt }).where(condition);
  return { ...row, amountCents, reason, updatedAt };
}

async function insertDispute(tx: Transaction, dispute: NewDispute): Promise<DisputeRow> {
  const state = requireInitialState(disputeStates, dispute.state);
  const [inserted] = await tx
    .insert(disputes)
    .values({ ...dispute, state })
    .returning();
  if (!inserted) throw new Error('The insert of a dispute returned no row.');
  return inserted;
}

export async function setLostCents(tx: Transaction, id: number, lostCents: number): Promise<void> {
  await tx.update(disputes).set({ lostCents }).where(eq(disputes.id, id));
}

export async function touchDispute(handle: Handle, id: number, now: Date): Promise<void> {
  await handle.update(disputes).set({ updatedAt: now }).where(eq(disputes.id, id));
}

export async function listDisputes(handle: Handle, orderId: number): Promise<DisputeRow[]> {
  return handle.select().from(disputes).where(eq(disputes.orderId, orderId));
}

const readClaims = defineRowsStatement(
  z.object({ claimed: z.boolean() }),
  (place: Place<{ orderId: number }>) => sql`select exists (select from disputes where order_id = ${place('orderId')})
      or exists (select from payment_warnings where order_id = ${place('orderId')})
      or exists (select from refunds where order_id = ${place('orderId')}) as claimed`,
);

/** Returns true if any payment for the order has a refund, a dispute, an early fraud warning or a review. */
export async function hasClaimsOn(handle: Handle, orderId: number): Promise<boolean> {
  const [found] = await readClaims(handle, { orderId });
  return found?.claimed ?? true;
}

export async function sumDisputedCents(handle: Handle, paymentId: number): Promise<number> {
  const lost = await handle
    .select({ cents: disputes.lostCents })
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId));
  return sumCents(lost.map((dispute) => dispute.cents));
}

export async function openDisputes(
  handle: Handle,
  { account, before }: Unasked,
): Promise<{ id: number; providerDisputeId: string }[]> {
  return handle
    .select({ id: disputes.id, providerDisputeId: disputes.providerDisputeId })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.state, 'open'), lt(disputes.updatedAt, before), eq(payments.provider, account)))
    .orderBy(disputes.updatedAt)
    .limit(JOB_BATCH_SIZE);
}
