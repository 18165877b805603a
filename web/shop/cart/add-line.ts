import { t } from '@lingui/core/macro';
import type { RequestOf } from '#contract/calls.ts';
import type { CartItem } from '#contract/cart/cart.ts';
import { api } from '../calls/api.ts';
import { queryClient } from '../queries/query-client.ts';
import { showToast } from '../state/toasts.ts';
import { cartQuery, refreshCart } from './cart-queries.ts';

export type NewLine = Omit<RequestOf<'POST carts/mine/items'>['body']['cartItem'], 'quote_id' | 'item_id'>;

/**
 * Adds the line, creating a cart if there is none, reloads the cart and shows a toast. Throws an ApiError for
 * showAddError(). Signed-in customers only.
 */
export async function addLine(line: NewLine): Promise<CartItem> {
  const quote_id = await openCartId();
  const item = await api('POST carts/mine/items', { body: { cartItem: { ...line, quote_id } } });
  await refreshCart();
  showToast(t`Added to your cart`, { to: '/checkout', label: t`Checkout` });
  return item;
}

/** Creates a cart if none is cached, because GET returns 404 without a cart. */
export async function openCartId(): Promise<number> {
  return queryClient().getQueryData(cartQuery.queryKey)?.id ?? (await api('POST carts/mine', {}));
}
