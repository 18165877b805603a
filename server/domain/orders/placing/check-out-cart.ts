import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import { listMissingParts } from '#contract/rules/gift-card/completeness.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import { resolveCartAddresses } from '#server/domain/cart/chosen-addresses.ts';
import { type CartLine, listCartLines } from '#server/domain/cart/lines/cart-lines.ts';
import { giftCardValueError, readOpenAmount } from '#server/domain/cart/lines/open-amount.ts';
import { type CartRow, listCardsOnCart, lockOpenCart } from '#server/domain/cart/queries.ts';
import { completeAddress } from '#server/domain/cart/shipping/address-parts.ts';
import {
  type CartTenders,
  computeShippingAndTenders,
  loadCartTenders,
  MIN_CARD_CENTS,
  type Tender,
} from '#server/domain/cart/totals/cart-tenders.ts';
import { lineGst } from '#server/domain/cart/totals/gst-rules.ts';
import { addressWordsError } from '#server/domain/customers/addresses/saved-address.ts';
import { findSavedAddress, shownContact } from '#server/domain/customers/customer.ts';
import { type CustomerRow, lockCustomer } from '#server/domain/customers/queries.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { passesHumanCheck } from '#server/domain/customers/sign-in/human-check.ts';
import { type DetailsRow, listDetailsOfCart, lockCards } from '#server/domain/gift-cards/queries.ts';
import { awaitAll, type Transaction } from '#server/platform/database/handle.ts';
import { takeNextId } from '#server/platform/database/rows.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import type { Settings } from '#server/settings.ts';
import { loadCustomerActivity } from '../limits/activity.ts';
import { codeRequiredError } from '../payments/code-required.ts';
import type { CustomerActivity } from '../stores/customer-activity-store.ts';
import {
  findLatestPlaced,
  findLatestUnacknowledged,
  findOrderOfCart,
  type OrderRow,
  type PlacedOrder,
} from '../stores/orders-store.ts';
import { findAttemptsOfCart } from '../stores/payments-store.ts';
import { repeatWindowStart } from './detect-duplicate-order.ts';
import type { Placement, Purchase } from './place-order.ts';
import { reserveOrder } from './reserve-order.ts';
import { computeSellerAmounts, type SellerAmounts } from './seller-amounts.ts';
import { type PendingOrder, trySettleOrder } from './settle-order.ts';

/** Stripe's maximum amount: eight digits (docs.stripe.com/currencies). */
const MAX_CENTS = 99_999_999;

/**
 * What follows the commit: return an order that was already placed, start over with the cart that is open now, or pay.
 */
export type NextStep =
  | { next: 'return'; placed: PlacedOrder }
  | { next: 'start over'; cartId: number | null }
  | { next: 'pay'; pending: PendingOrder };

type CheckoutLine = CartLine & { details: DetailsRow | null };

export type Checkout = {
  lines: (CheckoutLine & { gstCents: number })[];
  sellers: SellerAmounts[];
  subtotalCents: number;
  shippingCents: number;
  totalCents: number;
  /** Payments by gift card. Together with `cardDueCents` they add up to the total. */
  tenders: Tender[];
  cardDueCents: number;
  /** The order's GST in cents, including the GST on shipping. */
  gstCents: number;
  shippingGstCents: number;
  shippingAddress: CartAddress;
  billingAddress: CartAddress;
  customerName: string;
  campaignId: string | null;
};

type CartContents = {
  lines: CartLine[];
  details: DetailsRow[];
  cards: Awaited<ReturnType<typeof listCardsOnCart>>;
};

export type CheckoutFacts = {
  contents: CartContents;
  order: OrderRow | null;
  attempts: Awaited<ReturnType<typeof findAttemptsOfCart>>;
  unacknowledged: OrderRow | null;
  activity: CustomerActivity;
  newId: number;
};

/** Checks, prices and reserves the order in one transaction with customer and cart locked. Pays after the commit. */
export async function checkOutCart(context: Context, placement: Placement): Promise<Result<PlacedOrder>> {
  const now = context.clock.now();
  const step = await runResultTransaction(context.database, (tx) => lockAndCheck(context, tx, { ...placement, now }));
  if (isAppError(step)) return step.code === 'human_check_needed' ? checkPerson(context, placement, step) : step;
  if (step.next === 'return') return step.placed;
  if (step.next === 'start over') return placement.startOver({ cartId: step.cartId });
  return pay(context, placement, step.pending);
}

async function pay(context: Context, placement: Placement, pending: PendingOrder): Promise<Result<PlacedOrder>> {
  const { providerCustomerId, purchase, isClientConnected, startOver } = placement;
  const { securityCodeToken } = purchase;
  const caller = { providerCustomerId, securityCodeToken, isClientConnected };
  return (await trySettleOrder(context, { ...pending, ...caller })) ?? startOver();
}

