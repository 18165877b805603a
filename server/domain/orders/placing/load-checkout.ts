import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import { missingParts } from '#contract/rules/gift-card/completeness.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { chosenAddresses } from '#server/domain/cart/chosen-addresses.ts';
import { type CartLine, cartLinesOf } from '#server/domain/cart/lines/cart-lines.ts';
import { cardValueError, chosenAmount } from '#server/domain/cart/lines/open-amount.ts';
import type { CartRow } from '#server/domain/cart/queries.ts';
import { cardsOnCart } from '#server/domain/cart/queries.ts';
import { completeAddress } from '#server/domain/cart/shipping/address-parts.ts';
import {
  type CartTenders,
  splitOverCards,
  type Tender,
  tendersOfCart,
} from '#server/domain/cart/totals/cart-tenders.ts';
import { lineGst } from '#server/domain/cart/totals/gst-rules.ts';
import { addressWordsError } from '#server/domain/customers/addresses/saved-address.ts';
import { addressOf, shownContact } from '#server/domain/customers/customer.ts';
import type { CustomerRow } from '#server/domain/customers/queries.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { type DetailsRow, detailsOfCart, lockCards } from '#server/domain/gift-cards/queries.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import type { Settings } from '#server/settings.ts';
import { type SellerMoney, sellerMoney } from './seller-money.ts';

type CheckoutLine = CartLine & { details: DetailsRow | null };

/** What is being bought, checked and priced by the server alone; integer cents. */
export type Checkout = {
  lines: (CheckoutLine & { gstCents: number })[];
  sellers: SellerMoney[];
  subtotalCents: number;
  shippingCents: number;
  totalCents: number;
  /** What gift cards pay, and what the payment card pays; they sum to the total. The cards are locked. */
  tenders: Tender[];
  cardDueCents: number;
  /** In all of it, and in the shipping. */
  gstCents: number;
  shippingGstCents: number;
  shippingAddress: CartAddress;
  billingAddress: CartAddress;
  customerName: string;
  campaignId: string | null;
};

/** All there is on a cart. */
export type OnCart = {
  lines: CartLine[];
  details: DetailsRow[];
  cards: Awaited<ReturnType<typeof cardsOnCart>>;
};

/** In one round trip; behind the cart's lock, if that is sent before. */
export async function readCheckout(tx: Transaction, cartId: number): Promise<OnCart> {
  const [lines, details, cards] = await together([
    cartLinesOf(tx, { cartId }),
    detailsOfCart(tx, cartId),
    cardsOnCart(tx, cartId),
  ]);
  return { lines, details, cards };
}

type Input = {
  customer: CustomerRow;
  cart: CartRow;
  session: Session;
  onCart: OnCart;
  billingAddress: CartAddress | null;
  now: Date;
  settings: Pick<Settings, 'CARD_MAX_VALUE'>;
};

/**
 * What the open cart comes to as an order, or names what is missing: lines, an amount its seller allows today, a card's
 * parts, the address.
 */
export async function loadCheckout(tx: Transaction, input: Input): Promise<Result<Checkout>> {
  const { customer, cart } = input;
  const lines = checkoutLines(input);
  if (isAppError(lines)) return lines;
  const shippingAddress = await shippingAddressOf(tx, input);
  if (isAppError(shippingAddress)) return shippingAddress;
  const split = await lockTenders(tx, { cartId: cart.id, cards: input.onCart.cards, lines, now: input.now });
  return {
    ...priced(lines, split),
    tenders: split.tenders,
    cardDueCents: split.cardDueCents,
    shippingAddress,
    billingAddress: billingAddressOf(input) ?? shippingAddress,
    customerName: `${customer.firstname} ${shownContact(customer).lastname}`,
    campaignId: customer.campaignId,
  };
}

/** Read again once they are locked, so that nobody spends what this order is about to put aside. */
async function lockTenders(
  tx: Transaction,
  { cards, ...cart }: Parameters<typeof tendersOfCart>[1] & Pick<OnCart, 'cards'>,
): Promise<CartTenders> {
  if (cards.length === 0) return splitOverCards([], cart);
  await lockCards(
    tx,
    cards.map(({ giftCardId }) => giftCardId),
  );
  return tendersOfCart(tx, cart);
}

function priced(lines: CheckoutLine[], { tenders, shippingBySeller }: CartTenders) {
  const taxed = lines.map((line) => ({ ...line, gstCents: lineGst(line) }));
  const subtotalCents = sumCents(lines.map((line) => line.priceCents * line.qty));
  const shippingCents = sumCents([...shippingBySeller.values()]);
  const bySeller = Map.groupBy(tenders, ({ sellerId }) => sellerId);
  const tenderBySeller = new Map([...bySeller].map(([id, all]) => [id, sumCents(all.map(({ cents }) => cents))]));
  const sellers = sellerMoney(lines, { shippingBySeller, tenderBySeller });
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

function checkoutLines({ onCart, settings }: Pick<Input, 'onCart' | 'settings'>): Result<CheckoutLine[]> {
  const { lines } = onCart;
  if (lines.length === 0) return appError('cart_empty');
  // The seller may have changed the limits, or taken the choice away, since the line was put in.
  const wrongAmount = lines.map((line) => cardValueError(line, settings) ?? amountToday(line)).find(isAppError);
  if (wrongAmount) return wrongAmount;
  const details = new Map(onCart.details.map((row) => [row.cartItemId, row]));
  const complete = lines.map((line) => ({
    ...line,
    details: line.isGiftcard ? (details.get(line.lineId) ?? null) : null,
  }));
  for (const line of complete.filter(({ isGiftcard }) => isGiftcard)) {
    const [missing] = missingParts(partsOf(line.details));
    if (missing) return appError(missing);
  }
  return complete;
}

/** The line's amount under the limits of today; the price of a line without one is the variant's. */
function amountToday({ limits, amountCents }: CartLine): Result<number | null> {
  return chosenAmount(limits, amountCents === null ? null : toDollars(amountCents));
}

function partsOf(details: DetailsRow | null) {
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
 * The address set on the cart, else the customer's default; Australian always. Where a link's session set it, nobody else
 * buys before they have said where it goes.
 */
async function shippingAddressOf(tx: Transaction, { customer, cart, session }: Input): Promise<Result<CartAddress>> {
  const { shippingAddress, isByOther } = chosenAddresses(cart, session);
  if (isByOther) return appError('address_required');
  if (shippingAddress?.street?.[0]) return shippingAddress;
  if (customer.defaultShippingId === null) return appError('address_required');
  const saved = await addressOf(tx, { customerId: customer.id, addressId: customer.defaultShippingId });
  return saved
    ? asCartAddress(saved, { id: customer.id, email: shownContact(customer).email })
    : appError('address_required');
}

/** The one sent with the order when it is complete and its names can be taken, else the cart's. Whose address it is follows from the session. */
function billingAddressOf({ customer, cart, billingAddress }: Input): CartAddress | null {
  const complete = billingAddress ? completeAddress(billingAddress) : null;
  if (!complete || addressWordsError(complete)) return cart.billingAddress;
  const { customer_address_id: _foreign, ...own } = complete;
  return { ...own, customer_id: customer.id, email: shownContact(customer).email };
}
