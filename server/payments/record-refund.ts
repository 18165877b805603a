import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { lockCardValues, refundNote, restoreValue, voidValue } from '../gift-cards/void-value.ts';
import type { RefundState } from '../outside/payments/port.ts';
import { refundShares } from './refund-shares.ts';
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
    const known = (await store.refundsOfPayment(tx, payment.id)).find(
      (row) => row.providerRefundId === told.refundId || row.idempotencyKey === told.key,
    );
    if (known?.state === told.state && known.providerRefundId === told.refundId) return 'known already';
    if (isAnswer && known?.state !== 'wanted') return 'known already';
    const kept = { state: told.state, providerRefundId: told.refundId, updatedAt: now };
    if (known) await store.updateRefund(tx, known.id, kept);
    else if (told.state === 'failed') return 'nothing to do';
    else await recordForeign(context, tx, { payment, told, now });
    if (known && told.state === 'failed') {
      context.log.error({ orderId: payment.orderId, refundId: known.id }, 'a refund failed after it was sent');
    }
    await markRefunded(tx, { paymentId: payment.id, now });
    return `refund ${told.state}`;
  });
}

type Foreign = { payment: store.PaymentRow; told: RefundState; now: Date };

async function recordForeign(context: Context, tx: Transaction, { payment, told, now }: Foreign): Promise<void> {
  const cards = await lockCardValues(tx, payment.orderId);
  const facts = { totalCents: payment.amountCents, refundedCents: await store.refundedCents(tx, payment.id), cards };
  const { shares, shortCents } = refundShares(facts, told.amountCents);
  if (shortCents > 0) {
    context.log.error({ orderId: payment.orderId, shortCents }, 'a refund gave back value that had been spent');
  }
  const refund = await store.insertRefund(tx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amountCents: told.amountCents,
    state: told.state,
    requestedBy: 'provider',
    reason: 'made at the provider',
    idempotencyKey: `provider-${told.refundId}`,
    providerRefundId: told.refundId,
    createdAt: now,
    updatedAt: now,
  });
  for (const { card, cents } of shares) await voidValue(tx, { card, cents, note: refundNote(refund.id), now });
}

/** The provider would not give it back: the order and its cards are as they were before. */
export async function refundFailed(
  context: Context,
  failed: { refundId: number; payment: store.PaymentRow; error: string },
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await store.lockOrder(tx, failed.payment.orderId);
    // Somebody else has been told the same: the value comes back once.
    if ((await store.refundById(tx, failed.refundId))?.state !== 'wanted') return;
    await restoreValue(tx, { orderId: failed.payment.orderId, refundId: failed.refundId, now });
    await store.updateRefund(tx, failed.refundId, { state: 'failed', error: failed.error, updatedAt: now });
    await markRefunded(tx, { paymentId: failed.payment.id, now });
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
