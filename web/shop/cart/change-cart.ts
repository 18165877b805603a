import type { RequestOf } from '#contract/calls.ts';
import type { CartProduct } from '#contract/cart/cart.ts';
import { ATTRIBUTE_IDS } from '#contract/rules/limits.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../calls/api.ts';
import { withCode } from '../sign-in/proof/with-code.ts';
import type { LocalGiftCard } from '../state/gift-cards.ts';

/** From this status on, the response may be from a proxy instead of the server. */
const SERVER_ERROR = 500;

type Item = Omit<RequestOf<'POST carts/mine/items'>['body']['cartItem'], 'item_id'>;

/**
 * Removes a configurable product and adds it again. Restores the old line if the server rejects the add, but not
 * without a response, because the add may have succeeded. Throws an ApiError for showAddError().
 */
export async function changeLine({ line, next }: { line: CartProduct; next: Item }): Promise<void> {
  const saveItem = (cartItem: Item & { item_id?: number }) =>
    withCode(() => api('POST carts/mine/items', { body: { cartItem } }), 'account');
  if (line.product.type_id !== 'configurable') {
    await saveItem({ ...next, item_id: line.item_id });
    return;
  }
  await removeLine(line.item_id);
  try {
    await saveItem(next);
  } catch (error) {
    if (isApiError(error) && (error.kind !== 'http' || error.status >= SERVER_ERROR)) throw error;
    await saveItem({ ...toNewLine(line), quote_id: next.quote_id });
    throw error;
  }
}

export function setLineQuantity({
  line,
  qty,
  cartId,
}: {
  line: CartProduct;
  qty: number;
  cartId: number;
}): Promise<void> {
  return changeLine({ line, next: { ...toNewLine(line), qty, quote_id: String(cartId) } });
}

export function toNewLine({ product, qty }: CartProduct) {
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

export async function removeLine(itemId: number): Promise<void> {
  const remove = () => api('DELETE carts/mine/items/{itemId}', { params: { itemId } });
  await ignoreNotFound(withCode(remove, 'account'));
}

/** Removes the card from the server only; the caller removes the local gift card. */
export async function removeCardFromServer({ cart_id, cart_item_id }: LocalGiftCard): Promise<void> {
  if (cart_item_id === null) return;
  await removeLine(cart_item_id);
  if (cart_id === null) return;
  const body = { cart_id, cart_item_id };
  await withCode(() => api('POST mobiledigital/deletegiftcarddetailsbycartitemid', { body }), 'account');
}

export async function clearCart(cartId: number): Promise<void> {
  await ignoreNotFound(withCode(() => api('POST mobiledigital/clearcart', { body: {} }), 'account'));
  const query = { cart_id: String(cartId) };
  await withCode(() => api('GET mobiledigital/deletegiftcarddetailsbycartid', { query }), 'account');
}

async function ignoreNotFound(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}
