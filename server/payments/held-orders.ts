import type { Context } from '../context.ts';
import { issueCards } from '../gift-cards/issue-cards.ts';
import { type Failure, failure } from '../http/failures.ts';
import type { PaymentOutcome } from '../outside/payments/port.ts';
import { queueReceipt } from '../receipts/send-receipt.ts';
import * as store from './store.ts';

/** Why an order is refused (LG-11). */
export type RefusalReason =
  | 'fraud suspected'
  | 'unlawful order'
  | 'unverifiable'
  | 'payment declined'
  | 'suspended member';

/**
 * Approves an order that waits for an operator: captures its payment, then issues its cards, once. Throws while the provider does not
 * answer; approving again is safe.
 */
export async function approveOrder(context: Context, orderId: number): Promise<'approved' | Failure> {
  const payment = await heldPayment(context, orderId);
  if (!payment?.providerPaymentId) return failure('order_not_held');
  const outcome = await context.outside.payments.capture(payment.providerPaymentId);
  // The provider found fault with our request, not with the payment: nothing is decided.
  if (outcome.state === 'declined' && outcome.fault) throw outcome.fault;
  const became = await recordDecision(context, { payment, outcome, reason: 'payment declined' });
  return became === 'approved' ? 'approved' : failure('order_not_held');
}

/** Refuses an order that waits for an operator: lets its payment go and gives its stock back, once. Throws as approveOrder does. */
export async function refuseOrder(
  context: Context,
  { orderId, reason }: { orderId: number; reason: RefusalReason },
): Promise<'refused' | Failure> {
  const payment = await heldPayment(context, orderId);
  if (!payment?.providerPaymentId) return failure('order_not_held');
  const { payments } = context.outside;
  await payments.release(payment.providerPaymentId);
  const outcome = await payments.look(payment.providerPaymentId);
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

async function heldPayment(context: Context, orderId: number): Promise<store.PaymentRow | null> {
  const payment = await store.paidPaymentOf(context.database.orm, orderId);
  return payment?.state === 'authorised' ? payment : null;
}

type Decision = { payment: store.PaymentRow; outcome: PaymentOutcome; reason: RefusalReason };

async function recordDecision(
  context: Context,
  { payment, outcome, reason }: Decision,
): Promise<'approved' | 'refused' | 'still held' | 'decided before'> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const order = await store.lockOrder(tx, payment.orderId);
    if (order?.status !== 'held') return 'decided before';
    if (outcome.state === 'authorised' || outcome.state === 'requires_action') return 'still held';
    if (outcome.state === 'captured') {
      await store.updatePayment(tx, payment.id, { state: 'captured', updatedAt: now });
      await store.updateOrder(tx, order.id, { status: 'approved' });
      await issueCards(context, tx, { orderId: order.id, now });
      await queueReceipt(context, tx, { orderId: order.id, now });
      return 'approved';
    }
    await store.updatePayment(tx, payment.id, { state: 'voided', updatedAt: now });
    await store.updateOrder(tx, order.id, { status: 'refused', refusalReason: reason });
    await store.returnStock(tx, order.id);
    return 'refused';
  });
}
