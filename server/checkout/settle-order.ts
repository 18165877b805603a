import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { issueCards } from '../gift-cards/issue-cards.ts';
import { type Failure, failure } from '../http/failures.ts';
import { queueHeldNotices } from '../notices/send-notice.ts';
import {
  isOfAccount,
  type PaymentOutcome,
  type PaymentRequest,
  paymentsUnreachable,
} from '../outside/payments/port.ts';
import { queueReceipt } from '../receipts/send-receipt.ts';
import { forgetCustomer } from './customers-store.ts';
import { paymentCustomerOf } from './payment-customer.ts';
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

/**
 * Open, keep the id, confirm: nothing is charged before the id is kept, so whatever happens afterwards can be asked for by id. An
 * attempt that is abandoned is ended at the provider, never paid to find out; if it was paid after all, that is the outcome.
 */
async function askProvider(context: Context, { payment, abandon }: Ask): Promise<PaymentOutcome | null> {
  const { payments } = context.outside;
  if (!isOfAccount(payment.provider, payments)) return ofAnotherAccount(payment);
  const known = payment.providerPaymentId;
  if (abandon) {
    if (known === null) return null;
    await payments.release(known);
    return payments.look(known);
  }
  if (known !== null && payment.state === 'requires_action') return payments.look(known);
  if (known !== null) return payments.confirm(known);
  const request = await requestOf(context, payment);
  if (request === null) return null;
  const opened = await payments.open(request);
  if ('state' in opened) return opened;
  const { paymentId } = opened;
  const kept = await store.keepPaymentId(context.database.orm, {
    id: payment.id,
    paymentId,
    now: context.clock.now(),
  });
  // Nobody will ever confirm this one: another was kept first, or the attempt is over.
  if (kept !== paymentId) await payments.release(paymentId);
  return kept === null ? payments.look(paymentId) : payments.confirm(kept);
}

/** The settings name another account now. Sandbox and test mode never charged anybody; a live account must be asked by its own keys. */
function ofAnotherAccount({ id, provider }: store.PaymentRow): null {
  if (provider === 'sandbox' || provider === 'stripe-test') return null;
  throw paymentsUnreachable(
    new Error(`Payment ${id} is of the account ${provider}, which the settings no longer name.`),
  );
}

/** Null when the provider's name of the payer has gone: without a kept id nothing was confirmed, so the attempt can be given up. */
async function requestOf(context: Context, payment: store.PaymentRow): Promise<PaymentRequest | null> {
  const order = await store.orderById(context.database.orm, payment.orderId);
  if (!order) throw new Error(`Order ${payment.orderId} is gone.`);
  const customerId = await paymentCustomerOf(context, order.memberId);
  if (customerId === null) return null;
  return {
    idempotencyKey: payment.idempotencyKey,
    orderId: order.id,
    cartId: order.cartId,
    amountCents: payment.amountCents,
    currency: 'aud',
    customerId,
    paymentMethod: payment.paymentMethod,
    saveCard: payment.saveCard,
    capture: payment.capture,
  };
}

/** `outcome` null: the attempt never reached the provider. */
type Recording = { payment: store.PaymentRow; outcome: PaymentOutcome | null; abandon: boolean };

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
  if (present?.state === 'declined' || present?.state === 'voided') return abandon ? null : declined(present.error);
  if (outcome === null || outcome.state === 'declined' || outcome.state === 'voided') {
    await endAttempt(context, tx, { order, payment, outcome, now });
    return abandon ? null : declined(outcome?.state === 'declined' ? outcome.message : null);
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
  // One captured in the dashboard before its hold was recorded here is held all the same; that it is captured is asked for next.
  await store.updatePayment(tx, payment.id, {
    state: order.heldFor === null ? outcome.state : 'authorised',
    providerPaymentId: outcome.paymentId,
    updatedAt: now,
  });
  return place(context, tx, order);
}

type Ended = { order: store.OrderRow; payment: store.PaymentRow; outcome: PaymentOutcome | null; now: Date };

/** A declined attempt counts against the shopper (approval rule); one that was given up does not. Its stock goes back. */
async function endAttempt(context: Context, tx: Transaction, { order, payment, outcome, now }: Ended): Promise<void> {
  const refused = outcome?.state === 'declined' ? outcome : null;
  if (refused?.fault)
    context.log.error({ err: refused.fault, payment: payment.id }, 'the provider refused our request');
  await store.updatePayment(tx, payment.id, {
    state: refused && !refused.fault ? 'declined' : 'voided',
    error: refused?.message ?? null,
    ...(outcome?.paymentId ? { providerPaymentId: outcome.paymentId } : {}),
    updatedAt: now,
  });
  if (refused?.customerGone)
    await forgetCustomer(tx, { memberId: order.memberId, account: context.outside.payments.account });
  await store.updateOrder(tx, order.id, { status: 'declined' });
  await store.returnStock(tx, order.id);
}

const declined = (message: string | null): Failure => failure('card_declined', [message ?? 'Your card was declined.']);

/** The order exists from here on: number, closed cart and, when approved, its cards with their delivery jobs. */
async function place(context: Context, tx: Transaction, order: store.OrderRow): Promise<number> {
  const now = context.clock.now();
  const status = order.heldFor === null ? 'approved' : 'held';
  const number = await store.nextOrderNumber(tx);
  await store.updateOrder(tx, order.id, { status, number, placedAt: now });
  await store.closeCart(tx, { order, now });
  if (status === 'held') await queueHeldNotices(context, tx, { orderId: order.id, now });
  else {
    await issueCards(context, tx, { orderId: order.id, now });
    await queueReceipt(context, tx, { orderId: order.id, now });
  }
  return order.id;
}
