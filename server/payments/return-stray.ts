import type { Context } from '../context.ts';
import { sendRefund } from './send-refund.ts';
import * as store from './store.ts';

/**
 * An attempt that is over has been paid after all, so the shopper would pay for no order: an authorisation is let go, a charge is
 * given back in full.
 */
export async function returnStrayPayment(
  context: Context,
  { payment, paymentId }: { payment: store.PaymentRow; paymentId: string },
): Promise<string> {
  const { payments } = context.outside;
  const outcome = await payments.look(paymentId);
  if (outcome.state === 'authorised') await payments.release(paymentId);
  if (outcome.state !== 'captured') return 'nothing to do';
  const refund = await context.database.transaction(async (tx) => {
    await store.lockOrder(tx, payment.orderId);
    const [known] = await store.refundsOfPayment(tx, payment.id);
    if (known) return known;
    const now = context.clock.now();
    if (payment.providerPaymentId === null) await store.updatePayment(tx, payment.id, { providerPaymentId: paymentId });
    return store.insertRefund(tx, {
      orderId: payment.orderId,
      paymentId: payment.id,
      amountCents: payment.amountCents,
      state: 'wanted',
      requestedBy: 'shop',
      reason: 'paid after its attempt was over',
      idempotencyKey: `stray-${payment.id}`,
      createdAt: now,
      updatedAt: now,
    });
  });
  context.log.error({ orderId: payment.orderId, refundId: refund.id }, 'a payment without an order is given back');
  await sendRefund(context, refund.id);
  const sent = await store.refundById(context.database.orm, refund.id);
  return sent?.state === 'failed' ? 'could not be given back' : 'given back';
}
