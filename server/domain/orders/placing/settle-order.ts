import type { Context } from '#server/context.ts';
import {
  type CardFacts,
  isOfAccount,
  isPaymentsError,
  type PaymentOutcome,
  type PaymentRequest,
  paymentsUnreachable,
} from '#server/integrations/payments/port.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';
import { DECLINE_WINDOW_MS, secondsUntil } from '../limits/payment-limits.ts';
import { paymentCustomerOf } from '../payments/payment-customer.ts';
import { lockOrder, type OrderRow, orderById, type PlacedOrder } from '../stores/orders-store.ts';
import { keepCreatedPayment, livePaymentOf, type PaymentRow } from '../stores/payments-store.ts';
import { type PaymentResult, recordPayment } from './approve-order.ts';
import type { Blocked } from './end-attempt.ts';
import { keepAndJudgeGifts } from './hold-gifts.ts';

/** An attempt to pay an order. */
export type Attempt = { order: OrderRow; payment: PaymentRow };

/**
 * `attempt`: the attempt as its caller has just written it. `isClientConnected`: the customer's own call waits for the
 * answer; nobody's does when it is left out. `providerCustomerId`, `securityCode` (the provider's token for it): where
 * the caller knows them.
 */
type Settling = {
  orderId: number;
  abandon?: boolean;
  attempt?: Attempt | undefined;
  providerCustomerId?: string | null;
  securityCode?: string | null;
  isClientConnected?: () => boolean;
};

/** Settles while a customer waits: an order of which the provider says nothing is unsettled, and asked for again later. */
export async function settleIfAnswered(context: Context, settling: Settling): Promise<Result<PlacedOrder | null>> {
  try {
    return await settleOrder(context, settling);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.error({ err: error, orderId: settling.orderId }, 'order.payment_unanswered');
    return appError('payment_unsettled');
  }
}

/**
 * Second step of placing an order: pay, or learn what became of the payment, and have it recorded once.
 * Returns the order when it is placed, null when the attempt is over and a new one may start, or the error the
 * customer sees. Throws when the provider does not answer; asking again later is safe.
 */
export async function settleOrder(
  context: Context,
  { attempt: written, providerCustomerId = null, securityCode = null, ...settling }: Settling,
): Promise<Result<PlacedOrder | null>> {
  const { orderId, abandon = false, isClientConnected = () => false } = settling;
  const attempt = written ?? (await liveAttempt(context, orderId));
  if (!attempt) return placedOrNull(context, orderId);
  const charged = await chargePayment(context, { ...attempt, abandon, providerCustomerId, securityCode });
  const result = await captureUnlessHeld(context, { ...attempt, charged });
  const { outcome } = result;
  const recorded = await context.database.transaction((tx) =>
    recordPayment(context, tx, { payment: attempt.payment, abandon, isClientConnected, ...result }),
  );
  if (recorded === 'ask again') return settleOrder(context, settling);
  // Should nobody get this far, the authorisation runs out by itself.
  if (recorded.isOver && outcome?.state === 'authorised') await context.integrations.payments.cancel(outcome.paymentId);
  return recorded.settled;
}

async function liveAttempt({ database: { orm } }: Context, orderId: number): Promise<Attempt | null> {
  const payment = await livePaymentOf(orm, orderId);
  if (!payment || payment.state === 'captured' || payment.state === 'authorised') return null;
  // Read after its payment: an order is written over only once its payment is over.
  const order = await orderById(orm, orderId);
  if (!order) throw new Error(`Order ${orderId} does not exist.`);
  return { order, payment };
}

async function placedOrNull(context: Context, orderId: number): Promise<PlacedOrder | null> {
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    return order?.number ? order : null;
  });
}

type Charging = Attempt & Required<Pick<Settling, 'providerCustomerId' | 'securityCode'>>;

/** What became of the payment, and why its order waits for an operator by now. */
type Charged = Omit<PaymentResult, 'securityCode'>;

/**
 * Create, keep the id, confirm: nothing is charged before the id is kept, so whatever happens afterwards can be looked
 * up by id. An attempt that is abandoned is ended at the provider, never paid to find out; if it was paid after all,
 * that is the outcome.
 */
