import type { CartProduct } from '#contract/cart/cart.ts';

/** Returns a key that identifies a line even when changing a configurable product gives the line a new id. */
export function lineKey({ product }: CartProduct): string {
  return `${product.id} ${product.variant_sku}`;
}

/** Keeps the order of first appearance, so that rows do not jump when a quantity changes. */
export function sortLinesByKeys(lines: readonly CartProduct[], knownKeys: readonly string[]): CartProduct[] {
  const place = (line: CartProduct) => {
    const index = knownKeys.indexOf(lineKey(line));
    return index === -1 ? knownKeys.length : index;
  };
  return [...lines].sort((a, b) => place(a) - place(b));
}
