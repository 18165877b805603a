import type { Context } from '#server/context.ts';
import {
  isPaymentsBroken,
  type ProviderRefund,
  paymentsUnreachable,
  type RefundRejected,
  type RefundRequest,
} from '#server/integrations/payments/port.ts';
import { findPaymentById } from '../stores/payments-store.ts';
import {
  beginNextAttempt,
  findRefundById,
  listQueuedRefundIds,
  markBroken,
  type RefundRow,
  touchRefund,
} from '../stores/refunds-store.ts';
import { recordAnswer, recordRejectedRefund } from './record-refund.ts';

const RETRY_AFTER_MS = 60_000;
/** After this time, a refund that Stripe does not list was not made: Stripe ends requests after 80 seconds. */
const ATTEMPT_OVER_MS = 5 * 60_000;

/**
 * Sends a queued refund. Throws if the provider is unreachable, so that the queue retries. Reuses the idempotency key
 * after a timeout. After a 5xx, which the provider replays for a day, looks the refund up first and uses a new key once
 * the attempt must have ended.
 */
export async function sendRefund(context: Context, refundId: number): Promise<void> {
  const { orm } = context.database;
  const refund = await findRefundById(orm, refundId);
  if (refund?.state !== 'queued' || refund.paymentId === null) return;
  const payment = await findPaymentById(orm, refund.paymentId);
  if (!payment?.providerPaymentId) throw new Error(`The payment of refund ${refundId} has no provider id.`);
  const answer = await sendOnce(context, { refund, paymentId: payment.providerPaymentId });
  if (answer.state === 'rejected') await recordRejectedRefund(context, { refundId, payment, error: answer.message });
  else await recordAnswer(context, answer);
}

type QueuedRefund = { refund: RefundRow; paymentId: string };

/** Looks the refund up first, because providers delete idempotency keys after about a day. */
async function sendOnce(
  context: Context,
  { refund, paymentId }: QueuedRefund,
): Promise<ProviderRefund | RefundRejected> {
  const { payments } = context.integrations;
  const { idempotencyKey: key, amountCents, brokenAt } = refund;
  const request = { key, attempt: refund.attempt, paymentId, amountCents };
  const now = context.clock.ms();
  if (brokenAt === null && now - refund.createdAt.getTime() < RETRY_AFTER_MS)
    return requestRefund(context, { refund, request });
  const earlierRefund = (await payments.listRefunds(paymentId)).find((refund) => refund.key === key);
  if (earlierRefund) return earlierRefund;
  if (brokenAt === null) return requestRefund(context, { refund, request });
  if (now - brokenAt.getTime() < ATTEMPT_OVER_MS)
    throw paymentsUnreachable(new Error('The last attempt may still be running.'));
  const attempt = await beginNextAttempt(context.database.orm, refund);
  return requestRefund(context, { refund: { ...refund, attempt }, request: { ...request, attempt } });
}

type Asking = { refund: RefundRow; request: RefundRequest };

async function requestRefund(context: Context, { refund, request }: Asking): Promise<ProviderRefund | RefundRejected> {
  try {
    return await context.integrations.payments.refund(request);
  } catch (error) {
    if (isPaymentsBroken(error)) await markBroken(context.database.orm, { refund, now: context.clock.now() });
    throw error;
  }
}

export async function sendQueuedRefunds(context: Context): Promise<void> {
  const { orm } = context.database;
  const before = new Date(context.clock.ms() - RETRY_AFTER_MS);
  for (const refundId of await listQueuedRefundIds(orm, before)) {
    await touchRefund(orm, refundId, context.clock.now());
    await sendRefund(context, refundId).catch((error) => {
      context.log.error({ err: error, refundId }, 'refund.send_failed');
    });
  }
}
