import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { sendRefund } from './send-refund.ts';
import * as store from './store.ts';

type Stray = { payment: store.PaymentRow; paymentId: string };

/**
 * An attempt that is over has been paid after all, so the shopper would pay for no order: an authorisation is let go, a charge is
 * given back, as much of it as was captured.
 */
export async function returnStrayPayment(context: Context, { payment, paymentId }: Stray): Promise<string> {
  const { payments } = context.outside;
  const outcome = await payments.look(paymentId);
  if (outcome.state === 'authorised') await payments.release(paymentId);
  if (outcome.state !== 'captured') return 'nothing to do';
  const amountCents = outcome.receivedCents ?? payment.amountCents;
  const refund = await context.database.transaction(async (tx) => {
    await store.lockOrder(tx, payment.orderId);
    if (payment.providerPaymentId === null) await store.updatePayment(tx, payment.id, { providerPaymentId: paymentId });
    return wantStrayBack(context, tx, { payment, amountCents });
  });
  await sendRefund(context, refund.id);
  const sent = await store.refundById(context.database.orm, refund.id);
  return sent?.state === 'failed' ? 'could not be given back' : 'given back';
}

/** Notes that such a payment is to go back, once; the sweep of waiting refunds sends what its caller does not. */
export async function wantStrayBack(
  context: Context,
  tx: Transaction,
  { payment, amountCents }: { payment: store.PaymentRow; amountCents: number },
): Promise<store.RefundRow> {
  const [known] = await store.refundsOfPayment(tx, payment.id);
  if (known) return known;
  const now = context.clock.now();
  const refund = await store.insertRefund(tx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amountCents,
    state: 'wanted',
    requestedBy: 'shop',
    reason: 'paid after its attempt was over',
    idempotencyKey: `stray-${payment.idempotencyKey}`,
    createdAt: now,
    updatedAt: now,
  });
  context.log.error({ orderId: payment.orderId, refundId: refund.id }, 'a payment without an order is given back');
  return refund;
}
