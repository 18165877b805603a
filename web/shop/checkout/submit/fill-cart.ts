import type { Cart } from '#contract/cart/cart.ts';
import { asCartAddress } from '#contract/rules/customer/cart-address.ts';
import { withMarker } from '#contract/rules/gift-card/text-marker.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { api } from '../../calls/api.ts';
import { type FieldMessages, placeInList, type RejectedFields, toFieldMessages } from '../../errors/save-errors.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import type { PendingLine } from '../../state/checkout/pending-cart-lines.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import { billingAddress, findCheapestMethod, setShipping } from '../shipping/shipping.ts';

/**
 * Runs step 3. Ignores a 404 from clearing. A session opened by a link on a new device must confirm a code before
 * clearing items added elsewhere.
 */
export async function openEmptyCart(): Promise<Cart> {
  await api('POST carts/mine', {});
  try {
    await withCode(() => api('POST mobiledigital/clearcart', { body: {} }), 'account');
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
  return api('GET carts/mine', {});
}

/** Opens the cart after a sign-in link. Items added elsewhere stay, so no code is required. */
export async function openCartOfLink(): Promise<{ cart: Cart; isEmpty: boolean }> {
  await api('POST carts/mine', {});
  let isEmpty = true;
  try {
    await api('POST mobiledigital/clearcart', { body: {} });
  } catch (error) {
    if (!isApiError(error) || (error.status !== 404 && error.code !== 'code_required')) throw error;
    isEmpty = error.status === 404;
  }
  return { cart: await api('GET carts/mine', {}), isEmpty };
}

/** Ends step 3 by choosing the cheapest shipping method. Returns false if none is offered. */
export async function chooseShipping({ cart, address }: { cart: Cart; address: SavedAddress }): Promise<boolean> {
  const method = findCheapestMethod(
    await api('GET mobiledigital/shippingmethods', { query: { addressId: address.id } }),
  );
  if (!method) return false;
  const shipping = asCartAddress(address, cart.customer);
  await setShipping({ shipping, billing: billingAddress(cart, shipping), method });
  return true;
}

const NAMED_ERRORS = 5;

/** `key` identifies the local gift card; null for a product. */
export type PriceChange = { name: string; price: number; key: string | null };

/**
 * Adds all lines and returns the first error at the end, so that a sold-out product does not block the rest. Calls
 * `onDone` for each line that needs no retry.
 */
export async function restoreProductLines({
  cartId,
  lines,
  onDone,
}: {
  cartId: number;
  lines: readonly PendingLine[];
  onDone: (line: PendingLine) => void;
}): Promise<{ firstError: unknown; changed: PriceChange[] }> {
  let firstError: unknown = null;
  const changed: PriceChange[] = [];
  for (const line of lines) {
    const { sku, qty, product_type, product_option } = line;
    const cartItem = {
      sku,
      qty,
      quote_id: String(cartId),
      product_type,
      ...(product_option ? { product_option } : {}),
    };
    try {
      const { price } = await api('POST carts/mine/items', { body: { cartItem } });
      if (toCents(price) !== toCents(line.price)) changed.push({ name: line.name, price, key: null });
    } catch (error) {
      if (!isApiError(error) || error.kind !== 'http') throw error;
      firstError ??= error;
    }
    onDone(line);
  }
  return { firstError, changed };
}

/** `errors`: the server rejected a step, and later steps were not run. `isGone`: another device removed the card. */
export type AddedCard = { price: number; errors: Record<string, string> | null; isGone: boolean };

export async function addCard({
  cartId,
  card,
  customerMobile,
}: {
  cartId: number;
  card: LocalGiftCard;
  customerMobile: string;
}): Promise<AddedCard> {
  const item = await api('POST carts/mine/items', {
    body: {
      cartItem: {
        sku: card.sku,
        qty: 1,
        quote_id: String(cartId),
        product_type: 'configurable',
        product_option: card.product_option,
      },
    },
  });
  const data = JSON.stringify(buildDetails(card, { cartId, itemId: item.item_id, customerMobile }));
  const saved = await api('POST mobiledigital/savegiftcarddetails', { body: { data } });
  const id = saved.data?.last_insert_id;
  if (!saved.status || id === undefined) return cardWithErrors(item, saved);
  const scheduled = await api('POST mobiledigital/savegiftcardscheduleddate', {
    body: {
      gift_card_details_id: id,
      scheduled_delivery: card.scheduled_delivery,
      delivery_timezone: card.timezone,
    },
  });
  if (!scheduled.status) return cardWithErrors(item, scheduled);
  const wrapped = await api('POST mobiledigital/savegiftcardmmstemplate', {
    body: {
      gift_card_details_id: id,
      mms_template_id: card.mms_template_id,
      click2_giftcard_mms_template_id: card.click2_giftcard_mms_template_id,
    },
  });
  if (!wrapped.status) return cardWithErrors(item, wrapped);
  return { price: item.price, errors: null, isGone: false };
}

/** Runs steps 4 and 5 in one call, for a gift card with several recipients. */
export async function addCards({
  card,
  customerMobile,
}: {
  card: LocalGiftCard;
  customerMobile: string;
}): Promise<AddedCard> {
  const recipients = [card, ...(card.others ?? [])].map(
    ({ recipient_firstname, recipient_lastname, recipient_mobile }) => {
      return { recipient_firstname, recipient_lastname, recipient_mobile };
    },
  );
  const saved = await api('POST mobiledigital/savegiftcardrecipients', {
    body: {
      cartItem: { sku: card.sku, product_option: card.product_option },
      recipients,
      recipient_message: card.recipient_message,
      text_content: withMarker(card.text_content),
      purchaser_mobile: customerMobile,
      scheduled_delivery: card.scheduled_delivery,
      delivery_timezone: card.timezone,
      mms_template_id: card.mms_template_id,
    },
  });
  const errors = saved.status ? null : labelPeopleErrors(recipients, toFieldMessages(saved));
  return { price: saved.data?.price ?? card.price, errors, isGone: false };
}

function labelPeopleErrors(people: readonly Person[], messages: FieldMessages): FieldMessages {
  const named = Object.entries(messages).map(([field, message]) => {
    const person = people[placeInList(field)?.index ?? -1];
    return [
      field,
      person ? `${person.recipient_firstname} ${person.recipient_lastname}: ${message}` : message,
    ] as const;
  });
  return Object.fromEntries(named.slice(0, NAMED_ERRORS));
}

function cardWithErrors({ price }: { price: number }, answer: RejectedFields): AddedCard {
  return { price, errors: toFieldMessages(answer), isGone: answer.codes?.cart_item_id === 'card_not_in_cart' };
}

type Placed = { cartId: number; itemId: number; customerMobile: string };

/** The call requires a price, but the server ignores it and uses its own. */
function buildDetails(card: LocalGiftCard, { cartId, itemId, customerMobile }: Placed) {
  return {
    recipient_firstname: card.recipient_firstname,
    recipient_lastname: card.recipient_lastname,
    recipient_mobile: card.recipient_mobile,
    recipient_message: card.recipient_message,
    text_content: withMarker(card.text_content),
    configurable_product_sku: card.configurable_product_sku,
    purchaser_mobile: customerMobile,
    gift_card_price: card.price,
    product_id: card.id,
    cart_id: cartId,
    cart_item_id: itemId,
  };
}
