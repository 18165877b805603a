import type { Cart } from '#contract/cart/cart.ts';
import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import { toCents, toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { api } from '../../calls/api.ts';
import { totalCents } from '../../cart/total-cents.ts';
import { awaitOrder, clearAwaitedOrder } from '../../state/checkout/awaited-order.ts';
import type { PendingLine } from '../../state/checkout/pending-cart-lines.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import { fetchTenders } from '../gift-cards/tenders.ts';
import type { NewPaymentMethod } from '../payment/card-entry.tsx';
import type { CardError } from '../payment/card-error.tsx';
import type { PlacedOrder } from '../placed/placed-order.ts';
import type { SecurityCodeToken } from '../security-code/code-field.tsx';
import { billingAddress } from '../shipping/shipping.ts';
import {
  addCard,
  addCards,
  chooseShipping,
  openEmptyCart,
  type PriceChange,
  restoreProductLines,
} from './fill-cart.ts';
import { isCartChanged, type Placing, placeOrder } from './place-order.ts';

export type Payment =
  | { kind: 'saved'; id: string; securityCode?: () => Promise<SecurityCodeToken> }
  | { kind: 'new'; create: () => Promise<NewPaymentMethod> }
  | { kind: 'free' }
  | null;

export type Purchase = Pick<Placing, 'confirmWithBank' | 'confirmWithCode'> & {
  cards: readonly (readonly [key: string, card: LocalGiftCard])[];
  lines: readonly PendingLine[];
  address: SavedAddress | null;
  payment: Payment;
  due: number | null;
  byGiftCard: boolean;
  customerMobile: string;
  /** The seller id for checkoutsuccess; '' if the seller is unknown. */
  sellerId: string;
  campaignId: string;
  cancelTimer: () => void;
  /** Called with the lines still pending: before clearing the cart and after adding each line again. */
  savePending: (lines: readonly PendingLine[]) => void;
};

export type Outcome =
  | { kind: 'placed'; order: PlacedOrder }
  /** It is unknown whether the order was placed (follow-awaited-order.ts). */
  | { kind: 'unanswered' }
  | { kind: 'missing'; card: boolean; address: boolean }
  | { kind: 'card-error'; error: CardError }
  | { kind: 'card-rejected'; key: string; errors: Record<string, string> }
  | { kind: 'price-changed'; changed: PriceChange[] }
  | { kind: 'cart-changed' }
  | { kind: 'tenders-changed' };

/**
 * Runs steps 1 to 7 of section 4 in order. Throws all errors except payment errors; local gift cards then stay, and the
 * next submit refills the cart. Calls `keepPaid` as soon as the order is paid. Until the server responds, the order
 * counts as awaited.
 */
export async function submitCheckout(
  purchase: Purchase,
  keepPaid: (order: PlacedOrder) => void = () => undefined,
): Promise<Outcome> {
  const { payment, address } = purchase;
  if (payment === null || address === null) {
    return { kind: 'missing', card: payment === null, address: address === null };
  }
  const card = await resolvePaymentCard(payment);
  if (card && 'error' in card) return { kind: 'card-error', error: { heading: card.error } };
  purchase.cancelTimer();
  const filled = await fillCart(purchase, address).catch(toCartChangedOrThrow);
  if (filled.kind !== 'filled') return filled;
  const { cart, billing } = filled;
  const cartId = cart.id;
  const { confirmWithBank, due } = purchase;
  // Chooses shipping again, because confirming a code opens a new session.
  const confirmWithCode = async () => (await purchase.confirmWithCode()) && chooseShipping({ cart, address });
  if (!(await isAmountDueUnchanged(purchase))) return { kind: 'tenders-changed' };
  const subtotal = shownSubtotal(purchase);
  const keys = purchase.cards.map(([key]) => key);
  const sending = () => awaitOrder({ mobile: purchase.customerMobile, cartId, keys });
  const placed = await placeOrder({ billing, card, subtotal, due, confirmWithBank, confirmWithCode, sending }).catch(
    (error) => {
      clearAwaitedOrder();
      throw error;
    },
  );
  if (!placed.placed) {
    clearAwaitedOrder();
    if ('changed' in placed) return { kind: placed.changed };
    // After a failed bank confirmation, this call makes the server check with the provider and release gift card holds.
    const success = placed.byBank ? await fetchCheckoutSuccess(purchase, cartId) : null;
    if (success === null) return { kind: 'card-error', error: placed.error };
    return { kind: 'placed', order: { cartId, orderId: null, success } };
  }
  const order = { cartId, orderId: placed.orderId, success: null };
  if (order.orderId !== null) keepPaid(order);
  const success = await fetchCheckoutSuccess(purchase, cartId);
  if (order.orderId === null && success === null) return { kind: 'unanswered' };
  clearAwaitedOrder();
  return { kind: 'placed', order: { ...order, success } };
}

async function resolvePaymentCard(payment: NonNullable<Payment>): Promise<NewPaymentMethod | null> {
  if (payment.kind === 'new') return payment.create();
  if (payment.kind === 'free') return null;
  const code = (await payment.securityCode?.()) ?? { token: null };
  if ('error' in code) return code;
  return { id: payment.id, ...(code.token === null ? {} : { securityCode: code.token }) };
}

/** Returns whether the amount due is still the one shown. If no gift cards pay, the server compares it. */
async function isAmountDueUnchanged({ byGiftCard, due }: Purchase): Promise<boolean> {
  return !byGiftCard || (await fetchTenders()).cardDue === due;
}

function toCartChangedOrThrow(error: unknown): { kind: 'cart-changed' } {
  if (isApiError(error) && isCartChanged(error)) return { kind: 'cart-changed' };
  throw error;
}

const shownSubtotal = ({ cards, lines }: Purchase): number =>
  toDollars(totalCents([...cards.map(([, card]) => card), ...lines]));

type Filled = { kind: 'filled'; cart: Cart; billing: CartAddress };
type NotFilled = Extract<Outcome, { kind: 'missing' | 'card-rejected' | 'price-changed' | 'cart-changed' }>;

/** Runs steps 3 to 5, which fill the server cart. */
async function fillCart(purchase: Purchase, address: SavedAddress): Promise<Filled | NotFilled> {
  const { cards, lines, customerMobile } = purchase;
  purchase.savePending(lines);
  const cart = await openEmptyCart();
  if (!(await chooseShipping({ cart, address }))) return { kind: 'missing', card: false, address: true };
  let remaining = lines;
  const onDone = (line: PendingLine) => {
    remaining = remaining.filter((other) => other !== line);
    purchase.savePending(remaining);
  };
  const { firstError, changed } = await restoreProductLines({ cartId: cart.id, lines, onDone });
  if (firstError) throw firstError;
  for (const [key, card] of cards) {
    const toMany = (card.others ?? []).length > 0;
    const added = await (toMany
      ? addCards({ card, customerMobile })
      : addCard({ cartId: cart.id, card, customerMobile }));
    if (added.isGone) return { kind: 'cart-changed' };
    if (added.errors) return { kind: 'card-rejected', key, errors: added.errors };
    if (toCents(added.price) !== toCents(card.price)) changed.push({ name: card.name, price: added.price, key });
  }
  if (changed.length > 0) return { kind: 'price-changed', changed };
  const billing = billingAddress(cart, asCartAddress(address, cart.customer));
  return { kind: 'filled', cart, billing };
}

/** Runs step 7. Returns null if the call fails or the cart has no order. */
async function fetchCheckoutSuccess(
  { sellerId, campaignId }: Purchase,
  cartId: number,
): Promise<PlacedOrder['success']> {
  try {
    const query = { seller_id: sellerId, campaign_id: campaignId, cart_id: String(cartId) };
    return (await api('GET mobiledigital/checkoutsuccess', { query })).data ?? null;
  } catch (error) {
    if (!isApiError(error) || error.status === 401) throw error;
    return null;
  }
}
