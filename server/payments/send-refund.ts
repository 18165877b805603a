import type { Context } from '../context.ts';
import {
  isPaymentsBroken,
  paymentsUnreachable,
  type RefundRefused,
  type RefundRequest,
  type RefundState,
} from '../outside/payments/port.ts';
import { recordAnswer, refundFailed } from './record-refund.ts';
import * as store from './store.ts';

const QUIET_MS = 60_000;
/** No request of Stripe's lives that long (it ends them after about 80 s): what a look does not show by then was not done. */
const SPENT_MS = 5 * 60_000;

/**
 * The job send-refund: hands a wanted refund to the provider, once. Throws (and is retried) while it is silent. The same key may be sent
 * again after no answer. After a server error (5xx) it may not help: the provider repeats that error for the same key for a day. Then the
 * refund is looked for, and sent under the next attempt's key only when it was not there once that attempt was surely over.
 */
export async function sendRefund(context: Context, refundId: number): Promise<void> {
  const { orm } = context.database;
  const refund = await store.refundById(orm, refundId);
  if (refund?.state !== 'wanted') return;
  const payment = await store.paymentById(orm, refund.paymentId);
  if (!payment?.providerPaymentId) throw new Error(`Refund ${refundId} is of a payment the provider never named.`);
  const sent = await sendOnce(context, { refund, paymentId: payment.providerPaymentId });
  if (sent.state === 'refused') await refundFailed(context, { refundId, payment, error: sent.message });
  else await recordAnswer(context, sent);
}

type Sending = { refund: store.RefundRow; paymentId: string };

/** A provider forgets keys, after a day or so: one that may have the refund already is asked for it first. */
async function sendOnce(context: Context, { refund, paymentId }: Sending): Promise<RefundState | RefundRefused> {
  const { payments } = context.outside;
  const { idempotencyKey: key, amountCents, brokenAt } = refund;
  const request = { key, attempt: refund.attempt, paymentId, amountCents };
  const now = context.clock.ms();
  if (brokenAt === null && now - refund.createdAt.getTime() < QUIET_MS) return ask(context, { refund, request });
  const found = (await payments.refundsOf(paymentId)).find((one) => one.key === key);
  if (found) return found;
  if (brokenAt === null) return ask(context, { refund, request });
  if (now - brokenAt.getTime() < SPENT_MS)
    throw paymentsUnreachable(new Error('The last attempt may not be over yet.'));
  const attempt = await store.nextAttempt(context.database.orm, refund);
  return ask(context, { refund: { ...refund, attempt }, request: { ...request, attempt } });
}

type Asking = { refund: store.RefundRow; request: RefundRequest };

async function ask(context: Context, { refund, request }: Asking): Promise<RefundState | RefundRefused> {
  try {
    return await context.outside.payments.refund(request);
  } catch (error) {
    if (isPaymentsBroken(error)) await store.markBroken(context.database.orm, { refund, now: context.clock.now() });
    throw error;
  }
}

/** The sweep behind the job: every refund that has waited for a minute, whatever became of its job, in turn. */
export async function sendWaitingRefunds(context: Context): Promise<void> {
  const { orm } = context.database;
  const before = new Date(context.clock.ms() - QUIET_MS);
  for (const refundId of await store.waitingRefunds(orm, before)) {
    await store.updateRefund(orm, refundId, { updatedAt: context.clock.now() });
    await sendRefund(context, refundId).catch((error) => {
      context.log.error({ err: error, refundId }, 'a refund still waits for the payment provider');
    });
  }
}
