import { toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { lockOpenCart, openCart } from '#server/domain/cart/queries.ts';
import { LEAST_CARD_CENTS } from '#server/domain/cart/totals/cart-tenders.ts';
import { type CallingDevice, isNewDevice } from '#server/domain/customers/devices/device.ts';
import { lockCustomer } from '#server/domain/customers/queries.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { isPerson } from '#server/domain/customers/sign-in/human-check.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import { nextId } from '#server/platform/database/rows.ts';
import { transactionResult } from '#server/platform/database/transaction-result.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { activityOf } from '../limits/activity.ts';
import { codeRequired } from '../payments/code-required.ts';
import type { Paying } from '../payments/new-device.ts';
import { ensurePaymentCustomer } from '../payments/payment-customer.ts';
import { formerCardError, savedCardOf } from '../payments/saved-cards.ts';
import {
  latestPlaced,
  latestUnacknowledged,
  markAcknowledged,
  orderOfCart,
  type PlacedOrder,
} from '../stores/orders-store.ts';
import { attemptsOfCart } from '../stores/payments-store.ts';
import { detectDuplicateOrder, repeatableSince } from './detect-duplicate-order.ts';
import { type Checkout, loadCheckout, readCheckout } from './load-checkout.ts';
import { decideOrderOfCart, fingerprintOf } from './one-order-per-cart.ts';
import { type CheckoutFacts, type Purchase, type Reserved, reserveOrder } from './reserve-order.ts';
import { settleIfAnswered } from './settle-order.ts';

/** A changed cart ends the attempt before it; more tries than this mean that something is wrong. */
const MAX_TRIES = 4;
/** Eight digits are the most that Stripe takes in one payment (docs.stripe.com/currencies). */
const MOST_CENTS = 99_999_999;

/**
 * `isClientConnected`: the client still waits for the answer; otherwise the same purchase made again is this order
 * (docs/decisions/026). `unproved`: its session, unless that is proved. `person`: what the human check is shown, if it
 * is needed.
 */
type Caller = {
  isClientConnected: () => boolean;
  session: Session;
  unproved: Session | null;
  device: CallingDevice;
  person: { token: string; address: string };
};

/**
 * Places the order of the customer's open cart in three steps: reserve (stock, order, payment attempt, job; one
 * transaction: reserve-order.ts) -> pay (settle-order.ts) -> record and approve (approve-order.ts). Doubled taps, lost
 * answers, two tabs and two processes end in the same order and the same charge: the customer's row is locked while
 * reserving, the attempt's key is the provider's idempotency key, and recording is done once. An order of which gift
 * cards leave nothing to pay is placed by the first step. Returns the order's id. While the provider does not answer, the
 * order stays pending and the job reconcile-order goes on.
 */
export async function placeOrder(context: Context, purchase: Purchase, caller: Caller): Promise<Result<number>> {
  const placed = await reserveAndPay(context, purchase, caller);
  if (isAppError(placed)) return placed;
  // Whoever recorded it before this call has not noted that.
  if (placed.acknowledgedAt === null && caller.isClientConnected())
    await markAcknowledged(context.database.orm, placed.id, context.clock.now());
  return placed.id;
}

async function reserveAndPay(
  context: Context,
  purchase: Purchase,
  { isClientConnected, session, unproved, device, person }: Caller,
): Promise<Result<PlacedOrder>> {
  const [providerCustomerId, paying, cart] = await Promise.all([
    payingCustomer(context, purchase),
    readPaying(context, { purchase, session, unproved, device }),
    openCart(context.database.orm, purchase.customerId),
  ]);
  const { customerId, securityCode } = purchase;
  if (isAppError(providerCustomerId)) return unlessCharged(context, { customerId, cart, error: providerCustomerId });
  if (isAppError(paying)) return unlessCharged(context, { customerId, cart, error: paying });
  let cartId = cart?.id ?? null;
  let checked = false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const reserved = await reserve(context, { purchase, paying, cartId, isClientConnected, isPerson: checked });
    if (isAppError(reserved)) {
      if (reserved.code !== 'human_check_needed') return reserved;
      // The limits on declined payments hold while the service of the check gives no verdict.
      checked = await isPerson(context, { ...person, action: 'checkout', unavailable: 'allow' });
      if (!checked) return person.token === '' ? reserved : appError('not_a_person');
      continue;
    }
    if ('openCartId' in reserved) {
      cartId = reserved.openCartId;
      continue;
    }
    if (reserved.placed) return reserved.placed;
    const settled = await settleIfAnswered(context, {
      ...reserved,
      providerCustomerId,
      securityCode,
      isClientConnected,
    });
    if (isAppError(settled)) return settled;
    if (settled !== null) return settled;
  }
  return appError('payment_unsettled');
}

