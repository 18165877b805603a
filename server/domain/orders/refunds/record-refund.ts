import type { Context } from '#server/context.ts';
import { restoreValue } from '#server/domain/gift-cards/ledger/void-value.ts';
import type { ProviderRefund } from '#server/integrations/payments/port.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { queueRefundedMessage, queueRefundFailedMessage } from '../messages/order-messages.ts';
import { findOrderById, lockOrder, moveOrder } from '../stores/orders-store.ts';
import { findPaymentById, findPaymentOfProvider, movePayment, type PaymentRow } from '../stores/payments-store.ts';
import {
  findRefundById,
  insertRefund,
  listRefundsOfPayment,
  moveRefund,
  type RefundRow,
  setProviderRefundId,
  sumGiftCardRefundCents,
  sumRefundedCents,
} from '../stores/refunds-store.ts';
import { freezeOrThawCards } from './freeze-cards.ts';
import { lockRefundState } from './load-refund-state.ts';
import { postReturnedMoney } from './post-returned-money.ts';
import { recordShares } from './record-shares.ts';
import { voidOverdueValue, voidUnspentValue } from './void-for-refund.ts';

/**
 * Records a refund that the shop sent, matched by its idempotency key, or a dashboard refund, for which it voids
 * unspent card value. Idempotent.
 */
export async function recordRefund(context: Context, providerRefund: ProviderRefund): Promise<string> {
  return record(context, { providerRefund, isAnswer: false });
}

/**
 * Records the response to a refund request. Keeps a state recorded since the request, because a repeated idempotency
 * key returns the old response.
 */
export async function recordAnswer(context: Context, providerRefund: ProviderRefund): Promise<void> {
  await record(context, { providerRefund, isAnswer: true });
}

type Recording = { providerRefund: ProviderRefund; isAnswer: boolean };

async function record(context: Context, { providerRefund, isAnswer }: Recording): Promise<string> {
  const { paymentId, refundId, state } = providerRefund;
  const payment = await findPaymentOfProvider(context.database.orm, { paymentId, key: null });
  if (!payment) return 'not ours';
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    const existing = await findRecordedRefund(tx, { payment, providerRefund });
    if (existing?.state === state && existing.providerRefundId === refundId) return 'known already';
    if (isAnswer && existing && existing.state !== 'queued') return 'known already';
    if (!existing && state === 'failed') return 'nothing to do';
    const recorded = existing ?? (await recordForeign(context, tx, { payment, providerRefund, now }));
    if (existing) await recordKnown(context, tx, { payment, existing, providerRefund, now });
    await markRefunded(tx, { orderId: payment.orderId, paymentId: payment.id, now });
    await freezeOrThawCards(tx, payment.orderId);
    await postReturnedMoney(tx, { orderId: payment.orderId, now });
    // Send no text about an order that was never placed, because the customer does not know of it.
    if (order?.number) {
      const queue = state === 'failed' ? queueRefundFailedMessage : queueRefundedMessage;
      await queue(context, tx, { orderId: order.id, refundId: recorded.id, now });
    }
    return `refund ${state}`;
  });
}

type Foreign = { payment: PaymentRow; providerRefund: ProviderRefund; now: Date };

/**
 * Matches a refund by provider id or, while none is stored, by idempotency key. Another refund with that key is a
 * second refund.
 */
async function findRecordedRefund(
  tx: Transaction,
  { payment, providerRefund }: Omit<Foreign, 'now'>,
): Promise<RefundRow | null> {
  const refunds = await listRefundsOfPayment(tx, payment.id);
  const named = refunds.find((refund) => refund.providerRefundId === providerRefund.refundId);
  const hasSameKey = ({ providerRefundId, idempotencyKey }: RefundRow) =>
    providerRefundId === null && idempotencyKey === providerRefund.key;
  return named ?? refunds.find(hasSameKey) ?? null;
}