async function chargePayment(
  context: Context,
  { abandon, ...charging }: Charging & { abandon: boolean },
): Promise<Charged> {
  const { payments } = context.integrations;
  const { payment, securityCode } = charging;
  const { heldFor } = charging.order;
  if (!isOfAccount(payment.provider, payments)) return { outcome: ofAnotherAccount(payment), heldFor };
  const known = payment.providerPaymentId;
  if (known === null) return abandon ? { outcome: null, heldFor } : createAndConfirm(context, charging);
  if (abandon) await payments.cancel(known);
  const isAsked = abandon || payment.state === 'requires_action';
  const outcome = await (isAsked ? payments.retrieve(known) : payments.confirm(known, { again: true, securityCode }));
  return { outcome, heldFor };
}

async function createAndConfirm(context: Context, charging: Charging): Promise<Charged> {
  const { payments } = context.integrations;
  const request = await requestOf(context, charging);
  const { heldFor } = charging.order;
  if (request === null) return { outcome: null, heldFor };
  const created = await payments.createPayment(request);
  if ('state' in created) return { outcome: created, heldFor };
  const now = context.clock.now();
  const { kept, ...judged } = await keepCreated(context, { charging, created, now });
  const outcome = await confirmKept(context, { charging, created, kept, now });
  return { outcome, heldFor: judged.heldFor };
}

/**
 * Null when the provider no longer knows the customer: without a kept id nothing was confirmed, so the attempt can be
 * abandoned.
 */
async function requestOf(context: Context, { order, payment, ...known }: Charging): Promise<PaymentRequest | null> {
  const providerCustomerId = known.providerCustomerId ?? (await paymentCustomerOf(context, order.customerId));
  if (providerCustomerId === null) return null;
  return {
    idempotencyKey: payment.idempotencyKey,
    orderId: order.id,
    cartId: order.cartId,
    amountCents: payment.amountCents,
    currency: 'AUD',
    providerCustomerId,
    paymentMethod: payment.paymentMethod,
    saveCard: payment.saveCard,
    capture: payment.capture,
  };
}

type Created = { paymentId: string; cardPrint: string | null };
type Keeping = { charging: Charging; created: Created; now: Date };
/** Null: the attempt is over. */
type Kept = Awaited<ReturnType<typeof keepCreatedPayment>>;

/** Keeps the provider's id; the payment card is known from here on, so gift cards bought with it are judged as well. */
async function keepCreated(
  context: Context,
  { charging: { order, payment }, created, now }: Keeping,
): Promise<{ kept: Kept; heldFor: HeldFor | null }> {
  const { settings, database } = context;
  const { cardPrint } = created;
  const since = new Date(now.getTime() - DECLINE_WINDOW_MS);
  const keep = (handle: Handle): Promise<Kept> =>
    keepCreatedPayment(handle, { ...created, id: payment.id, now, since, atMost: settings.DECLINES_PER_CARD });
  // What is captured in one step is not judged: a release that does not know the rule began it.
  if (settings.APPROVAL_GIFTS_PER_CARD === 0 || cardPrint === null || payment.capture)
    return { kept: await keep(database.orm), heldFor: order.heldFor };
  return keepAndJudgeGifts(context, { order, payment, cardPrint, keep, now });
}

async function confirmKept(
  context: Context,
  { charging, created: { paymentId }, kept, now }: Keeping & { kept: Kept },
): Promise<PaymentOutcome | Blocked> {
  const { payments } = context.integrations;
  // This one is never confirmed: another was kept first, or the attempt is over.
  if (kept?.paymentId !== paymentId) await payments.cancel(paymentId);
  if (kept === null) return payments.retrieve(paymentId);
  const how = { again: kept.paymentId !== paymentId, securityCode: charging.securityCode };
  if (kept.limitedBy === null) return payments.confirm(kept.paymentId, how);
  await payments.cancel(kept.paymentId);
  const present = await payments.retrieve(kept.paymentId);
  if (present.state !== 'voided') return present;
  const retryAfter = secondsUntil(kept.limitedBy, DECLINE_WINDOW_MS, now);
  return { state: 'blocked', paymentId: kept.paymentId, retryAfter };
}

