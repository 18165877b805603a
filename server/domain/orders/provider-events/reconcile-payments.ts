import type { Context } from '#server/context.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordWarning } from '../disputes/record-warning.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { refundOrphanPayment } from '../refunds/refund-orphan-payment.ts';
import { settleHeldOrder } from '../review/review-orders.ts';
import { openDisputes, touchDispute } from '../stores/disputes-store.ts';
import { openWarnings, touchWarning } from '../stores/payment-warnings-store.ts';
import {
  listEndedPayments,
  listHeldPayments,
  markRechecked,
  type PaymentRow,
  touchPayment,
} from '../stores/payments-store.ts';
import { listPendingRefunds, touchRefund } from '../stores/refunds-store.ts';

const HOUR_MS = 3_600_000;
/**
 * Minimum time between two checks of the same payment, refund or dispute. Authorisations expire after a week; refunds
 * and disputes take days.
 */
const EVERY_MS = { held: HOUR_MS, ended: HOUR_MS, refund: 6 * HOUR_MS, dispute: 24 * HOUR_MS };

/**
 * Scheduled job that queries the provider in case a webhook was missed: Stripe stops retrying after three days. Each
 * checked payment, refund, dispute and warning moves to the end of its queue, so that none blocks the others.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  const { orm } = context.database;
  const { payments } = context.integrations;
  const now = context.clock.now();
  const unasked = (everyMs: number) => ({ account: payments.account, before: new Date(now.getTime() - everyMs) });
  for (const payment of await listHeldPayments(orm, unasked(EVERY_MS.held))) {
    await touchPayment(orm, payment.id, now);
    await reconcile(context, { orderId: payment.orderId }, () => settleHeldOrder(context, payment));
  }
  for (const payment of await listEndedPayments(orm, unasked(EVERY_MS.ended))) {
    await touchPayment(orm, payment.id, now);
    await reconcile(context, { paymentId: payment.id }, () => recheckEndedPayment(context, payment));
  }
  for (const { id, providerRefundId } of await listPendingRefunds(orm, unasked(EVERY_MS.refund))) {
    await touchRefund(orm, id, now);
    await reconcile(context, { refundId: id }, async () =>
      recordRefund(context, await payments.refundById(providerRefundId)),
    );
  }
  for (const { id, providerDisputeId } of await openDisputes(orm, unasked(EVERY_MS.dispute))) {
    await touchDispute(orm, id, now);
    await reconcile(context, { disputeId: id }, async () =>
      recordDispute(context, await payments.disputeById(providerDisputeId)),
    );
  }
  for (const { id, kind, providerWarningId } of await openWarnings(orm, unasked(EVERY_MS.dispute))) {
    await touchWarning(orm, id, now);
    await reconcile(context, { warningId: id }, async () =>
      recordWarning(context, await payments.warningById({ kind, warningId: providerWarningId })),
    );
  }
}

/**
 * Runs once per payment, an hour after its attempt ended: cancels a payment that is still open and refunds a late
 * charge.
 */
async function recheckEndedPayment(context: Context, payment: PaymentRow): Promise<string> {
  const { providerPaymentId: paymentId } = payment;
  if (paymentId === null) return 'nothing to do';
  await context.integrations.payments.cancel(paymentId);
  const result = await refundOrphanPayment(context, { payment, paymentId });
  await markRechecked(context.database.orm, payment.id, context.clock.now());
  return result;
}

/** Logs an error and continues, because a later run retries. */
async function reconcile(context: Context, subject: object, ask: () => Promise<string>): Promise<void> {
  try {
    context.log.info({ ...subject, outcome: await ask() }, 'payment.reconciled');
  } catch (error) {
    context.log.error({ err: error, ...subject }, 'payment.reconcile_failed');
  }
}