/** Updates a recorded refund. Card value stays void unless the refund failed. */
async function recordKnown(
  context: Context,
  tx: Transaction,
  { payment, existing, providerRefund, now }: Foreign & { existing: RefundRow },
): Promise<void> {
  const { orderId } = payment;
  const { state, refundId: providerRefundId } = providerRefund;
  const cause = { refundId: existing.id };
  if (existing.state !== 'failed' && state === 'failed') {
    await restoreValue(context, tx, { orderId, cause, now });
    context.log.error({ orderId, refundId: existing.id }, 'refund.failed_after_sending');
  }
  if (existing.state === 'failed' && state !== 'failed') {
    const facts = await lockRefundState(tx, payment);
    const { amountCents } = existing;
    const cards = await voidUnspentValue(context, tx, { payment, amountCents, facts, cause, now });
    await recordShares(tx, { refund: existing, payment, cards });
  }
  if (existing.state === state) await setProviderRefundId(tx, { id: existing.id, providerRefundId, now });
  else await moveRefund(tx, { id: existing.id, to: state, set: { providerRefundId, updatedAt: now } });
  if (state === 'failed') await voidOverdueValue(context, tx, { payment, now });
}

async function recordForeign(
  context: Context,
  tx: Transaction,
  { payment, providerRefund, now }: Foreign,
): Promise<RefundRow> {
  const { refundId: providerRefundId, amountCents, state, key } = providerRefund;
  if (key !== null) context.log.error({ orderId: payment.orderId, providerRefundId }, 'refund.made_twice');
  const facts = await lockRefundState(tx, payment);
  const refund = await insertRefund(tx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amountCents,
    state,
    requestedBy: 'provider',
    note: key === null ? 'made at the provider' : 'made a second time',
    idempotencyKey: `provider-${providerRefundId}`,
    providerRefundId,
    createdAt: now,
    updatedAt: now,
  });
  const cause = { refundId: refund.id };
  const cards = await voidUnspentValue(context, tx, { payment, amountCents, facts, cause, now });
  await recordShares(tx, { refund, payment, cards });
  return refund;
}

/** Marks a refund as failed and restores the order and its cards, except what other refunds void. */
export async function recordRejectedRefund(
  context: Context,
  failed: { refundId: number; payment: PaymentRow; error: string },
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await lockOrder(tx, failed.payment.orderId);
    // Another process may already have restored the value.
    if ((await findRefundById(tx, failed.refundId))?.state !== 'queued') return;
    const { payment } = failed;
    const { orderId } = payment;
    await restoreValue(context, tx, { orderId, cause: { refundId: failed.refundId }, now });
    await moveRefund(tx, { id: failed.refundId, to: 'failed', set: { error: failed.error, updatedAt: now } });
    await voidOverdueValue(context, tx, { payment, now });
    await markRefunded(tx, { orderId, paymentId: payment.id, now });
    await freezeOrThawCards(tx, orderId);
    await postReturnedMoney(tx, { orderId, now });
  });
  context.log.error({ orderId: failed.payment.orderId, refundId: failed.refundId }, 'refund.rejected');
}

/**
 * Moves the order to 'refunded' once all its money is returned or queued, and back to 'approved' when a refund fails.
 * Call with the order locked. `paymentId` is null if only gift cards paid.
 */
export async function markRefunded(
  tx: Transaction,
  { orderId, paymentId, now }: { orderId: number; paymentId: number | null; now: Date },
): Promise<void> {
  const payment = paymentId === null ? null : await findPaymentById(tx, paymentId);
  if (payment && payment.state !== 'captured' && payment.state !== 'refunded') return;
  const isMoneyBack = !payment || (await sumRefundedCents(tx, payment.id)) >= payment.amountCents;
  const state = isMoneyBack ? 'refunded' : 'captured';
  if (payment && payment.state !== state) await movePayment(tx, { id: payment.id, to: state, set: { updatedAt: now } });
  const order = await findOrderById(tx, orderId);
  if (!order) return;
  const isValueBack = (await sumGiftCardRefundCents(tx, orderId)) >= order.giftCardTenderCents;
  const status = isMoneyBack && isValueBack ? 'refunded' : 'approved';
  if (order.status !== status) await moveOrder(tx, { id: order.id, to: status });
}