async function lockAndCheck(
  context: Context,
  tx: Transaction,
  placement: Placement & { now: Date },
): Promise<Result<NextStep>> {
  const { purchase, payingSession, cartId, now } = placement;
  const { customerId, billingAddress } = purchase;
  const [customer, cart, facts] = await awaitAll([
    lockCustomer(tx, customerId),
    lockOpenCart(tx, customerId),
    cartId === null ? null : readFacts(context, tx, { purchase, cartId, now }),
  ]);
  if (!customer) return appError('not_authorised', { resources: 'self' });
  if (customer.suspendedAt) return appError('customer_suspended');
  if ((cart?.id ?? null) !== cartId) return { next: 'start over', cartId: cart?.id ?? null };
  if (!cart || !facts) return findPlacedBefore(tx, { customerId, now });
  const { contents } = facts;
  const { session, unverified, savedCard } = payingSession;
  const { settings } = context;
  const checkout = await priceCart(tx, { customer, cart, session, contents, billingAddress, now, settings });
  if (isAppError(checkout)) return checkout;
  const spending = { cards: contents.cards, tenders: checkout.tenders };
  const error =
    paymentError(checkout, purchase) ??
    (unverified && (await codeRequiredError(tx, { unverified, savedCard }, spending)));
  return error ?? reserveOrder(context, tx, { ...placement, cartId: cart.id, checkout, facts });
}

/** Lets customers pay during a CAPTCHA outage, because decline limits still apply. */
async function checkPerson(
  context: Context,
  { person, startOver }: Placement,
  error: AppError,
): Promise<Result<PlacedOrder>> {
  if (await passesHumanCheck(context, { ...person, action: 'checkout', unavailable: 'allow' }))
    return startOver({ hasPassedHumanCheck: true });
  return person.token === '' ? error : appError('not_a_person');
}

async function readFacts(
  { settings }: Context,
  tx: Transaction,
  { purchase: { customerId, sender }, cartId, now }: { purchase: Purchase; cartId: number; now: Date },
): Promise<CheckoutFacts> {
  const [contents, order, attempts, unacknowledged, activity, newId] = await awaitAll([
    readContents(tx, cartId),
    findOrderOfCart(tx, cartId),
    findAttemptsOfCart(tx, cartId),
    findLatestUnacknowledged(tx, { customerId, since: repeatWindowStart(now) }),
    // Reads declines after the attempts, so that the declines of ended attempts are included.
    loadCustomerActivity(tx, { customerId, sender, now, settings }),
    takeNextId(tx, 'orders'),
  ]);
  return { contents, order, attempts, unacknowledged, activity, newId };
}

async function readContents(tx: Transaction, cartId: number): Promise<CartContents> {
  const [lines, details, cards] = await awaitAll([
    listCartLines(tx, { cartId }),
    listDetailsOfCart(tx, cartId),
    listCardsOnCart(tx, cartId),
  ]);
  return { lines, details, cards };
}

async function findPlacedBefore(
  tx: Transaction,
  { customerId, now }: { customerId: number; now: Date },
): Promise<Result<NextStep>> {
  const placed = await findLatestPlaced(tx, { customerId, since: repeatWindowStart(now) });
  return placed ? { next: 'return', placed } : appError('no_active_cart');
}

function paymentError(
  { totalCents, cardDueCents }: Checkout,
  { paymentMethod, expectedCardDueCents }: Purchase,
): AppError | null {
  const isInRange = (cardDueCents === 0 || cardDueCents >= MIN_CARD_CENTS) && totalCents <= MAX_CENTS;
  if (!isInRange) {
    const limits = [MIN_CARD_CENTS, MAX_CENTS].map((cents) => `$${toDollars(cents).toFixed(2)}`);
    return appError('total_out_of_range', limits);
  }
  if (cardDueCents === 0 || paymentMethod !== null) return null;
  return appError(expectedCardDueCents === 0 ? 'gift_card_changed' : 'card_required');
}

type Input = {
  customer: CustomerRow;
  cart: CartRow;
  session: Session;
  contents: CartContents;
  billingAddress: CartAddress | null;
  now: Date;
  settings: Pick<Settings, 'CARD_MAX_VALUE'>;
};

