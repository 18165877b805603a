import type { Context } from '#server/context.ts';
import { lockCart } from '#server/domain/cart/queries.ts';
import { releaseStock } from '#server/domain/catalogue/stock/stock.ts';
import { canCaptureHolds, releaseHoldsOfOrder } from '#server/domain/gift-cards/ledger/order-holds.ts';
import { isPaymentsError, type PaymentOutcome, paymentsUnreachable } from '#server/integrations/payments/port.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import { type AppError, appError, type Result, tooManyDeclines } from '#server/platform/kernel/errors.ts';
import { queueOrphanRefund } from '../refunds/refund-orphan-payment.ts';
import { heldAfterCode, isRightCode, mismatchOf } from '../review/approval.ts';
import { linesOf, type OrderLineRow } from '../stores/order-lines-store.ts';
import { lockOrder, moveOrder, type OrderRow, orderById, type PlacedOrder } from '../stores/orders-store.ts';
import { clearPaymentCustomer } from '../stores/payment-customers-store.ts';
import { livePaymentOf, lockPayment, movePayment, type PaymentRow } from '../stores/payments-store.ts';
import { type Charged, chargePayment, type StartedAttempt } from './charge-payment.ts';
import { recordPlaced } from './record-placed.ts';

/**
 * `started`: the attempt as its caller has just written it. `isAwaited`: the customer's own call waits for the answer;
 * nobody's does when it is left out.
 */
type Settling = {
  orderId: number;
  abandon?: boolean;
  started?: StartedAttempt | undefined;
  providerCustomerId?: string | null;
  /** The provider's token for it, of the customer's call. */
  securityCode?: string | null;
  isAwaited?: () => boolean;
};

/**
 * Second step of placing an order: learn what became of the payment, and record it once.
 * Returns the order when it is placed, null when the attempt is over and a new one may start, or the error the
 * customer sees. Throws when the provider does not answer; asking again later is safe.
 */
export async function settleOrder(
  context: Context,
  { started, providerCustomerId, securityCode, ...settling }: Settling,
): Promise<Result<PlacedOrder | null>> {
  const { orderId, abandon = false, isAwaited = () => false } = settling;
  const attempt = started ?? (await openAttempt(context, orderId));
  if (!attempt) return placedOrNull(context, orderId);
  const { order, payment } = attempt;
  const charged = await chargePayment(context, { order, payment, abandon, providerCustomerId, securityCode });
  const paid = await captureUnlessHeld(context, { order, payment, charged });
  const { outcome } = paid;
  const recorded = await context.database.transaction((tx) =>
    record(context, tx, { payment, abandon, isAwaited, ...paid }),
  );
  if (recorded === 'ask again') return settleOrder(context, settling);
  // Should nobody get this far, the hold runs out by itself.
  if (recorded.isOver && outcome?.state === 'authorised') await context.integrations.payments.cancel(outcome.paymentId);
  return recorded.settled;
}

async function openAttempt({ database: { orm } }: Context, orderId: number): Promise<StartedAttempt | null> {
  const payment = await livePaymentOf(orm, orderId);
  if (!payment || payment.state === 'captured' || payment.state === 'authorised') return null;
  // Read after its payment: an order is written over only once its payment is over.
  const order = await orderById(orm, orderId);
  if (!order) throw new Error(`Order ${orderId} does not exist.`);
  return { order, payment };
}

/** The same while a customer waits: an order of which the provider says nothing is unsettled, and asked for again later. */
export async function settleIfAnswered(
  context: Context,
  of: Parameters<typeof settleOrder>[1],
): Promise<Result<PlacedOrder | null>> {
  try {
    return await settleOrder(context, of);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.error({ err: error, orderId: of.orderId }, 'order.payment_unanswered');
    return appError('payment_unsettled');
  }
}

/**
 * `heldFor`: why the order waits for an operator, by the rules before the payment or by what the bank said at it.
 * `securityCode`: the bank has confirmed the one that the customer gave.
 */
type Paid = Charged & { securityCode: boolean };

/**
 * A payment that the bank has authorised is captured unless the order is held, or what the bank says of the card holds
 * it now. Whoever settles the order comes to the same: the order's addresses are fixed, the bank's words are those of
 * the one authorisation, and a payment is captured once however often it is asked for. Until it is recorded the attempt
 * stays as it was, so one that was cut off here is taken up again like any other.
 */
