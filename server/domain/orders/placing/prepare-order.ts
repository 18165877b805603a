import { createHash, randomUUID } from 'node:crypto';
import { CHECKOUT_SECONDS } from '#contract/rules/limits.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import { lockOpenCart } from '#server/domain/cart/queries.ts';
import { LEAST_CARD_CENTS } from '#server/domain/cart/totals/cart-tenders.ts';
import { reserveStock } from '#server/domain/catalogue/stock/stock.ts';
import { deviceName } from '#server/domain/customers/devices/device.ts';
import { lockCustomer } from '#server/domain/customers/queries.ts';
import { holdForOrder } from '#server/domain/gift-cards/ledger/order-holds.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import { nextId } from '#server/platform/database/rows.ts';
import { transactionResult } from '#server/platform/database/transaction-result.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { activityOf } from '../limits/activity.ts';
import { paymentLimitError } from '../limits/payment-limits.ts';
import { codeRequired } from '../payments/code-required.ts';
import type { Paying } from '../payments/new-device.ts';
import { giftsOf, heldBeforePayment } from '../review/held-before-payment.ts';
import { linesOf } from '../stores/order-lines-store.ts';
import {
  latestPlaced,
  latestUnacknowledged,
  type OrderRow,
  orderOfCart,
  type PlacedOrder,
} from '../stores/orders-store.ts';
import { attemptsOfCart, insertPayment, type PaymentRow } from '../stores/payments-store.ts';
import type { StartedAttempt } from './charge-payment.ts';
import { detectDuplicateOrder } from './detect-duplicate-order.ts';
import { type Checkout, loadCheckout, readCheckout } from './load-checkout.ts';
import { decideOrderOfCart } from './one-order-per-cart.ts';
import { recordPlaced } from './record-placed.ts';
import { writeOrder } from './write-order.ts';

/** A repeated call with no open cart returns the order just placed for this long. */
const REPEAT_MS = 15 * 60_000;
/** An order placed since then may be the answer to a repeated call. */
export const repeatableSince = (now: Date): Date => new Date(now.getTime() - REPEAT_MS);
/** Eight digits are the most that Stripe takes in one payment (docs.stripe.com/currencies). */
const MOST_CENTS = 99_999_999;
/** If this process dies before it has recorded the payment, the job takes over after this long. */
const SETTLE_AFTER_MS = 60_000;
/** What gift cards pay is put aside for as long as the checkout counts down. */
export const HOLD_MS = CHECKOUT_SECONDS * 1_000;

export type Purchase = {
  customerId: number;
  /** A payment method's id, without brand and last four; null where gift cards are to pay everything. */
  paymentMethod: string | null;
  saveCard: boolean;
  /** The provider's token for the security code of a saved card. */
  securityCode: string | null;
  billingAddress: CartAddress | null;
  /** What the customer was shown for all lines; null for a client that does not say. */
  expectedCents: number | null;
  /** What the customer was shown as left for the payment card; null for a client that does not say. */
  expectedCardDueCents: number | null;
  /** Of the address the call came from, as the limits on calls know it. */
  sender: string;
};

/**
 * `started`: what was written for an attempt that is new. `abandon`: the customer now pays another cart or with another
 * card, so the attempt still open is to be ended, not paid. `openCartId`: the cart that was looked at is not the open
 * one any more; null where there is none.
 */
export type Prepared =
  | { placed: PlacedOrder }
  | { placed: null; orderId: number; abandon: boolean; started?: StartedAttempt }
  | { openCartId: number | null };

/**
 * `cartId`: the cart that is open, as far as its caller knows. `isAwaited`: whether the customer's call still waits for
 * the answer. `isPerson`: the human check has been passed.
 */
type Preparing = {
  purchase: Purchase;
  paying: Paying;
  cartId: number | null;
  isAwaited: () => boolean;
  isPerson: boolean;
};

