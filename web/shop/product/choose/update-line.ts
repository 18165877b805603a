import type { CartProduct } from '#contract/cart/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { openCartId } from '../../cart/add-line.ts';
import { lineKey } from '../../cart/cart-order.ts';
import { productLines, refreshCart } from '../../cart/cart-queries.ts';
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

/**
 * The line of /updateproduct/{id} as the cart has it now. A change that was rejected put it back under a new id: then
 * it is the one that holds the same as `before`. Kept as it was once it is gone, such as for the line an update made.
 */
export function lineNow(lines: readonly CartProduct[], id: string, before?: CartProduct): CartProduct | undefined {
  const goods = productLines(lines);
  const inCart = goods.find((line) => String(line.item_id) === id);
  return inCart ?? goods.find((line) => before && lineKey(line) === lineKey(before)) ?? before;
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