async function captureUnlessHeld(
  context: Context,
  { order, payment, charged: { outcome, heldFor: held } }: StartedAttempt & { charged: Charged },
): Promise<Paid> {
  if (outcome === null || outcome.state === 'blocked') return { outcome, heldFor: held, securityCode: false };
  const given = { securityCode: payment.securityCode, outcome };
  const heldBefore = heldAfterCode(held, given);
  const securityCode = isRightCode(given);
  if (heldBefore !== null || outcome.state !== 'authorised') return { outcome, heldFor: heldBefore, securityCode };
  const countries = [order.billingAddress, order.shippingAddress].map((address) => address.country_id ?? '');
  const heldFor = mismatchOf(outcome.card, { rule: context.settings.APPROVAL_MISMATCH, countries });
  if (heldFor !== null) return { outcome, heldFor, securityCode };
  return { outcome: await capture(context, outcome.paymentId), heldFor, securityCode };
}

/** What became of it: captured, or ended without anything held on the card. Throws while it is neither. */
async function capture(context: Context, paymentId: string): Promise<PaymentOutcome> {
  const { payments } = context.integrations;
  const outcome = await payments.capture(paymentId);
  // Nothing may be approved by money that is only held.
  if (outcome.state === 'authorised') throw paymentsUnreachable(new Error(`Payment ${paymentId} is not captured yet.`));
  if (outcome.state !== 'declined') return outcome;
  // By the bank, or our request was rejected: the attempt ends, and the hold on the customer's card ends with it.
  await payments.cancel(paymentId);
  const present = await payments.retrieve(paymentId);
  return present.state === 'captured' ? present : { ...outcome, paymentId };
}

async function placedOrNull(context: Context, orderId: number): Promise<PlacedOrder | null> {
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    return order?.number ? order : null;
  });
}

/** `outcome` null: the attempt never reached the provider. */
type Recording = { payment: PaymentRow; abandon: boolean; isAwaited: () => boolean } & Paid;

/** `isOver`: another caller had recorded the end of this attempt. */
type Recorded = { settled: Result<PlacedOrder | null>; isOver?: true };

async function record(context: Context, tx: Transaction, recording: Recording): Promise<Recorded | 'ask again'> {
  const { payment, outcome, abandon } = recording;
  const [order, present, lines] = await together([
    lockOrder(tx, payment.orderId),
    lockPayment(tx, payment.id),
    linesOf(tx, payment.orderId),
  ]);
  if (!order || !present) throw new Error(`Order ${payment.orderId} or its payment does not exist.`);
  if (present.state === 'declined' || present.state === 'voided') {
    if (outcome?.state === 'captured') await queueOrphanRefund(context, tx, { payment: present, outcome });
    // Whatever became of the order since; else the same error as the other caller's.
    return { settled: order.number !== null ? order : abandon ? null : declineError(present), isOver: true };
  }
  if (order.number !== null) return { settled: order };
  // Another caller has opened it at the provider since it was read, and may have charged it: this outcome is of no use.
  const asked = outcome?.paymentId ?? payment.providerPaymentId;
  if (present.providerPaymentId !== null && present.providerPaymentId !== asked) return 'ask again';
  return { settled: await recordOutcome(context, tx, { ...recording, payment: present, order, lines }) };
}

type LockedOrder = { order: OrderRow; lines: readonly OrderLineRow[] };

async function recordOutcome(
  context: Context,
  tx: Transaction,
  { order, lines, payment, outcome, heldFor, securityCode, abandon, isAwaited }: Recording & LockedOrder,
): Promise<Result<PlacedOrder | null>> {
  const now = context.clock.now();
  if (outcome?.state === 'blocked') {
    const { paymentId, retryAfter } = outcome;
    context.log.warn({ orderId: order.id, paymentId: payment.id, retryAfter }, 'payment.card_limited');
    await endAttempt(context, tx, { order, lines, payment, outcome: { state: 'voided', paymentId }, now });
    return abandon ? null : tooManyDeclines(retryAfter);
  }
  if (outcome === null || outcome.state === 'declined' || outcome.state === 'voided') {
    await endAttempt(context, tx, { order, lines, payment, outcome, now });
    return abandon ? null : declineError(declineOf(outcome));
  }
  if (outcome.state === 'requires_action') return recordChallenge(tx, { payment, outcome, now });
  if (heldFor === null && outcome.state === 'captured' && !(await isCovered(tx, order)))
    return endUncovered(context, tx, { order, lines, payment, outcome, now });
  // One captured in the dashboard before its hold was recorded here is held all the same; that it is captured is
  // reconciled next.
  const [, placed] = await together([
    movePayment(tx, {
      id: payment.id,
      to: heldFor === null ? outcome.state : 'authorised',
      set: { providerPaymentId: outcome.paymentId, securityCode, updatedAt: now },
    }),
    recordPlaced(context, tx, { order, lines, heldFor, isAwaited }),
  ]);
  return placed;
}

