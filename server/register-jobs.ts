import type { Context } from './context.ts';
import { purgeOwnAccount } from './customers/own-account/purge-own-account.ts';
import { purgeSignIns } from './customers/sign-in/purge-sign-ins.ts';
import { purgeOldNumbers } from './gift-cards/delivery/purge-numbers.ts';
import { purgeCallCounts } from './http/call-limits.ts';
import { purgeIdempotencyKeys } from './http/idempotency.ts';
import { purgeUsedTokens } from './integrations/human-check/purge-used-tokens.ts';
import { messagePurposes } from './message-purposes.ts';
import { dispatchMessage } from './messaging/dispatcher.ts';
import { purgeMessages } from './messaging/purge-messages.ts';
import { reconcileMessages } from './messaging/reconcile-messages.ts';
import { reconcilePendingOrder, reconcilePendingOrders } from './orders/placing/reconcile-pending-orders.ts';
import { purgeProviderEvents } from './orders/provider-events/purge-provider-events.ts';
import { reconcilePayments } from './orders/provider-events/reconcile-payments.ts';
import { sendQueuedRefunds, sendRefund } from './orders/refunds/send-refund.ts';

/** What happens without anybody asking: one worker a job, the scheduled jobs and the purges. */
export async function registerJobs(context: Context): Promise<void> {
  await context.jobs.work({
    workers: {
      'reconcile-order': ({ orderId }) => reconcilePendingOrder(context, orderId),
      'send-refund': ({ refundId }) => sendRefund(context, refundId),
      'send-message': ({ messageId }, { last }) => dispatchMessage(context, messagePurposes, { messageId, last }),
      'send-email': ({ messageId }, { last }) => dispatchMessage(context, messagePurposes, { messageId, last }),
    },
    scheduled: [
      () => reconcilePendingOrders(context),
      () => sendQueuedRefunds(context),
      () => reconcilePayments(context),
      (reason) => reconcileMessages(context, messagePurposes, reason),
    ],
    purges: [
      () => purgeSignIns(context),
      () => purgeOwnAccount(context),
      () => purgeUsedTokens(context),
      () => purgeOldNumbers(context),
      () => purgeIdempotencyKeys(context),
      () => purgeCallCounts(context),
      () => purgeMessages(context),
      () => purgeProviderEvents(context),
    ],
  });
}
