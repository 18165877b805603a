import type { CartProduct } from '#contract/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { api } from '../../api/client.ts';
import { refreshCart } from '../../api/queries.ts';
import { openCartId } from '../cart/add-line.ts';
import { changeLine } from '../cart/change-cart.ts';
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

/** Makes the wish of a cart line (ST-064..ST-067), then fetches the cart. Throws an ApiError for showAddProblem(). */
export async function updateLine({ product, line, wish }: Update): Promise<void> {
  try {
    await changeLine(api, { line, next: { ...lineOf(product, wish), quote_id: await openCartId() } });
  } finally {
    await refreshCart();
  }
}
