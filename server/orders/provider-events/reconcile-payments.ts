import type { Context } from '../../context.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordWarning } from '../disputes/record-warning.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { settleHeldOrder } from '../review/review-orders.ts';
import { openDisputes, touchDispute } from '../stores/disputes-store.ts';
import { openWarnings, touchWarning } from '../stores/payment-warnings-store.ts';
import { heldPayments, touchPayment } from '../stores/payments-store.ts';
import { pendingRefunds, touchRefund } from '../stores/refunds-store.ts';

const HOUR_MS = 3_600_000;
/** A held payment can expire any time after a week; refunds and disputes take days. */
const EVERY_MS = { held: HOUR_MS, refund: 6 * HOUR_MS, dispute: 24 * HOUR_MS };

/**
 * The scheduled job for webhooks that never came (Stripe gives up after three days): asks what became of held payments,
 * of pending refunds, of open disputes and of open warnings. Whatever was reconciled goes to the end of its queue, so that one the
 * provider has no answer for holds up nobody.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  const { orm } = context.database;
  const { payments } = context.integrations;
  const now = context.clock.now();
  const unasked = (everyMs: number) => ({ account: payments.account, before: new Date(now.getTime() - everyMs) });
  for (const payment of await heldPayments(orm, unasked(EVERY_MS.held))) {
    await touchPayment(orm, payment.id, now);
    await reconcile(context, { orderId: payment.orderId }, () => settleHeldOrder(context, payment));
  }
  for (const { id, providerRefundId } of await pendingRefunds(orm, unasked(EVERY_MS.refund))) {
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

/** One that cannot be reconciled now is reconciled later. */
async function reconcile(context: Context, subject: object, ask: () => Promise<string>): Promise<void> {
  try {
    context.log.info({ ...subject, outcome: await ask() }, 'payment.reconciled');
  } catch (error) {
    context.log.error({ err: error, ...subject }, 'payment.reconcile_failed');
  }
}
