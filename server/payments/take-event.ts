import { randomUUID } from 'node:crypto';
import { settleOrder } from '../checkout/settle-order.ts';
import type { Context } from '../context.ts';
import { isPaymentsUnreachable, type PaymentEvent } from '../outside/payments/port.ts';
import { settleHeldOrder } from './held-orders.ts';
import { markDispute } from './mark-dispute.ts';
import { recordRefund } from './record-refund.ts';
import { returnStrayPayment } from './return-stray.ts';
import * as store from './store.ts';

/** Whoever claimed an event longer ago than this has died over it. */
const CLAIM_MS = 60_000;
/** States of a payment whose order is still to be decided. */
const UNSETTLED = new Set(['started', 'requires_action', 'authorised']);

/**
 * Acts on what the payment provider tells, once for each event id. Events come repeated, late and in any order: each only says whom to
 * ask about, and the provider's present word is what is recorded.
 */
export async function takeEvent(context: Context, event: PaymentEvent): Promise<'settled' | 'not settled'> {
  const { orm } = context.database;
  const { account } = context.outside.payments;
  const now = context.clock.now();
  const named = { account, eventId: event.id };
  const staleBefore = new Date(now.getTime() - CLAIM_MS);
  const claim = randomUUID();
  const claimed = await store.claimEvent(orm, { ...named, type: event.type, claim, now, staleBefore });
  if (claimed.settled) return 'settled';
  if (!claimed.mine) return 'not settled';
  try {
    const result = await act(context, event);
    await store.endClaim(orm, { ...named, claim, result, now: context.clock.now() });
    context.log.info({ eventId: event.id, type: event.type, result }, 'an event of the payment provider is settled');
    return 'settled';
  } catch (error) {
    await store.endClaim(orm, { ...named, claim, result: null, now: context.clock.now() });
    context.log.error({ err: error, eventId: event.id, type: event.type }, 'an event of the payment provider waits');
    if (isPaymentsUnreachable(error)) return 'not settled';
    throw error;
  }
}

/** What was done, in a word for the record. */
async function act(context: Context, event: PaymentEvent): Promise<string> {
  const { payments } = context.outside;
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
    return markDispute(context, dispute);
  }
  await settleFirst(context, event);
  const found = await payments.refundsOf(event.paymentId);
  const done: string[] = [];
  for (const refund of found) done.push(await recordRefund(context, refund));
  return done.at(-1) ?? 'nothing to do';
}

/** Cards that came to be only after their money had gone back would be spent for nothing: first the order, then what became of it. */
async function settleFirst(context: Context, { paymentId }: { paymentId: string }): Promise<void> {
  const payment = await store.paymentOfProvider(context.database.orm, { paymentId, key: null });
  if (payment && UNSETTLED.has(payment.state)) await settlePayment(context, { paymentId, key: null });
}

async function settlePayment(context: Context, event: { paymentId: string; key: string | null }): Promise<string> {
  const payment = await store.paymentOfProvider(context.database.orm, event);
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
      return returnStrayPayment(context, { payment, paymentId: event.paymentId });
    default:
      return 'known already';
  }
}