/**
 * The settings name another account now. Sandbox and test mode never charged anybody; a live account needs its
 * own keys.
 */
function ofAnotherAccount({ id, provider }: PaymentRow): null {
  if (provider === 'sandbox' || provider === 'stripe-test') return null;
  throw paymentsUnreachable(
    new Error(`Payment ${id} is of the account ${provider}, which the settings no longer name.`),
  );
}

/**
 * A payment that the bank has authorised is captured unless the order is held, or what the bank says of the card holds
 * it now. Whoever settles the order comes to the same: the order's addresses are fixed, the bank's words are those of
 * the one authorisation, and a payment is captured once however often it is asked for. Until it is recorded the attempt
 * stays as it was, so one that was cut off here is taken up again like any other.
 */
async function captureUnlessHeld(
  context: Context,
  { order, payment, charged: { outcome, heldFor } }: Attempt & { charged: Charged },
): Promise<PaymentResult> {
  if (outcome === null || outcome.state === 'blocked') return { outcome, heldFor, securityCode: false };
  const given = { securityCode: payment.securityCode, outcome };
  const securityCode = isRightCode(given);
  const stillHeldFor = heldAfterCode(heldFor, given);
  if (stillHeldFor !== null || outcome.state !== 'authorised') return { outcome, heldFor: stillHeldFor, securityCode };
  const countries = [order.billingAddress, order.shippingAddress].map((address) => address.country_id ?? '');
  const mismatch = heldByMismatch(outcome.card, { rule: context.settings.APPROVAL_MISMATCH, countries });
  if (mismatch !== null) return { outcome, heldFor: mismatch, securityCode };
  return { outcome: await capture(context, outcome.paymentId), heldFor: null, securityCode };
}

/** `securityCode`: the customer gave that of the saved card. */
type Proved = { securityCode: boolean; outcome: PaymentOutcome };

/** Whether the bank has confirmed it. */
function isRightCode({ securityCode, outcome }: Proved): boolean {
  return securityCode && outcome.state === 'authorised' && outcome.card?.hasRightSecurityCode === true;
}

/**
 * Why the order is still held once its payment was authorised: the right security code proves a customer on a new
 * device. One that is captured was judged so before.
 */
export function heldAfterCode(heldFor: HeldFor | null, proved: Proved): HeldFor | null {
  if (heldFor !== 'new device' || !proved.securityCode) return heldFor;
  return proved.outcome.state === 'captured' || isRightCode(proved) ? null : heldFor;
}

type Mismatch = { rule: Settings['APPROVAL_MISMATCH'] /** Of the order's addresses. */; countries: readonly string[] };

/** The rule of what only the bank knows: null captures the payment that it has authorised. */
export function heldByMismatch(card: CardFacts | undefined, { rule, countries }: Mismatch): HeldFor | null {
  if (rule === 'off' || card === undefined) return null;
  if (card.failedChecks.includes('postcode')) return 'postcode check';
  if (card.failedChecks.includes('security code')) return 'security code check';
  if (rule === 'all' && card.country !== null && !countries.includes(card.country)) return 'card country';
  return null;
}

/** What became of it: captured, or ended without anything held on the card. Throws while it is neither. */
async function capture(context: Context, paymentId: string): Promise<PaymentOutcome> {
  const { payments } = context.integrations;
  const outcome = await payments.capture(paymentId);
  // Nothing may be approved by money that is only authorised.
  if (outcome.state === 'authorised') throw paymentsUnreachable(new Error(`Payment ${paymentId} is not captured yet.`));
  if (outcome.state !== 'declined') return outcome;
  // By the bank, or our request was rejected: the attempt ends, and the authorisation of the customer's card with it.
  await payments.cancel(paymentId);
  const present = await payments.retrieve(paymentId);
  return present.state === 'captured' ? present : { ...outcome, paymentId };
}
