import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { refundNote, restoreValue } from '../gift-cards/void-value.ts';
import type { RefundState } from '../outside/payments/port.ts';
import { refundFacts, takeOverdue, takeValue } from './refund-facts.ts';
import * as store from './store.ts';

/**
 * Keeps what the provider says of a refund: one of ours by its key, or one made in the provider's dashboard, whose unspent card value is
 * then voided here. Repeating it changes nothing.
 */
export async function recordRefund(context: Context, told: RefundState): Promise<string> {
  return record(context, { told, isAnswer: false });
}

/** Keeps the answer to our own call; what was told of the refund meanwhile is newer, for a key's answer comes again unchanged. */
export async function recordAnswer(context: Context, told: RefundState): Promise<void> {
  await record(context, { told, isAnswer: true });
}

type Told = { told: RefundState; isAnswer: boolean };

async function record(context: Context, { told, isAnswer }: Told): Promise<string> {
  const payment = await store.paymentOfProvider(context.database.orm, { paymentId: told.paymentId, key: null });
  if (!payment) return 'not ours';
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    await store.lockOrder(tx, payment.orderId);
    const known = await refundTold(tx, { payment, told });
    if (known?.state === told.state && known.providerRefundId === told.refundId) return 'known already';
    if (isAnswer && known && known.state !== 'wanted') return 'known already';
    if (known) await recordKnown(context, tx, { payment, known, told, now });
    else if (told.state === 'failed') return 'nothing to do';
    else await recordForeign(context, tx, { payment, told, now });
    await markRefunded(tx, { paymentId: payment.id, now });
    return `refund ${told.state}`;
  });
}

type Foreign = { payment: store.PaymentRow; told: RefundState; now: Date };

/** By the provider's name of it, else by our key while it has none: a second one of the same key is money that went twice. */
async function refundTold(tx: Transaction, { payment, told }: Omit<Foreign, 'now'>): Promise<store.RefundRow | null> {
  const refunds = await store.refundsOfPayment(tx, payment.id);
  const named = refunds.find((row) => row.providerRefundId === told.refundId);
  const ours = (row: store.RefundRow) => row.providerRefundId === null && row.idempotencyKey === told.key;
  return named ?? refunds.find(ours) ?? null;
}

/** Value is off the cards exactly while the refund it went for has not failed. */
async function recordKnown(
  context: Context,
  tx: Transaction,
  { payment, known, told, now }: Foreign & { known: store.RefundRow },
): Promise<void> {
  const { orderId } = payment;
  const note = refundNote(known.id);
  if (known.state !== 'failed' && told.state === 'failed') {
    await restoreValue(context, tx, { orderId, note, why: 'failed', now });
    context.log.error({ orderId, refundId: known.id }, 'a refund failed after it was sent; its value comes back');
  }
  if (known.state === 'failed' && told.state !== 'failed') {
    const facts = await refundFacts(tx, payment);
    await takeValue(context, tx, { payment, amountCents: known.amountCents, facts, note, now });
  }
  await store.updateRefund(tx, known.id, { state: told.state, providerRefundId: told.refundId, updatedAt: now });
  if (told.state === 'failed') await takeOverdue(context, tx, { payment, now });
}

async function recordForeign(context: Context, tx: Transaction, { payment, told, now }: Foreign): Promise<void> {
  if (told.key !== null) {
    context.log.error({ orderId: payment.orderId, providerRefundId: told.refundId }, 'a refund of ours was made twice');
  }
  const facts = await refundFacts(tx, payment);
  const refund = await store.insertRefund(tx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amountCents: told.amountCents,
    state: told.state,
    requestedBy: 'provider',
    reason: told.key === null ? 'made at the provider' : 'made a second time',
    idempotencyKey: `provider-${told.refundId}`,
    providerRefundId: told.refundId,
    createdAt: now,
    updatedAt: now,
  });
  const note = refundNote(refund.id);
  await takeValue(context, tx, { payment, amountCents: told.amountCents, facts, note, now });
}

/** The provider would not give it back: the order and its cards are as they were before, but for other money that has gone meanwhile. */
export async function refundFailed(
  context: Context,
  failed: { refundId: number; payment: store.PaymentRow; error: string },
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await store.lockOrder(tx, failed.payment.orderId);
    // Somebody else has been told the same: the value comes back once.
    if ((await store.refundById(tx, failed.refundId))?.state !== 'wanted') return;
    const { payment } = failed;
    const { orderId } = payment;
    await restoreValue(context, tx, { orderId, note: refundNote(failed.refundId), why: 'refused', now });
    await store.updateRefund(tx, failed.refundId, { state: 'failed', error: failed.error, updatedAt: now });
    await takeOverdue(context, tx, { payment, now });
    await markRefunded(tx, { paymentId: payment.id, now });
  });
  context.log.error({ orderId: failed.payment.orderId, refundId: failed.refundId }, 'the provider refused a refund');
}

/** A placed order is 'refunded' exactly while all its money is back or on its way; call it with the order locked. */
export async function markRefunded(
  tx: Transaction,
  { paymentId, now }: { paymentId: number; now: Date },
): Promise<void> {
  const payment = await store.paymentById(tx, paymentId);
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return;
  const all = (await store.refundedCents(tx, payment.id)) >= payment.amountCents;
  await store.updatePayment(tx, payment.id, { state: all ? 'refunded' : 'captured', updatedAt: now });
  await store.updateOrder(tx, payment.orderId, { status: all ? 'refunded' : 'approved' });
}
