import type { Context } from '../context.ts';
import type { Payments, RefundRefused, RefundState } from '../outside/payments/port.ts';
import { recordAnswer, refundFailed } from './record-refund.ts';
import * as store from './store.ts';

const QUIET_MS = 60_000;

/**
 * The job send-refund: hands a wanted refund to the provider under its key, so that once is enough. Throws (and is retried) while it is
 * silent.
 */
export async function sendRefund(context: Context, refundId: number): Promise<void> {
  const { orm } = context.database;
  const refund = await store.refundById(orm, refundId);
  if (refund?.state !== 'wanted') return;
  const payment = await store.paymentById(orm, refund.paymentId);
  if (!payment?.providerPaymentId) throw new Error(`Refund ${refundId} is of a payment the provider never named.`);
  const isFirstTry = context.clock.ms() - refund.createdAt.getTime() < QUIET_MS;
  const { idempotencyKey: key, amountCents } = refund;
  const request = { key, paymentId: payment.providerPaymentId, amountCents };
  const { payments } = context.outside;
  const sent = isFirstTry ? await payments.refund(request) : await refundOnce(payments, request);
  if (sent.state === 'refused') await refundFailed(context, { refundId, payment, error: sent.message });
  else await recordAnswer(context, sent);
}

/** A provider forgets keys, after a day or so: one that may have the refund already is asked for it first. */
async function refundOnce(
  payments: Payments,
  request: Parameters<Payments['refund']>[0],
): Promise<RefundState | RefundRefused> {
  const found = (await payments.refundsOf(request.paymentId)).find(({ key }) => key === request.key);
  return found ?? payments.refund(request);
}

/** The sweep behind the job: every refund that has waited for a minute, whatever became of its job. */
export async function sendWaitingRefunds(context: Context): Promise<void> {
  const before = new Date(context.clock.ms() - QUIET_MS);
  for (const refundId of await store.waitingRefunds(context.database.orm, before)) {
    await sendRefund(context, refundId).catch((error) => {
      context.log.error({ err: error, refundId }, 'a refund still waits for the payment provider');
    });
  }
}
