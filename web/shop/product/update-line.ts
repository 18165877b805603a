import type { Cart, CartProduct } from '#contract/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { api } from '../../api/client.ts';
import { cartQuery, refreshCart } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import type { NewLine } from '../cart/add-line.ts';
import type { Choice } from './choices.ts';
import { lineOf, type Wish } from './use-buying.ts';

/** What a cart line holds now, as the choices of its product. */
export function wishOf(line: CartProduct): Wish {
  const choice: Choice = Object.fromEntries(
    line.product.options.map(({ attribute_code, value_index }) => [attribute_code, value_index]),
  );
  return { choice, qty: line.qty };
}

type Update = { product: Product; line: CartProduct; wish: Wish };

/**
 * Changes a cart line (ST-064..ST-067, OQ-074): a simple product in place, a configurable one by taking the old line out
 * and putting the new one in; if that fails, the old line goes back (OQ-076). Throws an ApiError for showAddProblem().
 */
export async function updateLine({ product, line, wish }: Update): Promise<void> {
  try {
    if (product.type_id === 'configurable') await swapLine({ product, line, wish });
    else await putLine({ ...lineOf(product, wish), item_id: line.item_id });
  } finally {
    await refreshCart();
  }
}

async function swapLine({ product, line, wish }: Update): Promise<void> {
  await api('DELETE carts/mine/items/{itemId}', { params: { itemId: line.item_id } });
  try {
    await putLine(lineOf(product, wish));
  } catch (error) {
    await putLine(lineOf(product, wishOf(line)));
    throw error;
  }
}

async function putLine(line: NewLine & { item_id?: number }): Promise<void> {
  const known = queryClient().getQueryData<Cart | null>(cartQuery.queryKey);
  const quote_id = known?.id ?? (await api('POST carts/mine', {}));
  await api('POST carts/mine/items', { body: { cartItem: { ...line, quote_id } } });
}