/** First step of placing an order: everything that must be true before the payment, in one transaction. */
export function prepareOrder(
  context: Context,
  { purchase, paying, cartId, isAwaited, isPerson }: Preparing,
): Promise<Result<Prepared>> {
  const now = context.clock.now();
  const { customerId, billingAddress } = purchase;
  return transactionResult(context.database, async (tx): Promise<Result<Prepared>> => {
    const [customer, cart, found] = await together([
      lockCustomer(tx, customerId),
      lockOpenCart(tx, customerId),
      cartId === null ? null : readBefore(context, tx, { purchase, cartId, now }),
    ]);
    if (!customer) return appError('not_authorised', { resources: 'self' });
    if (customer.suspendedAt) return appError('customer_suspended');
    if ((cart?.id ?? null) !== cartId) return { openCartId: cart?.id ?? null };
    if (!cart || !found) return placedBefore(tx, { customerId, now });
    const { onCart, order, attempts } = found;
    const checkout = await loadCheckout(tx, {
      customer,
      cart,
      session: paying.session,
      onCart,
      billingAddress,
      now,
      settings: context.settings,
    });
    if (isAppError(checkout)) return checkout;
    const { tenders } = checkout;
    const unpayable =
      paymentError(checkout, purchase) ?? (await codeRequired(tx, paying, { cards: onCart.cards, tenders }));
    if (unpayable) return unpayable;
    const fingerprint = fingerprintOf(checkout, purchase);
    const decision = decideOrderOfCart({ order, livePayment: attempts.livePayment, fingerprint });
    if (decision.action !== 'write') {
      return { placed: null, orderId: decision.order.id, abandon: decision.action === 'abandon' };
    }
    // To lock gift cards may have meant to wait for the order that this one repeats.
    const mayHaveWaited = onCart.cards.length > 0;
    const unacknowledged = mayHaveWaited ? await unacknowledgedOf(tx, { customerId, now }) : found.unacknowledged;
    const repeats = await detectDuplicateOrder(tx, {
      cartId: cart.id,
      checkout,
      unacknowledged,
      now,
    });
    if (repeats) return { placed: repeats };
    const { declined } = decision;
    return reserve(context, tx, {
      purchase,
      paying,
      checkout,
      found,
      cartId: cart.id,
      declined,
      fingerprint,
      now,
      isAwaited,
      isPerson,
    });
  });
}

type Found = Awaited<ReturnType<typeof readBefore>>;

function unacknowledgedOf(tx: Transaction, { customerId, now }: { customerId: number; now: Date }) {
  return latestUnacknowledged(tx, { customerId, since: repeatableSince(now) });
}

/** All that the decision depends on, in one round trip behind the locks of customer and cart. */
async function readBefore(
  { settings }: Context,
  tx: Transaction,
  { purchase: { customerId, sender }, cartId, now }: { purchase: Purchase; cartId: number; now: Date },
) {
  const [onCart, order, attempts, unacknowledged, activity, newId] = await together([
    readCheckout(tx, cartId),
    orderOfCart(tx, cartId),
    attemptsOfCart(tx, cartId),
    unacknowledgedOf(tx, { customerId, now }),
    // Behind the attempts: of one that is seen to have ended, the decline is counted.
    activityOf(tx, { customerId, sender, now, settings }),
    nextId(tx, 'orders'),
  ]);
  return { onCart, order, attempts, unacknowledged, activity, newId };
}

/** Why this cannot be paid so: too little or too much for a payment card, or no card for what is left. */
function paymentError(
  { totalCents, cardDueCents }: Checkout,
  { paymentMethod, expectedCardDueCents }: Purchase,
): AppError | null {
  const isInRange = (cardDueCents === 0 || cardDueCents >= LEAST_CARD_CENTS) && totalCents <= MOST_CENTS;
  if (!isInRange) {
    const [least = '', most = ''] = [LEAST_CARD_CENTS, MOST_CENTS].map((cents) => `$${toDollars(cents).toFixed(2)}`);
    return appError('total_out_of_range', [least, most]);
  }
  if (cardDueCents === 0 || paymentMethod !== null) return null;
  // Gift cards were to pay all of it.
  return appError(expectedCardDueCents === 0 ? 'gift_card_changed' : 'card_required');
}

async function placedBefore(
  tx: Transaction,
  { customerId, now }: { customerId: number; now: Date },
): Promise<Result<Prepared>> {
  const order = await latestPlaced(tx, { customerId, since: repeatableSince(now) });
  return order ? { placed: order } : appError('no_active_cart');
}

