import type { OrderStatus } from '#contract/account.ts';
import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import { toCents, toDollars } from '#contract/rules/money/money.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { isApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { totalCents } from '../../cart/total-cents.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import type { PendingLine } from '../../state/pending-cart-lines.ts';
import type { NewPaymentMethod } from '../payment/card-entry.tsx';
import type { CardError } from '../payment/card-error.tsx';
import { billingAddress } from '../shipping/shipping.ts';
import { addCard, chooseShipping, openEmptyCart, type PriceChange, restoreProductLines } from './fill-cart.ts';
import { isCartChanged, type Placing, placeOrder } from './place-order.ts';

export type Payment = { kind: 'saved'; id: string } | { kind: 'new'; create: () => Promise<NewPaymentMethod> } | null;

export type Purchase = Pick<Placing, 'confirmWithBank'> & {
  /** Local gift cards with their keys; complete ones, the screen sees to that. */
  cards: readonly (readonly [key: string, card: LocalGiftCard])[];
  /** The cart's other products. */
  lines: readonly PendingLine[];
  address: SavedAddress | null;
  payment: Payment;
  customerMobile: string;
  /** Of checkoutsuccess; '' when unknown. */
  sellerId: string;
  campaignId: string;
  cancelTimer: () => void;
  /** Called before the cart is cleared and as each line is restored, with the lines still to be restored. */
  savePending: (lines: readonly PendingLine[]) => void;
};

export type PlacedOrder = {
  cartId: number;
  orderId: number | null;
  /** `status` is left out by a backend that does not know it. */
  success: { order_id: string; shop_name: string; status?: OrderStatus } | null;
};

export type Outcome =
  | { kind: 'placed'; order: PlacedOrder }
  /** Nothing was sent: what the customer has to give first. */
  | { kind: 'missing'; card: boolean; address: boolean }
  | { kind: 'card-error'; error: CardError }
  /** The server does not accept what a gift card says: field name -> message. */
  | { kind: 'card-rejected'; key: string; errors: Record<string, string> }
  /** Something costs another price than the screen said: nothing is paid until the customer has seen it. */
  | { kind: 'price-changed'; changed: PriceChange[] }
  /** The server's cart is not as it was filled here: nothing is paid, and the customer looks at it once more. */
  | { kind: 'cart-changed' };

/**
 * Checkout submit (section 4, steps 1 to 7), in the order written there. Everything that fails on the way except the
 * payment itself is thrown; local gift cards stay, and the next submit builds the cart anew. `keepPaid` is called with
 * the order as soon as it is paid, before anything else is asked of the server.
 */
export async function submitCheckout(
  purchase: Purchase,
  keepPaid: (order: PlacedOrder) => void = () => undefined,
): Promise<Outcome> {
  const { payment, address } = purchase;
  if (payment === null || address === null) {
    return { kind: 'missing', card: payment === null, address: address === null };
  }
  const card = payment.kind === 'new' ? await payment.create() : { id: payment.id };
  if ('error' in card) return { kind: 'card-error', error: { heading: card.error } };
  purchase.cancelTimer();
  const filled = await fillCart(purchase, address).catch(orCartChanged);
  if (filled.kind !== 'filled') return filled;
  const { cartId, billing } = filled;
  const { confirmWithBank } = purchase;
  const save = !('wallet' in card);
  const subtotal = shownSubtotal(purchase);
  const placed = await placeOrder({ billing, card: card.id, save, subtotal, confirmWithBank });
  if ('cartChanged' in placed) return { kind: 'cart-changed' };
  if (!placed.placed) return { kind: 'card-error', error: placed.error };
  const order = { cartId, orderId: placed.orderId, success: null };
  keepPaid(order);
  return { kind: 'placed', order: { ...order, success: await checkoutSuccess(purchase) } };
}

function orCartChanged(error: unknown): { kind: 'cart-changed' } {
  if (isApiError(error) && isCartChanged(error)) return { kind: 'cart-changed' };
  throw error;
}

/** A price may change between the filling of the cart and the payment: the server then charges nothing. */
const shownSubtotal = ({ cards, lines }: Purchase): number =>
  toDollars(totalCents([...cards.map(([, card]) => card), ...lines]));

type Filled = { kind: 'filled'; cartId: number; billing: CartAddress };
type NotFilled = Extract<Outcome, { kind: 'missing' | 'card-rejected' | 'price-changed' | 'cart-changed' }>;

/** Steps 3 to 5. */
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
    const added = await addCard({ cartId: cart.id, card, customerMobile });
    if (added.isGone) return { kind: 'cart-changed' };
    if (added.errors) return { kind: 'card-rejected', key, errors: added.errors };
    if (toCents(added.price) !== toCents(card.price)) changed.push({ name: card.name, price: added.price, key });
  }
  if (changed.length > 0) return { kind: 'price-changed', changed };
  const billing = billingAddress(cart, asCartAddress(address, cart.customer));
  return { kind: 'filled', cartId: cart.id, billing };
}

/** Step 7. Null when it fails as well: /success then says that the order has been placed. */
async function checkoutSuccess({ sellerId, campaignId }: Purchase): Promise<PlacedOrder['success']> {
  try {
    const query = { seller_id: sellerId, campaign_id: campaignId };
    return (await api('GET mobiledigital/checkoutsuccess', { query })).data ?? null;
  } catch (error) {
    if (!isApiError(error) || error.status === 401) throw error;
    return null;
  }
}

/**
 * Step 8, started with /success under way: confirms that the gift cards are on their way. False: the server does not
 * say so. Without an answer (a proxy's 5xx is none) nothing is wrong: the cards go out with the order.
 */
export async function confirmGiftCards({
  order,
  token,
}: {
  order: PlacedOrder;
  token: () => Promise<string>;
}): Promise<boolean> {
  const orderId = order.success?.order_id ?? order.orderId;
  if (orderId === null) return true;
  try {
    const r_token = await token();
    const body = { r_token, cart_id: order.cartId, order_id: orderId };
    return (await api('POST mobiledigital/savegiftcardorderbycart', { body })).status;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.kind === 'offline' || error.status >= 500;
  }
}
