import type { CartProduct } from '#contract/cart/cart.ts';

/** What a line is, whichever id the server gives it: changing a configurable product makes a new line of it. */
export function lineKey({ product }: CartProduct): string {
  return `${product.id} ${product.variant_sku}`;
}

/** Lines in the order they were first seen, new ones last, so that no row jumps when its quantity changes. */
export function inKnownOrder(lines: readonly CartProduct[], known: readonly string[]): CartProduct[] {
  const place = (line: CartProduct) => {
    const at = known.indexOf(lineKey(line));
    return at === -1 ? known.length : at;
  };
  return [...lines].sort((a, b) => place(a) - place(b));
}