async function priceCart(tx: Transaction, input: Input): Promise<Result<Checkout>> {
  const { customer, cart } = input;
  const lines = resolveCheckoutLines(input);
  if (isAppError(lines)) return lines;
  const shippingAddress = await resolveShippingAddress(tx, input);
  if (isAppError(shippingAddress)) return shippingAddress;
  const split = await lockGiftCardsAndLoadTenders(tx, {
    cartId: cart.id,
    cards: input.contents.cards,
    lines,
    now: input.now,
  });
  return {
    ...addUp(lines, split),
    tenders: split.tenders,
    cardDueCents: split.cardDueCents,
    shippingAddress,
    billingAddress: resolveBillingAddress(input) ?? shippingAddress,
    customerName: `${customer.firstname} ${shownContact(customer).lastname}`,
    campaignId: customer.campaignId,
  };
}

/** Reads balances after locking the cards, so that no other order spends them. */
async function lockGiftCardsAndLoadTenders(
  tx: Transaction,
  { cards, ...cart }: Parameters<typeof loadCartTenders>[1] & Pick<CartContents, 'cards'>,
): Promise<CartTenders> {
  if (cards.length === 0) return computeShippingAndTenders([], cart);
  await lockCards(
    tx,
    cards.map(({ giftCardId }) => giftCardId),
  );
  return loadCartTenders(tx, cart);
}

function addUp(lines: CheckoutLine[], { tenders, shippingBySeller }: CartTenders) {
  const taxed = lines.map((line) => ({ ...line, gstCents: lineGst(line) }));
  const subtotalCents = sumCents(lines.map((line) => line.priceCents * line.qty));
  const shippingCents = sumCents([...shippingBySeller.values()]);
  const bySeller = Map.groupBy(tenders, ({ sellerId }) => sellerId);
  const tenderBySeller = new Map([...bySeller].map(([id, all]) => [id, sumCents(all.map(({ cents }) => cents))]));
  const sellers = computeSellerAmounts(lines, { shippingBySeller, tenderBySeller });
  const shippingGstCents = sumCents(sellers.map((seller) => seller.shippingGstCents));
  return {
    lines: taxed,
    sellers,
    subtotalCents,
    shippingCents,
    totalCents: subtotalCents + shippingCents,
    gstCents: sumCents(taxed.map((line) => line.gstCents)) + shippingGstCents,
    shippingGstCents,
  };
}

function resolveCheckoutLines({ contents, settings }: Pick<Input, 'contents' | 'settings'>): Result<CheckoutLine[]> {
  const { lines } = contents;
  if (lines.length === 0) return appError('cart_empty');
  // The seller may have changed the limits or removed the option since the card was added.
  const wrongAmount = lines.map((line) => giftCardValueError(line, settings) ?? checkAmount(line)).find(isAppError);
  if (wrongAmount) return wrongAmount;
  const details = new Map(contents.details.map((row) => [row.cartItemId, row]));
  const complete = lines.map((line) => ({
    ...line,
    details: line.isGiftcard ? (details.get(line.lineId) ?? null) : null,
  }));
  for (const line of complete.filter(({ isGiftcard }) => isGiftcard)) {
    const [missing] = listMissingParts(toDetailParts(line.details));
    if (missing) return appError(missing);
  }
  return complete;
}

function checkAmount({ limits, amountCents }: CartLine): Result<number | null> {
  return readOpenAmount(limits, amountCents === null ? null : toDollars(amountCents));
}

function toDetailParts(details: DetailsRow | null) {
  return {
    recipient_firstname: details?.recipientFirstname,
    recipient_lastname: details?.recipientLastname,
    recipient_mobile: details?.recipientMobile,
    recipient_message: details?.recipientMessage,
    scheduled_delivery: details?.scheduledDelivery ?? undefined,
    mms_template_id: details?.templateId ? String(details.templateId) : undefined,
  };
}

/**
 * Returns the shipping address of the cart, or else the default address. An address set by a link session counts only
 * in that session.
 */
async function resolveShippingAddress(
  tx: Transaction,
  { customer, cart, session }: Input,
): Promise<Result<CartAddress>> {
  const { shippingAddress, isByOther } = resolveCartAddresses(cart, session);
  if (isByOther) return appError('address_required');
  if (shippingAddress?.street?.[0]) return shippingAddress;
  if (customer.defaultShippingId === null) return appError('address_required');
  const saved = await findSavedAddress(tx, { customerId: customer.id, addressId: customer.defaultShippingId });
  return saved
    ? asCartAddress(saved, { id: customer.id, email: shownContact(customer).email })
    : appError('address_required');
}

/** Returns the request's address with the customer's id and email if it is valid, otherwise the address on the cart. */
function resolveBillingAddress({ customer, cart, billingAddress }: Input): CartAddress | null {
  const complete = billingAddress ? completeAddress(billingAddress) : null;
  if (!complete || addressWordsError(complete)) return cart.billingAddress;
  const { customer_address_id: _foreign, ...address } = complete;
  return { ...address, customer_id: customer.id, email: shownContact(customer).email };
}
