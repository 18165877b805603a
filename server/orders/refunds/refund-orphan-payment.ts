import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { lockOrder } from '../stores/orders-store.ts';
import { type PaymentRow, setProviderPaymentId } from '../stores/payments-store.ts';
import { insertRefund, type RefundRow, refundById, refundsOfPayment } from '../stores/refunds-store.ts';
import { sendRefund } from './send-refund.ts';

type Orphan = { payment: PaymentRow; paymentId: string };

/**
 * An attempt that is over has been paid after all, so the customer would pay for no order: an authorisation is
 * cancelled, a charge is refunded, as much of it as was captured.
 */
export async function refundOrphanPayment(context: Context, { payment, paymentId }: Orphan): Promise<string> {
  const { payments } = context.integrations;
  const outcome = await payments.retrieve(paymentId);
  if (outcome.state === 'authorised') await payments.cancel(paymentId);
  if (outcome.state !== 'captured') return 'nothing to do';
  const amountCents = outcome.receivedCents ?? payment.amountCents;
  const refund = await context.database.transaction(async (tx) => {
    await lockOrder(tx, payment.orderId);
    if (payment.providerPaymentId === null) await setProviderPaymentId(tx, payment.id, paymentId);
    return queueOrphanRefund(context, tx, { payment, amountCents });
  });
  await sendRefund(context, refund.id);
  const sent = await refundById(context.database.orm, refund.id);
  return sent?.state === 'failed' ? 'could not be given back' : 'given back';
}

/**
 * Queues the refund of such a payment, once; the job of queued refunds sends what its caller does not. It has no
 * shares: nothing was sold.
 */
export async function queueOrphanRefund(
  context: Context,
  tx: Transaction,
  { payment, amountCents }: { payment: PaymentRow; amountCents: number },
): Promise<RefundRow> {
  const [known] = await refundsOfPayment(tx, payment.id);
  if (known) return known;
  const now = context.clock.now();
  const refund = await insertRefund(tx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amountCents,
    state: 'queued',
    requestedBy: 'shop',
    reason: 'paid after its attempt was over',
    idempotencyKey: `orphan-${payment.idempotencyKey}`,
    createdAt: now,
    updatedAt: now,
  });
  context.log.error({ orderId: payment.orderId, refundId: refund.id }, 'refund.orphan_payment');
  return refund;
}