/** What the customer agreed to: lines, cards, addresses, the payment method and what each gift card pays. */
function fingerprintOf(checkout: Checkout, purchase: Purchase): string {
  const lines = checkout.lines.map((line) => [
    line.lineId,
    line.variantId,
    line.qty,
    line.priceCents,
    line.details?.id ?? 0,
  ]);
  const { totalCents, tenders, shippingAddress, billingAddress } = checkout;
  const { paymentMethod, saveCard, securityCode } = purchase;
  const withCode = securityCode === null ? [] : ['with its security code'];
  const agreed = [lines, totalCents, tenders, shippingAddress, billingAddress, paymentMethod, saveCard, ...withCode];
  return createHash('sha256').update(JSON.stringify(agreed)).digest('hex');
}

type Reservation = {
  purchase: Purchase;
  paying: Paying;
  checkout: Checkout;
  found: Found;
  cartId: number;
  /** The order of a declined attempt of this cart. */
  declined: OrderRow | null;
  fingerprint: string;
  now: Date;
  isAwaited: () => boolean;
  isPerson: boolean;
};

async function reserve(context: Context, tx: Transaction, reservation: Reservation): Promise<Result<Prepared>> {
  const { purchase, checkout, found, cartId, declined, now } = reservation;
  const { customerId, expectedCents, expectedCardDueCents: expectedDue } = purchase;
  const limited = paymentLimitError({ ...reservation, activity: found.activity, settings: context.settings });
  if (limited) {
    context.log.warn({ customerId, reason: limited.code, retryAfter: limited.retryAfter }, 'order.limited');
    return limited;
  }
  if (expectedCents !== null && expectedCents !== checkout.subtotalCents) return appError('price_changed');
  if (expectedDue !== null && expectedDue !== checkout.cardDueCents) return appError('gift_card_changed');
  const held = await heldBeforePayment(context, tx, { ...reservation, activity: found.activity });
  const id = declined?.id ?? found.newId;
  // One after the other to the database, and waited for together.
  const [isInStock, order, payment] = await together([
    reserveStock(tx, checkout.lines),
    writeOrder(tx, { id, customerId, checkout, cartId, declined, heldFor: held, now }),
    checkout.cardDueCents === 0 ? null : startPayment(context, tx, { id, reservation, capture: held === null }),
  ]);
  if (!isInStock) return appError('qty_not_available');
  const expiresAt = new Date(now.getTime() + HOLD_MS);
  await holdForOrder(tx, { orderId: id, tenders: checkout.tenders, expiresAt, now });
  context.log.info({ orderId: id, cartId, heldFor: held }, 'order.prepared');
  if (payment) return { placed: null, orderId: id, abandon: false, started: { order, payment } };
  const { isAwaited } = reservation;
  return { placed: await recordPlaced(context, tx, { order, lines: await linesOf(tx, id), heldFor: held, isAwaited }) };
}

type Starting = { id: number; reservation: Reservation; capture: boolean };

/**
 * The attempt to pay what gift cards leave of the order with this id, and the job that sees it through should this
 * process die.
 */
async function startPayment(
  context: Context,
  tx: Transaction,
  { id, reservation, capture }: Starting,
): Promise<PaymentRow> {
  const { purchase, paying, checkout, found, fingerprint, now } = reservation;
  const { settings } = context;
  const { savedCard, device } = paying;
  // What the bank says of the card, and what else it has paid for, is known after it has authorised the payment: then it
  // is captured, or held.
  const isJudgedLater =
    settings.APPROVAL_MISMATCH !== 'off' ||
    (settings.APPROVAL_GIFTS_PER_CARD > 0 && giftsOf(checkout.lines).length > 0);
  const attempt = found.attempts.count + 1;
  const at = new Date(now.getTime() + SETTLE_AFTER_MS);
  const [payment] = await together([
    insertPayment(tx, {
      orderId: id,
      idempotencyKey: `order-${id}-${attempt}-${randomUUID()}`,
      fingerprint,
      provider: context.integrations.payments.account,
      paymentMethod: purchase.paymentMethod ?? '',
      saveCard: purchase.saveCard,
      sender: purchase.sender,
      amountCents: checkout.cardDueCents,
      currency: 'AUD',
      typedIn: device.isNew && savedCard === null ? deviceName(device) : null,
      securityCode: purchase.securityCode !== null,
      capture: capture && !isJudgedLater,
      createdAt: now,
      updatedAt: now,
    }),
    context.jobs.send(tx, 'reconcile-order', { orderId: id }, { at }),
  ]);
  return payment;
}
