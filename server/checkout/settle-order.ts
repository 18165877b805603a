import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { issueCards } from '../gift-cards/issue-cards.ts';
import { type Failure, failure } from '../http/failures.ts';
import type { PaymentOutcome } from '../outside/payments/port.ts';
import * as store from './store.ts';

/**
 * Second step of placing an order: learn what became of the payment, and record it once.
 * Answers the order's id when it is placed, null when the attempt is over and a new one may start, or the failure the
 * shopper sees. Throws when the provider does not answer; asking again later is safe.
 */
export async function settleOrder(
  context: Context,
  wish: { orderId: number; abandon?: boolean },
): Promise<number | null | Failure> {
  const payment = await store.livePaymentOf(context.database.orm, wish.orderId);
  if (!payment) return placedOrNull(context, wish.orderId);
  if (payment.state === 'captured' || payment.state === 'authorised') return placedOrNull(context, wish.orderId);
  const outcome = await askProvider(context, { payment, abandon: wish.abandon === true });
  return context.database.transaction((tx) =>
    record(context, tx, { payment, outcome, abandon: wish.abandon === true }),
  );
}

async function placedOrNull(context: Context, orderId: number): Promise<number | null> {
  return context.database.transaction(async (tx) => {
    const order = await store.lockOrder(tx, orderId);
    return order?.number ? order.id : null;
  });
}

type Ask = { payment: store.PaymentRow; abandon: boolean };

/** A payment that waits for the shopper's bank is looked at; any other is sent (again) under its own key. */
async function askProvider(context: Context, { payment, abandon }: Ask): Promise<PaymentOutcome> {
  const { payments } = context.outside;
  const outcome =
    payment.state === 'requires_action' && payment.providerPaymentId
      ? await payments.look(payment.providerPaymentId)
      : await pay(context, payment);
  if (!abandon || outcome.state !== 'requires_action') return outcome;
  await payments.release(outcome.paymentId);
  return payments.look(outcome.paymentId);
}

async function pay(context: Context, payment: store.PaymentRow): Promise<PaymentOutcome> {
  const order = await context.database.transaction((tx) => store.lockOrder(tx, payment.orderId));
  const member = order ? await store.memberById(context.database.orm, order.memberId) : null;
  if (!order || !member?.paymentCustomerId) throw new Error(`Order ${payment.orderId} has no payer.`);
  return context.outside.payments.pay({
    idempotencyKey: payment.idempotencyKey,
    orderId: order.id,
    cartId: order.cartId,
    amountCents: payment.amountCents,
    currency: 'aud',
    customerId: member.paymentCustomerId,
    paymentMethod: payment.paymentMethod,
    saveCard: payment.saveCard,
    capture: payment.capture,
  });
}

type Recording = { payment: store.PaymentRow; outcome: PaymentOutcome; abandon: boolean };

async function record(
  context: Context,
  tx: Transaction,
  { payment, outcome, abandon }: Recording,
): Promise<number | null | Failure> {
  const order = await store.lockOrder(tx, payment.orderId);
  const now = context.clock.now();
  if (!order) throw new Error(`Order ${payment.orderId} is gone.`);
  if (order.number !== null) return order.id;
  const present = await store.paymentById(tx, payment.id);
  // Somebody else has recorded this attempt's end already: tell this caller the same.
  if (present?.state === 'declined') return abandon ? null : declined(present.error);
  if (outcome.state === 'declined') {
    await store.updatePayment(tx, payment.id, {
      state: 'declined',
      error: outcome.message,
      providerPaymentId: outcome.paymentId,
      updatedAt: now,
    });
    await store.updateOrder(tx, order.id, { status: 'declined' });
    await store.returnStock(tx, order.id);
    return abandon ? null : declined(outcome.message);
  }
  if (outcome.state === 'requires_action') {
    const { paymentId: providerPaymentId, clientSecret } = outcome;
    await store.updatePayment(tx, payment.id, {
      state: 'requires_action',
      providerPaymentId,
      clientSecret,
      updatedAt: now,
    });
    return failure('authentication_required', [clientSecret]);
  }
  await store.updatePayment(tx, payment.id, {
    state: outcome.state,
    providerPaymentId: outcome.paymentId,
    updatedAt: now,
  });
  return place(context, tx, order);
}

const declined = (message: string | null): Failure => failure('card_declined', [message ?? 'Your card was declined.']);

/** The order exists from here on: number, closed cart and, when approved, its cards with their delivery jobs. */
async function place(context: Context, tx: Transaction, order: store.OrderRow): Promise<number> {
  const now = context.clock.now();
  const status = order.heldFor === null ? 'approved' : 'held';
  const number = await store.nextOrderNumber(tx);
  await store.updateOrder(tx, order.id, { status, number, placedAt: now });
  await store.closeCart(tx, { cartId: order.cartId, now });
  if (status === 'approved') await issueCards(context, tx, { orderId: order.id, now });
  return order.id;
}
