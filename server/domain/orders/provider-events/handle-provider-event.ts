import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { isPaymentsError, type PaymentEvent } from '#server/integrations/payments/port.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordWarning } from '../disputes/record-warning.ts';
import { settleOrder } from '../placing/settle-order.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { refundOrphanPayment } from '../refunds/refund-orphan-payment.ts';
import { settleHeldOrder } from '../review/review-orders.ts';
import { findPaymentOfProvider, type PaymentRow } from '../stores/payments-store.ts';
import { claimEvent, endClaim } from '../stores/provider-events-store.ts';

/** A claim older than this belongs to a crashed process. */
const CLAIM_MS = 60_000;
const UNSETTLED: ReadonlySet<PaymentRow['state']> = new Set(['started', 'requires_action', 'authorised']);

/**
 * Handles each event id once. Events may be repeated, late or out of order, so they are only hints: the shop asks the
 * provider for the current state and records that.
 */
export async function handleProviderEvent(context: Context, event: PaymentEvent): Promise<'settled' | 'not settled'> {
  const { orm } = context.database;
  const { account } = context.integrations.payments;
  const now = context.clock.now();
  const named = { account, eventId: event.id };
  const staleBefore = new Date(now.getTime() - CLAIM_MS);
  const claim = randomUUID();
  const claimed = await claimEvent(orm, { ...named, type: event.type, claim, now, staleBefore });
  if (claimed.settled) return 'settled';
  if (!claimed.mine) return 'not settled';
  try {
    const result = await act(context, event);
    await endClaim(orm, { ...named, claim, result, now: context.clock.now() });
    context.log.info({ eventId: event.id, type: event.type, result }, 'provider_event.handled');
    return 'settled';
  } catch (error) {
    await endClaim(orm, { ...named, claim, result: null, now: context.clock.now() });
    context.log.error({ err: error, eventId: event.id, type: event.type }, 'provider_event.failed');
    if (isPaymentsError(error)) return 'not settled';
    throw error;
  }
}

async function act(context: Context, event: PaymentEvent): Promise<string> {
  const { payments } = context.integrations;
  if (event.about === 'payment') return settlePayment(context, event);
  if (event.about === 'nothing here') return 'nothing to do';
  if (event.about === 'refund') {
    const refund = await payments.refundById(event.refundId);
    await settleFirst(context, refund);
    return recordRefund(context, refund);
  }
  if (event.about === 'dispute') {
    const dispute = await payments.disputeById(event.disputeId);
    await settleFirst(context, dispute);
    return recordDispute(context, dispute);
  }
  if (event.about === 'warning') {
    const warning = await payments.warningById(event);
    await settleFirst(context, warning);
    return recordWarning(context, warning);
  }
  await settleFirst(context, event);
  const results: string[] = [];
  for (const refund of await payments.listRefunds(event.paymentId)) results.push(await recordRefund(context, refund));
  return results.at(-1) ?? 'nothing to do';
}

/**
 * Settles the order before its refund or dispute is recorded; otherwise, gift cards issued afterwards could still be
 * spent.
 */
async function settleFirst(context: Context, { paymentId }: { paymentId: string }): Promise<void> {
  const payment = await findPaymentOfProvider(context.database.orm, { paymentId, key: null });
  if (payment && UNSETTLED.has(payment.state)) await settlePayment(context, { paymentId, key: null });
}

async function settlePayment(context: Context, event: { paymentId: string; key: string | null }): Promise<string> {
  const payment = await findPaymentOfProvider(context.database.orm, event);
  if (!payment) return 'not ours';
  switch (payment.state) {
    case 'started':
    case 'requires_action':
      await settleOrder(context, { orderId: payment.orderId });
      return 'order settled';
    case 'authorised':
      return settleHeldOrder(context, payment);
    case 'declined':
    case 'voided':
      return refundOrphanPayment(context, { payment, paymentId: event.paymentId });
    default:
      return 'known already';
  }
}