/** Whether gift cards still pay their part. Their accounts are locked behind the cart, as where an order is prepared. */
async function isCovered(tx: Transaction, order: OrderRow): Promise<boolean> {
  if (order.giftCardTenderCents === 0) return true;
  const [, canCapture] = await together([lockCart(tx, order.cartId), canCaptureHolds(tx, order.id)]);
  return canCapture;
}

type Captured = Extract<PaymentOutcome, { state: 'captured' }>;
type Uncovered = LockedOrder & { payment: PaymentRow; outcome: Captured; now: Date };

/**
 * A gift card that was to pay a part of the order was frozen while the payment card paid the rest: nothing is bought,
 * and what the payment card paid goes back.
 */
async function endUncovered(context: Context, tx: Transaction, { outcome, ...ended }: Uncovered): Promise<AppError> {
  const { order, payment } = ended;
  context.log.error({ orderId: order.id, paymentId: payment.id }, 'order.gift_card_frozen');
  const over = { state: 'voided', paymentId: outcome.paymentId } as const;
  await endAttempt(context, tx, { ...ended, outcome: over, wasPaid: true });
  await queueOrphanRefund(context, tx, { payment, outcome });
  return appError('gift_card_changed');
}

type Challenge = { payment: PaymentRow; outcome: Extract<PaymentOutcome, { state: 'requires_action' }>; now: Date };

/** The customer's bank wants a challenge first; the client secret is what the browser starts it with. */
async function recordChallenge(tx: Transaction, { payment, outcome, now }: Challenge): Promise<AppError> {
  const { paymentId: providerPaymentId, clientSecret } = outcome;
  const set = { providerPaymentId, clientSecret, updatedAt: now };
  await movePayment(tx, { id: payment.id, to: 'requires_action', set });
  return appError('authentication_required', [clientSecret]);
}

type Ended = LockedOrder & { payment: PaymentRow; outcome: PaymentOutcome | null; now: Date; wasPaid?: true };

/**
 * A declined attempt counts against the customer, and so does one whose challenge was left unanswered; one that was
 * abandoned before does not. Its stock and what gift cards put aside are released.
 */
async function endAttempt(
  context: Context,
  tx: Transaction,
  { order, lines, payment, outcome, now, wasPaid }: Ended,
): Promise<void> {
  const decline = outcome?.state === 'declined' ? outcome : null;
  if (decline?.requestError) {
    context.log.error(
      { err: decline.requestError, orderId: order.id, paymentId: payment.id },
      'payment.request_rejected',
    );
  }
  const isDeclined = decline !== null && !decline.requestError;
  const isUnanswered = payment.state === 'requires_action' && decline === null && !wasPaid;
  await movePayment(tx, {
    id: payment.id,
    to: isDeclined ? 'declined' : 'voided',
    set: {
      ...declineOf(outcome),
      ...(isDeclined || isUnanswered ? { declinedAt: now } : {}),
      ...(outcome?.paymentId ? { providerPaymentId: outcome.paymentId } : {}),
      updatedAt: now,
    },
  });
  if (decline?.customerUnknown)
    await clearPaymentCustomer(tx, { customerId: order.customerId, account: context.integrations.payments.account });
  await moveOrder(tx, { id: order.id, to: 'declined' });
  // In the order in which an order that is placed locks them.
  await releaseHoldsOfOrder(tx, { orderId: order.id, now });
  await releaseStock(tx, lines);
}

/** The decline as the payment keeps it, so that whoever records it second returns the same error. */
type Decline = Pick<PaymentRow, 'error' | 'errorCode'>;

function declineOf(outcome: PaymentOutcome | null): Decline {
  if (outcome?.state !== 'declined') return { error: null, errorCode: null };
  return { error: outcome.message, errorCode: outcome.code ?? null };
}

/** In the provider's words; with a code of its own where the provider's reason has one. */
function declineError({ error, errorCode }: Decline): AppError {
  if (errorCode === null && error !== null) return appError('card_declined_for', [error]);
  return appError(errorCode ?? 'card_declined');
}
