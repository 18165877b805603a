import type { Context } from '../context.ts';
import { settleHeldOrder } from './held-orders.ts';
import { markDispute } from './mark-dispute.ts';
import { recordRefund } from './record-refund.ts';
import * as store from './store.ts';

const HOUR_MS = 3_600_000;
/** A held payment can run out any time after a week; money on its way back and disputes take days. */
const EVERY_MS = { held: HOUR_MS, refund: 6 * HOUR_MS, dispute: 24 * HOUR_MS };

/**
 * The sweep for webhooks that never came (Stripe gives up after three days): asks what became of held payments, of refunds on their way and
 * of open disputes. Whatever is asked about goes to the end of its queue, so that one the provider has no answer for holds up nobody.
 */
export async function lookAfterPayments(context: Context): Promise<void> {
  const { orm } = context.database;
  const { payments } = context.outside;
  const now = context.clock.now();
  const wish = (everyMs: number) => ({ account: payments.account, before: new Date(now.getTime() - everyMs) });
  const ask = async (what: object, settle: () => Promise<string>): Promise<void> => {
    try {
      context.log.info({ ...what, result: await settle() }, 'what no event told was asked for');
    } catch (error) {
      context.log.error({ err: error, ...what }, 'the payment provider could not be asked; it is asked again later');
    }
  };
  for (const payment of await store.heldPayments(orm, wish(EVERY_MS.held))) {
    await store.updatePayment(orm, payment.id, { updatedAt: now });
    await ask({ orderId: payment.orderId }, () => settleHeldOrder(context, payment));
  }
  for (const { id, refundId } of await store.pendingRefunds(orm, wish(EVERY_MS.refund))) {
    await store.updateRefund(orm, id, { updatedAt: now });
    await ask({ refundId: id }, async () => recordRefund(context, await payments.refundById(refundId)));
  }
  for (const { id, disputeId } of await store.openDisputes(orm, wish(EVERY_MS.dispute))) {
    await store.updateDispute(orm, id, { updatedAt: now });
    await ask({ disputeId: id }, async () => markDispute(context, await payments.disputeById(disputeId)));
  }
}
