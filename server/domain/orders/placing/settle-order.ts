import type { Context } from '#server/context.ts';
import {
  type CardFacts,
  isPaymentsError,
  matchesAccount,
  type PaymentOutcome,
  type PaymentRequest,
  paymentsUnreachable,
} from '#server/integrations/payments/port.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import type { Settings } from '#server/settings.ts';
import { DECLINE_WINDOW_MS, secondsUntilWindowEnd } from '../limits/payment-limits.ts';
import { findProviderCustomerId } from '../payments/provider-customer.ts';
import { findOrderById, lockOrder, type OrderRow, type PlacedOrder } from '../stores/orders-store.ts';
import { findLivePayment, type PaymentRow, recordCreatedPayment } from '../stores/payments-store.ts';
import { type PaymentResult, recordPaymentOutcome } from './approve-order.ts';
import type { Blocked } from './end-failed-payment.ts';
import { recordAndJudgeGifts } from './judge-gifts.ts';

type PaymentAttempt = { order: OrderRow; payment: PaymentRow; mayHaveGiftCards: boolean };

/**
 * `attempt`: the attempt that the caller has just saved. `abandon`: end the open attempt; set if the cart or the
 * payment card changed, or the 3-D Secure challenge expired.
 */
export type PendingOrder = { orderId: number; abandon?: boolean; attempt?: PaymentAttempt };

type CallerFacts = {
  providerCustomerId?: string | null;
  securityCodeToken?: string | null;
  isClientConnected?: () => boolean;
};

/** Settles the order. Returns payment_unsettled if the provider does not respond. */
export async function trySettleOrder(
  context: Context,
  pending: PendingOrder & CallerFacts,
): Promise<Result<PlacedOrder | null>> {
  try {
    return await settleOrder(context, pending);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.error({ err: error, orderId: pending.orderId }, 'order.payment_unanswered');
    return appError('payment_unsettled');
  }
}

/**
 * Charges or looks up an order's payment and records the outcome. Returns the placed order, null if a new attempt may
 * start, or the error for the customer. Throws while the provider does not respond; safe to retry.
 */
export async function settleOrder(
  context: Context,
  { attempt: written, providerCustomerId = null, securityCodeToken = null, ...pending }: PendingOrder & CallerFacts,
): Promise<Result<PlacedOrder | null>> {
  const { orderId, abandon = false, isClientConnected = () => false } = pending;
  const attempt = written ?? (await findOpenAttempt(context, orderId));
  if (!attempt) return lockIfPlaced(context, orderId);
  const charged = await chargePayment(context, { ...attempt, abandon, providerCustomerId, securityCodeToken });
  const result = await captureUnlessHeld(context, { ...attempt, charged });
  const settled = await recordPaymentOutcome(context, {
    payment: attempt.payment,
    abandon,
    isClientConnected,
    ...result,
  });
  return settled === 'ask again' ? settleOrder(context, pending) : settled;
}

async function findOpenAttempt({ database: { orm } }: Context, orderId: number): Promise<PaymentAttempt | null> {
  const payment = await findLivePayment(orm, orderId);
  if (!payment || payment.state === 'captured' || payment.state === 'authorised') return null;
  // Read the order after the payment, because an order is overwritten only once its payment has ended.
  const order = await findOrderById(orm, orderId);
  if (!order) throw new Error(`Order ${orderId} does not exist.`);
  return { order, payment, mayHaveGiftCards: true };
}

async function lockIfPlaced(context: Context, orderId: number): Promise<PlacedOrder | null> {
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    return order?.number ? order : null;
  });
}

type Charging = PaymentAttempt & Required<Pick<CallerFacts, 'providerCustomerId' | 'securityCodeToken'>>;

type Charged = Omit<PaymentResult, 'isSecurityCodeRight'>;

/**
 * Stores the payment id before confirming the payment, so that it can be looked up after a failure. Looks up an
 * abandoned payment after cancelling it, because it may have been paid.
 */
