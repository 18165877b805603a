import type { CartProduct } from '#contract/cart/cart.ts';
import type { Product } from '#contract/catalogue.ts';
import { openCartId } from '../../cart/add-line.ts';
import { lineKey } from '../../cart/cart-order.ts';
import { productLines, refreshCart } from '../../cart/cart-queries.ts';
import { changeLine } from '../../cart/change-cart.ts';
import type { Choice } from './choices.ts';
import { buildNewLine, type LineInput } from './use-buying.ts';

export function toLineInput(line: CartProduct): LineInput {
  const choice: Choice = Object.fromEntries(
    line.product.options.map(({ attribute_code, value_index }) => [attribute_code, value_index]),
  );
  return { choice, qty: line.qty };
}

/**
 * Returns the cart line with this id. Falls back to a line with the same content as `before`, because a rejected change
 * restores the line under a new id, and then to `before` itself, which an update may have replaced.
 */
export function findCurrentLine(
  lines: readonly CartProduct[],
  id: string,
  before?: CartProduct,
): CartProduct | undefined {
  const goods = productLines(lines);
  const inCart = goods.find((line) => String(line.item_id) === id);
  return inCart ?? goods.find((line) => before && lineKey(line) === lineKey(before)) ?? before;
}

type Update = { product: Product; line: CartProduct; input: LineInput };

/** Throws an ApiError for showAddError(). */
export async function updateLine({ product, line, input }: Update): Promise<void> {
  try {
    await changeLine({ line, next: { ...buildNewLine(product, input), quote_id: await openCartId() } });
  } finally {
    await refreshCart();
  }
}
