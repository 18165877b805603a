import type { RequestOf } from '#contract/calls.ts';
import type { CartProduct } from '#contract/cart.ts';
import { ATTRIBUTE_IDS } from '#contract/rules/limits.ts';
import { isApiError } from '../../api/api-error.ts';
import type { GiftCardEntry } from '../../state/gift-cards.ts';
import type { CallApi } from '../checkout/calls.ts';

/** From here on somebody between may have answered, with the server's own answer lost. */
const SERVER_FAULT = 500;

type Item = Omit<RequestOf<'POST carts/mine/items'>['body']['cartItem'], 'item_id'>;

/**
 * Makes `next` of a cart line (OQ-074): a simple product changes in place, a configurable one is taken out and added again
 * (ST-062, ST-064). If the add is refused, the old line goes back (OQ-076); without an answer it may have worked, and the old line
 * would be added to it. Throws an ApiError for showAddProblem().
 */
export async function changeLine(call: CallApi, { line, next }: { line: CartProduct; next: Item }): Promise<void> {
  const put = (cartItem: Item & { item_id?: number }) => call('POST carts/mine/items', { body: { cartItem } });
  if (line.product.type_id !== 'configurable') {
    await put({ ...next, item_id: line.item_id });
    return;
  }
  await removeLine(call, line.item_id);
  try {
    await put(next);
  } catch (error) {
    if (isApiError(error) && (error.kind !== 'http' || error.status >= SERVER_FAULT)) throw error;
    await put({ ...itemOf(line), quote_id: next.quote_id });
    throw error;
  }
}

/** Sets the quantity of a line; see changeLine(). */
export function setLineQuantity(
  call: CallApi,
  { line, qty, cartId }: { line: CartProduct; qty: number; cartId: number },
): Promise<void> {
  return changeLine(call, { line, next: { ...itemOf(line), qty, quote_id: String(cartId) } });
}

/** What a line holds now, as the cart takes it. */
function itemOf({ product, qty }: CartProduct) {
  const configurable_item_options = product.options.map(({ attribute_code, value_index }) => ({
    option_id: String(ATTRIBUTE_IDS[attribute_code]),
    option_value: value_index,
  }));
  const chosen = { product_option: { extension_attributes: { configurable_item_options } } };
  return {
    sku: product.sku,
    qty,
    product_type: product.type_id,
    ...(configurable_item_options.length > 0 ? chosen : {}),
  };
}

/** A line that is gone already, by another tab, counts as removed. */
export async function removeLine(call: CallApi, itemId: number): Promise<void> {
  await unlessMissing(call('DELETE carts/mine/items/{itemId}', { params: { itemId } }));
}

/** What the server keeps of a gift card goes with it; most have nothing there yet (OQ-078). The local entry is the caller's. */
export async function removeCardFromServer(call: CallApi, { cart_id, cart_item_id }: GiftCardEntry): Promise<void> {
  if (cart_item_id === null) return;
  await removeLine(call, cart_item_id);
  if (cart_id === null) return;
  await call('POST mobiledigital/deletegiftcarddetailsbycartitemid', { body: { cart_id, cart_item_id } });
}

/** OQ-077; no cart on the server is as good as an empty one (ER-16). */
export async function clearCart(call: CallApi, cartId: number): Promise<void> {
  await unlessMissing(call('POST mobiledigital/clearcart', { body: {} }));
  await call('GET mobiledigital/deletegiftcarddetailsbycartid', { query: { cart_id: String(cartId) } });
}

async function unlessMissing(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}
