import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { lockOrder } from '../stores/orders-store.ts';
import { type PaymentRow, setProviderPaymentId } from '../stores/payments-store.ts';
import { findRefundById, insertRefund, type RefundRow } from '../stores/refunds-store.ts';
import { lockRefundState } from './load-refund-state.ts';
import { recordRefund } from './record-refund.ts';
import { sendRefund } from './send-refund.ts';

type Orphan = { payment: PaymentRow; paymentId: string };

/** Cancels an authorisation, or refunds a charge, of a payment that its order does not need. */
export async function refundOrphanPayment(context: Context, { payment, paymentId }: Orphan): Promise<string> {
  const { payments } = context.integrations;
  const outcome = await payments.retrieve(paymentId);
  if (outcome.state === 'authorised') await payments.cancel(paymentId);
  if (outcome.state !== 'captured') return 'nothing to do';
  if (payment.providerPaymentId === null) await setProviderPaymentId(context.database.orm, payment.id, paymentId);
  // Record dashboard refunds first, because their webhooks may arrive later.
  for (const refund of await payments.listRefunds(paymentId)) await recordRefund(context, refund);
  const refund = await context.database.transaction(async (tx) => {
    await lockOrder(tx, payment.orderId);
    return queueOrphanRefund(context, tx, { payment, outcome });
  });
  if (refund === null) return 'known already';
  await sendRefund(context, refund.id);
  const sentRefund = await findRefundById(context.database.orm, refund.id);
  return sentRefund?.state === 'failed' ? 'refund failed' : 'refunded';
}

type Charged = { payment: PaymentRow; outcome: Extract<PaymentOutcome, { state: 'captured' }> };

/**
 * Queues a refund of the charge; a job sends it if the caller does not. Returns null if all money was refunded, is
 * pending or was lost in a dispute. Writes no shares, because nothing was sold. Call with the order locked.
 */
export async function queueOrphanRefund(
  context: Context,
  tx: Transaction,
  { payment, outcome }: Charged,
): Promise<RefundRow | null> {
  const { orderId } = payment;
  const { refundedCents } = await lockRefundState(tx, payment);
  const amountCents = (outcome.receivedCents ?? payment.amountCents) - refundedCents;
  if (amountCents <= 0) return null;
  const now = context.clock.now();
  const refund = await insertRefund(tx, {
    orderId,
    paymentId: payment.id,
    amountCents,
    state: 'queued',
    requestedBy: 'shop',
    reason: 'charged twice',
    note: 'paid after its attempt was over',
    idempotencyKey: `orphan-${orderId}-${randomUUID()}`,
    createdAt: now,
    updatedAt: now,
  });
  context.log.error({ orderId, refundId: refund.id }, 'refund.orphan_payment');
  return refund;
}
