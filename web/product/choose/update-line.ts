import type { CartProduct } from '#contract/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { openCartId } from '../../cart/add-line.ts';
import { refreshCart } from '../../cart/cart-queries.ts';
import { changeLine } from '../../cart/change-cart.ts';
import type { Choice } from './choices.ts';
import { type LineInput, lineOf } from './use-buying.ts';

/** What a cart line holds now, as the choices of its product. */
export function inputOfLine(line: CartProduct): LineInput {
  const choice: Choice = Object.fromEntries(
    line.product.options.map(({ attribute_code, value_index }) => [attribute_code, value_index]),
  );
  return { choice, qty: line.qty };
}

type Update = { product: Product; line: CartProduct; input: LineInput };

/**
 * Changes a cart line to the chosen variant and quantity, then fetches the cart. Throws an ApiError for showAddError().
 */
export async function updateLine({ product, line, input }: Update): Promise<void> {
  try {
    await changeLine({ line, next: { ...lineOf(product, input), quote_id: await openCartId() } });
  } finally {
    await refreshCart();
  }
}
