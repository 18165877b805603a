import type { Context } from './context.ts';
import { checkBooksHourly, findLatestCheckSummary } from './domain/books/raise-alarm.ts';
import { purgeCarts } from './domain/cart/personal-data.ts';
import { purgeOwnAccount } from './domain/customers/own-account/purge-own-account.ts';
import { strangerShare } from './domain/customers/sign-in/code-limits.ts';
import { purgeSignIns } from './domain/customers/sign-in/purge-sign-ins.ts';
import { purgeOldNumbers } from './domain/gift-cards/delivery/purge-numbers.ts';
import { purgePictures } from './domain/gift-cards/delivery/purge-pictures.ts';
import { findSealingKey, findSigningSince } from './domain/gift-cards/keys/check-keys.ts';
import { expireCards } from './domain/gift-cards/ledger/expire-cards.ts';
import { lapseHolds } from './domain/gift-cards/ledger/lapse-holds.ts';
import { endStuckDeliveries } from './domain/gift-cards/notices/end-stuck-deliveries.ts';
import { updatePasses } from './domain/gift-cards/passes/update-passes.ts';
import { purgeGifts } from './domain/gift-cards/personal-data/personal-data.ts';
import { messagePurposes } from './domain/message-purposes.ts';
import { purgeSenders, watchDeclines } from './domain/orders/limits/watch-declines.ts';
import { purgeOrders } from './domain/orders/personal-data.ts';
import { reconcilePendingOrder, reconcilePendingOrders } from './domain/orders/placing/reconcile-pending-orders.ts';
import { purgeProviderEvents } from './domain/orders/provider-events/purge-provider-events.ts';
import { reconcilePayments } from './domain/orders/provider-events/reconcile-payments.ts';
import { sendQueuedRefunds, sendRefund } from './domain/orders/refunds/send-refund.ts';
import { refuseOverdueOrders } from './domain/orders/review/review-orders.ts';
import { purgeLeads } from './domain/site/purge-leads.ts';
import { purgeUsedTokens } from './integrations/human-check/purge-used-tokens.ts';
import { purgeCallCounts } from './platform/http/call-limits.ts';
import { purgeIdempotencyKeys } from './platform/http/idempotency.ts';
import { dispatchMessage, dispatchMessages } from './platform/messaging/dispatcher.ts';
import { purgeMessages } from './platform/messaging/purge-messages.ts';
import { reconcileMessages } from './platform/messaging/reconcile-messages.ts';
import { sendAlarm } from './platform/monitoring/alarms/send-alarm.ts';
import { type WatchedFeatures, watchAlarms } from './platform/monitoring/alarms/watch-alarms.ts';

export const watchedFeatures: WatchedFeatures = {
  strangersShare: strangerShare,
  books: findLatestCheckSummary,
  cardKey: findSealingKey,
  sessionSecretSince: findSigningSince,
};

export async function registerJobs(context: Context): Promise<void> {
  const { production, OPERATOR_MOBILE, OPERATOR_EMAIL } = context.settings;
  if (production && OPERATOR_MOBILE === '' && OPERATOR_EMAIL === '') context.log.warn('operator.no_mobile_or_email');
  await context.jobs.work({
    workers: {
      'reconcile-order': ({ orderId }) => reconcilePendingOrder(context, orderId),
      'send-refund': ({ refundId }) => sendRefund(context, refundId),
      'send-message': { runBatch: (jobs) => dispatchMessages(context, messagePurposes, jobs) },
      'send-email': ({ messageId }, { last }) => dispatchMessage(context, messagePurposes, { messageId, last }),
      'send-alarm': (event) => sendAlarm(context, event),
    },
    scheduled: [
      (reason) => reconcilePendingOrders(context, reason),
      () => refuseOverdueOrders(context),
      () => sendQueuedRefunds(context),
      () => lapseHolds(context),
      () => expireCards(context),
      () => reconcilePayments(context),
      () => watchDeclines(context),
      (reason) => reconcileMessages(context, messagePurposes, reason),
      () => updatePasses(context),
      () => endStuckDeliveries(context),
    ],
    watches: [() => watchAlarms(context, watchedFeatures)],
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
      () => purgeSenders(context),
      () => purgeLeads(context),
    ],
    hourly: [() => checkBooksHourly(context)],
    // Run daily, because these purges read whole tables.
    daily: [() => purgeGifts(context), () => purgeCarts(context), () => purgeOrders(context)],
  });
}