async function chargePayment(
  context: Context,
  { abandon, ...charging }: Charging & { abandon: boolean },
): Promise<Charged> {
  const { payments } = context.integrations;
  const { payment, securityCodeToken } = charging;
  const { heldFor } = charging.order;
  if (!matchesAccount(payment.provider, payments)) return { outcome: resolveForeignOutcome(payment), heldFor };
  const { providerPaymentId } = payment;
  if (providerPaymentId === null) return abandon ? { outcome: null, heldFor } : createAndConfirm(context, charging);
  if (abandon) await payments.cancel(providerPaymentId);
  const isRetrieved = abandon || payment.state === 'requires_action';
  const outcome = await (isRetrieved
    ? payments.retrieve(providerPaymentId)
    : payments.confirm(providerPaymentId, { mayBeConfirmed: true, securityCodeToken }));
  return { outcome, heldFor };
}

async function createAndConfirm(context: Context, charging: Charging): Promise<Charged> {
  const { payments } = context.integrations;
  const request = await buildRequest(context, charging);
  const { heldFor } = charging.order;
  if (request === null) return { outcome: null, heldFor };
  const created = await payments.createPayment(request);
  if ('state' in created) return { outcome: created, heldFor };
  const now = context.clock.now();
  const { storedPayment, ...judged } = await recordCreated(context, { charging, created, now });
  const outcome = await confirmKept(context, { charging, created, storedPayment, now });
  return { outcome, heldFor: judged.heldFor };
}

/**
 * Returns null if the provider no longer knows the customer. No payment id is stored yet, so nothing was confirmed and
 * the attempt can be abandoned.
 */
