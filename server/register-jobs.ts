import { checkBooksHourly } from './books/raise-alarm.ts';
import type { Context } from './context.ts';
import { purgeOwnAccount } from './customers/own-account/purge-own-account.ts';
import { purgeSignIns } from './customers/sign-in/purge-sign-ins.ts';
import { purgeOldNumbers } from './gift-cards/delivery/purge-numbers.ts';
import { purgePictures } from './gift-cards/delivery/purge-pictures.ts';
import { expireCards } from './gift-cards/ledger/expire-cards.ts';
import { lapseHolds } from './gift-cards/ledger/lapse-holds.ts';
import { endStuckDeliveries } from './gift-cards/notices/end-stuck-deliveries.ts';
import { updatePasses } from './gift-cards/passes/update-passes.ts';
import { purgeCallCounts } from './http/call-limits.ts';
import { purgeIdempotencyKeys } from './http/idempotency.ts';
import { purgeUsedTokens } from './integrations/human-check/purge-used-tokens.ts';
import { messagePurposes } from './message-purposes.ts';
import { dispatchMessage, dispatchMessages } from './messaging/dispatcher.ts';
import { purgeMessages } from './messaging/purge-messages.ts';
import { reconcileMessages } from './messaging/reconcile-messages.ts';
import { reconcilePendingOrder, reconcilePendingOrders } from './orders/placing/reconcile-pending-orders.ts';
import { purgeProviderEvents } from './orders/provider-events/purge-provider-events.ts';
import { reconcilePayments } from './orders/provider-events/reconcile-payments.ts';
import { sendQueuedRefunds, sendRefund } from './orders/refunds/send-refund.ts';
import { refuseOverdueOrders } from './orders/review/review-orders.ts';

/** What happens without anybody asking: one worker a job, the scheduled jobs and the purges. */
export async function registerJobs(context: Context): Promise<void> {
  const { production, OPERATOR_MOBILE, OPERATOR_EMAIL } = context.settings;
  if (production && OPERATOR_MOBILE === '' && OPERATOR_EMAIL === '') context.log.warn('operator.no_mobile_or_email');
  await context.jobs.work({
    workers: {
      'reconcile-order': ({ orderId }) => reconcilePendingOrder(context, orderId),
      'send-refund': ({ refundId }) => sendRefund(context, refundId),
      'send-message': { many: (jobs) => dispatchMessages(context, messagePurposes, jobs) },
      'send-email': ({ messageId }, { last }) => dispatchMessage(context, messagePurposes, { messageId, last }),
    },
    scheduled: [
      (reason) => reconcilePendingOrders(context, reason),
      () => refuseOverdueOrders(context),
      () => sendQueuedRefunds(context),
      () => lapseHolds(context),
      () => expireCards(context),
      () => reconcilePayments(context),
      () => checkBooksHourly(context),
      (reason) => reconcileMessages(context, messagePurposes, reason),
      () => updatePasses(context),
      () => endStuckDeliveries(context),
    ],
    purges: [
      () => purgeSignIns(context),
      () => purgeOwnAccount(context),
      () => purgeUsedTokens(context),
      () => purgeOldNumbers(context),
      () => purgePictures(context),
      () => purgeIdempotencyKeys(context),
      () => purgeCallCounts(context),
      () => purgeMessages(context),
      () => purgeProviderEvents(context),
    ],
  });
}
