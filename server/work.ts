import { settleWaitingOrder, settleWaitingOrders } from './checkout/settle-waiting.ts';
import type { Context } from './context.ts';
import { deliverCard } from './gift-cards/deliver-card.ts';
import { deliverDueCards } from './gift-cards/deliver-due-cards.ts';
import { forgetOldNumbers } from './gift-cards/forget-numbers.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { endLostClaims } from './messages/end-lost-claims.ts';
import { endLostNotices } from './notices/end-lost-notices.ts';
import { sendNotice } from './notices/send-notice.ts';
import { forgetOldEvents } from './payments/forget-events.ts';
import { lookAfterPayments } from './payments/look-after.ts';
import { sendRefund, sendWaitingRefunds } from './payments/send-refund.ts';
import { sendReceipt } from './receipts/send-receipt.ts';
import { forgetOldSignIns } from './sign-in/forget-old-sign-ins.ts';

/** What happens without anybody asking: one worker a job, and the sweeps behind them. */
export async function startWork(context: Context): Promise<void> {
  await context.jobs.work(
    {
      'deliver-card': ({ giftCardId }, attempt) => deliverCard(context, giftCardId, attempt),
      'settle-order': ({ orderId }) => settleWaitingOrder(context, orderId),
      'send-receipt': ({ orderId }, attempt) => sendReceipt(context, orderId, attempt),
      'send-refund': ({ refundId }) => sendRefund(context, refundId),
      'send-notice': (notice, attempt) => sendNotice(context, notice, attempt),
    },
    [
      (reason) => deliverDueCards(context, reason),
      () => settleWaitingOrders(context),
      () => sendWaitingRefunds(context),
      () => lookAfterPayments(context),
      () => forgetOldSignIns(context),
      () => forgetOldNumbers(context),
      () => forgetOldKeys(context),
      () => endLostClaims(context),
      () => endLostNotices(context),
      () => forgetOldEvents(context),
    ],
  );
}