async function buildRequest(
  context: Context,
  { order, payment, ...charging }: Charging,
): Promise<PaymentRequest | null> {
  const providerCustomerId = charging.providerCustomerId ?? (await findProviderCustomerId(context, order.customerId));
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
type Kept = Awaited<ReturnType<typeof recordCreatedPayment>>;

async function recordCreated(
  context: Context,
  { charging: { order, payment, mayHaveGiftCards }, created, now }: Keeping,
): Promise<{ storedPayment: Kept; heldFor: HeldFor | null }> {
  const { settings, database } = context;
  const { cardPrint } = created;
  const since = new Date(now.getTime() - DECLINE_WINDOW_MS);
  const keep = (handle: Handle): Promise<Kept> =>
    recordCreatedPayment(handle, { ...created, id: payment.id, now, since, atMost: settings.DECLINES_PER_CARD });
  // If `capture` is true, no rule needed an authorisation when the payment was created, so the limit does not apply.
  const isJudged = mayHaveGiftCards && settings.APPROVAL_GIFTS_PER_CARD > 0 && !payment.capture;
  if (!isJudged || cardPrint === null) return { storedPayment: await keep(database.orm), heldFor: order.heldFor };
  return recordAndJudgeGifts(context, { order, payment, cardPrint, keep, now });
}

async function confirmKept(
  context: Context,
  { charging, created: { paymentId }, storedPayment, now }: Keeping & { storedPayment: Kept },
): Promise<PaymentOutcome | Blocked> {
  const { payments } = context.integrations;
  // Another payment was stored first, or the attempt ended, so never confirm this payment.
  if (storedPayment?.paymentId !== paymentId) await payments.cancel(paymentId);
  if (storedPayment === null) return payments.retrieve(paymentId);
  const options = {
    mayBeConfirmed: storedPayment.paymentId !== paymentId,
    securityCodeToken: charging.securityCodeToken,
  };
  if (storedPayment.limitedBy === null) return payments.confirm(storedPayment.paymentId, options);
  await payments.cancel(storedPayment.paymentId);
  const present = await payments.retrieve(storedPayment.paymentId);
  if (present.state !== 'voided') return present;
  const retryAfter = secondsUntilWindowEnd(storedPayment.limitedBy, DECLINE_WINDOW_MS, now);
  return { state: 'blocked', paymentId: storedPayment.paymentId, retryAfter };
}

/**
 * Returns null for sandbox and test payments, because they charge nothing. Throws for a payment of another live
 * account, because only that account's keys can look it up.
 */
function resolveForeignOutcome({ id, provider }: PaymentRow): null {
  if (provider === 'sandbox' || provider === 'stripe-test') return null;
  throw paymentsUnreachable(
    new Error(`Payment ${id} belongs to the provider account ${provider}, which the settings no longer contain.`),
  );
}

/**
 * Captures an authorised payment unless the order is held. Safe to run concurrently and to retry: the addresses and the
 * bank's response do not change, and the provider captures once.
 */
async function captureUnlessHeld(
  context: Context,
  { order, payment, charged }: PaymentAttempt & { charged: Charged },
): Promise<PaymentResult> {
  const { outcome } = charged;
  if (outcome === null || outcome.state === 'blocked') return { ...charged, isSecurityCodeRight: false };
  const proof = { hasSecurityCode: payment.hasSecurityCode, outcome };
  const isSecurityCodeRight = hasRightCode(proof);
  const countries = [order.billingAddress, order.shippingAddress].map((address) => address.country_id ?? '');
  const mismatch = { rule: context.settings.APPROVAL_MISMATCH, countries };
  const heldFor = holdReasonAfterAuthorisation(charged.heldFor, { ...proof, mismatch });
  if (heldFor !== null || outcome.state !== 'authorised') return { outcome, heldFor, isSecurityCodeRight };
  return { outcome: await capture(context, outcome.paymentId), heldFor, isSecurityCodeRight };
}

type Proof = { hasSecurityCode: boolean; outcome: PaymentOutcome };

function hasRightCode({ hasSecurityCode, outcome }: Proof): boolean {
  return hasSecurityCode && outcome.state === 'authorised' && outcome.card?.hasRightSecurityCode === true;
}

function holdReasonAfterAuthorisation(
  heldFor: HeldFor | null,
  { mismatch, ...proof }: Proof & { mismatch: Mismatch },
): HeldFor | null {
  const { outcome } = proof;
  const stillHeldFor = holdReasonAfterCode(heldFor, proof);
  if (stillHeldFor !== null || outcome.state !== 'authorised') return stillHeldFor;
  return holdReasonForMismatch(outcome.card, mismatch);
}

/**
 * Lifts a 'new device' hold if the security code was right. A captured payment passed this check before its capture.
 */
export function holdReasonAfterCode(heldFor: HeldFor | null, proof: Proof): HeldFor | null {
  if (heldFor !== 'new device' || !proof.hasSecurityCode) return heldFor;
  return proof.outcome.state === 'captured' || hasRightCode(proof) ? null : heldFor;
}

type Mismatch = { rule: Settings['APPROVAL_MISMATCH']; countries: readonly string[] };

export function holdReasonForMismatch(card: CardFacts | undefined, { rule, countries }: Mismatch): HeldFor | null {
  if (rule === 'off' || card === undefined) return null;
  if (card.failedChecks.includes('postcode')) return 'postcode check';
  if (card.failedChecks.includes('security code')) return 'security code check';
  if (rule === 'all' && card.country !== null && !countries.includes(card.country)) return 'card country';
  return null;
}

async function capture(context: Context, paymentId: string): Promise<PaymentOutcome> {
  const { payments } = context.integrations;
  const outcome = await payments.capture(paymentId);
  if (outcome.state === 'authorised') throw paymentsUnreachable(new Error(`Payment ${paymentId} is not captured yet.`));
  if (outcome.state !== 'declined') return outcome;
  // The capture was declined or rejected, so the authorisation must end with the attempt.
  await payments.cancel(paymentId);
  const present = await payments.retrieve(paymentId);
  return present.state === 'captured' ? present : { ...outcome, paymentId };
}