/**
 * The provider's id of the customer, or why this payment card cannot be used; null without one, when the provider is not
 * asked for anything.
 */
async function payingCustomer(
  context: Context,
  { customerId, paymentMethod }: Purchase,
): Promise<Result<string | null>> {
  if (paymentMethod === null) return null;
  const [former, providerCustomerId] = await Promise.all([
    formerCardError(context, { customerId, paymentMethod }),
    ensurePaymentCustomer(context, customerId),
  ]);
  return former ?? providerCustomerId;
}

/** Asks the provider whether a saved card pays only where that matters. */
async function readPaying(
  context: Context,
  { purchase, session, unproved, device }: { purchase: Purchase } & Pick<Caller, 'session' | 'unproved' | 'device'>,
): Promise<Result<Paying>> {
  const isNew = await isNewDevice(context.database.orm, device, context.clock.now());
  const savedCard = unproved !== null || isNew ? await savedCardOf(context, purchase) : null;
  return isAppError(savedCard) ? savedCard : { session, unproved, savedCard, device: { ...device, isNew } };
}

/**
 * Returns the error, unless it denies a charge that an earlier attempt may have made (`payments_unavailable`). If a job
 * has placed the order of the cart meanwhile, returns that order: then nothing is left to pay.
 */
async function unlessCharged(
  { database: { orm }, clock }: Context,
  { customerId, cart, error }: { customerId: number; cart: { id: number } | null | undefined; error: AppError },
): Promise<Result<PlacedOrder>> {
  const recent = { customerId, since: repeatableSince(clock.now()) };
  if (!cart) return (await latestPlaced(orm, recent)) ?? error;
  if (error.code !== 'payments_unavailable') return error;
  const { livePayment } = await attemptsOfCart(orm, cart.id);
  const charged = livePayment ?? (await latestUnacknowledged(orm, recent));
  return charged === null ? error : appError('payment_unsettled');
}

/**
 * `cartId`: the cart that is open, as far as its caller knows. `isPerson`: the human check has been passed.
 */
type Reserving = {
  purchase: Purchase;
  paying: Paying;
  cartId: number | null;
  isClientConnected: () => boolean;
  isPerson: boolean;
};

/** First step of placing an order: everything that must be true before the payment, in one transaction. */
function reserve(context: Context, { cartId, ...reserving }: Reserving): Promise<Result<Reserved>> {
  const now = context.clock.now();
  const { purchase, paying } = reserving;
  const { customerId, billingAddress } = purchase;
  const { settings } = context;
  return transactionResult(context.database, async (tx): Promise<Result<Reserved>> => {
    const [customer, cart, facts] = await together([
      lockCustomer(tx, customerId),
      lockOpenCart(tx, customerId),
      cartId === null ? null : readFacts(context, tx, { purchase, cartId, now }),
    ]);
    if (!customer) return appError('not_authorised', { resources: 'self' });
    if (customer.suspendedAt) return appError('customer_suspended');
    if ((cart?.id ?? null) !== cartId) return { openCartId: cart?.id ?? null };
    if (!cart || !facts) return placedBefore(tx, { customerId, now });
    const { session } = paying;
    const { onCart, order, attempts } = facts;
    const checkout = await loadCheckout(tx, { customer, cart, session, onCart, billingAddress, now, settings });
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
    const unacknowledged = mayHaveWaited
      ? await latestUnacknowledged(tx, { customerId, since: repeatableSince(now) })
      : facts.unacknowledged;
    const repeats = await detectDuplicateOrder(tx, { cartId: cart.id, checkout, unacknowledged, now });
    if (repeats) return { placed: repeats };
    const { declined } = decision;
    return reserveOrder(context, tx, { ...reserving, checkout, facts, cartId: cart.id, declined, fingerprint, now });
  });
}

/** Reads all that the decision depends on, in one round trip behind the locks of customer and cart. */
async function readFacts(
  { settings }: Context,
  tx: Transaction,
  { purchase: { customerId, sender }, cartId, now }: { purchase: Purchase; cartId: number; now: Date },
): Promise<CheckoutFacts> {
  const [onCart, order, attempts, unacknowledged, activity, newId] = await together([
    readCheckout(tx, cartId),
    orderOfCart(tx, cartId),
    attemptsOfCart(tx, cartId),
    latestUnacknowledged(tx, { customerId, since: repeatableSince(now) }),
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
): Promise<Result<Reserved>> {
  const order = await latestPlaced(tx, { customerId, since: repeatableSince(now) });
  return order ? { placed: order } : appError('no_active_cart');
}
