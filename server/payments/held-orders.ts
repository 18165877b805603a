import type { Context } from '../context.ts';
import { refusal } from '../database/refusal.ts';
import { issueCards } from '../gift-cards/issue-cards.ts';
import { type Failure, failure, isFailure } from '../http/failures.ts';
import { queueRefusedNotice } from '../notices/send-notice.ts';
import { isOfAccount, type PaymentOutcome } from '../outside/payments/port.ts';
import { queueReceipt } from '../receipts/send-receipt.ts';
import { wantStrayBack } from './return-stray.ts';
import * as store from './store.ts';

/** Why an order is refused (LG-11). */
export const REFUSAL_REASONS = [
  'fraud suspected',
  'unlawful order',
  'unverifiable',
  'payment declined',
  'suspended member',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/**
 * Approves an order that waits for an operator: captures its payment, then issues its cards, once. Throws while the provider does not
 * answer or refuses our request; approving again is safe.
 */
export async function approveOrder(context: Context, orderId: number): Promise<'approved' | Failure> {
  const payment = await heldPayment(context, orderId);
  if (isFailure(payment)) return payment;
  const outcome = await context.outside.payments.capture(payment.paymentId);
  // The provider found fault with our request, not with the payment: nothing is decided.
  if (outcome.state === 'declined' && outcome.fault) {
    const sentence = `The payment provider will not have our request (${outcome.fault.message.replace(/\.$/, '')}); nothing is decided.`;
    throw refusal({ code: 'payments', sentence, cause: outcome.fault });
  }
  const became = await recordDecision(context, { payment, outcome, reason: 'payment declined' });
  return became === 'approved' ? 'approved' : failure('order_not_held');
}

/** Refuses an order that waits for an operator: lets its payment go and gives its stock back, once. Throws as approveOrder does. */
export async function refuseOrder(
  context: Context,
  { orderId, reason }: { orderId: number; reason: RefusalReason },
): Promise<'refused' | Failure> {
  const payment = await heldPayment(context, orderId);
  if (isFailure(payment)) return payment;
  const { payments } = context.outside;
  await payments.release(payment.paymentId);
  const outcome = await payments.look(payment.paymentId);
  const became = await recordDecision(context, { payment, outcome, reason });
  return became === 'refused' ? 'refused' : failure('order_not_held');
}

/**
 * The provider tells of a held payment: captured in its dashboard, the order is approved; let go or run out (a card's authorisation
 * lasts seven days), it is refused.
 */
export async function settleHeldOrder(context: Context, payment: store.PaymentRow): Promise<string> {
  if (payment.providerPaymentId === null) return 'nothing to do';
  const outcome = await context.outside.payments.look(payment.providerPaymentId);
  return recordDecision(context, { payment, outcome, reason: 'payment declined' });
}

type HeldPayment = store.PaymentRow & { paymentId: string };

async function heldPayment(context: Context, orderId: number): Promise<HeldPayment | Failure> {
  const payment = await store.paidPaymentOf(context.database.orm, orderId);
  if (payment?.state !== 'authorised' || payment.providerPaymentId === null) return failure('order_not_held');
  if (!isOfAccount(payment.provider, context.outside.payments)) return failure('other_account', [payment.provider]);
  return { ...payment, paymentId: payment.providerPaymentId };
}

type Decision = { payment: store.PaymentRow; outcome: PaymentOutcome; reason: RefusalReason };

/** Less captured than the order came to is no payment of it: the order is refused, and what was captured goes back by the sweep of waiting refunds. */
const isPaid = (outcome: PaymentOutcome): boolean =>
  outcome.state === 'captured' && outcome.receivedCents === undefined;

async function recordDecision(
  context: Context,
  { payment, outcome, reason }: Decision,
): Promise<'approved' | 'refused' | 'still held' | 'decided before'> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const order = await store.lockOrder(tx, payment.orderId);
    if (order?.status !== 'held') return 'decided before';
    if (outcome.state === 'authorised' || outcome.state === 'requires_action') return 'still held';
    if (isPaid(outcome)) {
      await store.updatePayment(tx, payment.id, { state: 'captured', updatedAt: now });
      await store.updateOrder(tx, order.id, { status: 'approved' });
      await issueCards(context, tx, { orderId: order.id, now });
      await queueReceipt(context, tx, { orderId: order.id, now });
      return 'approved';
    }
    await store.updatePayment(tx, payment.id, { state: 'voided', updatedAt: now });
    await store.updateOrder(tx, order.id, { status: 'refused', refusalReason: reason });
    await store.returnStock(tx, order.id);
    if (outcome.state === 'captured') {
      await wantStrayBack(context, tx, { payment, amountCents: outcome.receivedCents ?? payment.amountCents });
    }
    await queueRefusedNotice(context, tx, { orderId: order.id, now });
    return 'refused';
  });
}
