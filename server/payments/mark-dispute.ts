import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { disputeNote, OLD_DISPUTE_NOTE, restoreValue } from '../gift-cards/void-value.ts';
import type { DisputeState } from '../outside/payments/port.ts';
import { refundFacts, takeOverdue, takeValue } from './refund-facts.ts';
import * as store from './store.ts';

/**
 * Marks the order whose payment a shopper's bank disputes, and how that ended. What a lost dispute has taken goes as a refund of that much
 * would, and comes back where the money does: won after all, or reinstated in part.
 */
export async function markDispute(context: Context, told: DisputeState): Promise<string> {
  const payment = await store.paymentOfProvider(context.database.orm, { paymentId: told.paymentId, key: null });
  if (!payment) return 'not ours';
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await store.lockOrder(tx, payment.orderId);
    const dispute = await store.keepDispute(tx, {
      orderId: payment.orderId,
      paymentId: payment.id,
      providerDisputeId: told.disputeId,
      amountCents: told.amountCents,
      reason: told.reason,
      state: told.state,
      openedAt: now,
      updatedAt: now,
    });
    const all = await store.disputesOf(tx, payment.orderId);
    const has = (state: string): boolean => all.some((one) => one.state === state);
    await store.updateOrder(tx, payment.orderId, { dispute: has('open') ? 'open' : has('lost') ? 'lost' : 'won' });
    // While it is open, or open again by an appeal, what it has taken so far stays taken.
    if (told.state !== 'open') await settle(context, tx, { payment, dispute, all, lostCents: told.lostCents, now });
  });
  context.log.warn({ orderId: payment.orderId, dispute: told.state }, 'an order is marked as disputed');
  return `dispute ${told.state}`;
}

type Settling = {
  payment: store.PaymentRow;
  dispute: store.DisputeRow;
  all: store.DisputeRow[];
  lostCents: number;
  now: Date;
};

async function settle(context: Context, tx: Transaction, settling: Settling): Promise<void> {
  const { payment, dispute, all, lostCents, now } = settling;
  const { orderId } = payment;
  const note = disputeNote(dispute.id);
  const more = lostCents - dispute.takenCents;
  if (more > 0) {
    await takeValue(context, tx, { payment, amountCents: more, facts: await refundFacts(tx, payment), note, now });
  }
  if (more < 0 && lostCents > 0)
    await restoreValue(context, tx, { orderId, note, why: 'reinstated', cents: -more, now });
  if (more < 0 && lostCents === 0) {
    await restoreValue(context, tx, { orderId, note, why: 'reinstated', now });
    if (!all.some((one) => one.id !== dispute.id && one.takenCents > 0)) {
      await restoreValue(context, tx, { orderId, note: OLD_DISPUTE_NOTE, why: 'reinstated', now });
    }
  }
  await store.updateDispute(tx, dispute.id, { takenCents: lostCents });
  if (more < 0) await takeOverdue(context, tx, { payment, now });
}
