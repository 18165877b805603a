import type { CartItem } from '#contract/cart.ts';
import { isRecord, readJson, writeJson } from '../../state/storage.ts';

/**
 * Products that are not gift cards, as they go back into the cart after it was cleared (decisions 0). They are written down
 * before the clearing and struck off one by one as they are back, so that a lost connection or a closed page in between
 * costs the shopper nothing: the next submit puts them back.
 */
export type HeldLine = Pick<CartItem, 'sku' | 'qty' | 'product_type' | 'product_option' | 'name' | 'price'>;
type Held = { mobile: string; lines: HeldLine[] };

const KEY = 'checkout-lines';

/** What this shopper's last submit did not put back. */
export function heldLines(mobile: string): HeldLine[] {
  const held = readJson(KEY, isHeld);
  return held && held.mobile === mobile ? held.lines : [];
}

/** An empty list forgets them. */
export function holdLines(mobile: string, lines: readonly HeldLine[]): void {
  writeJson(KEY, lines.length === 0 ? null : { mobile, lines });
}

/** Lines of the cart and, after them, held ones whose sku is not in the cart. */
export function withHeld(inCart: readonly HeldLine[], held: readonly HeldLine[]): HeldLine[] {
  const there = new Set(inCart.map((line) => line.sku));
  return [...inCart, ...held.filter((line) => !there.has(line.sku))];
}

function isHeld(value: unknown): value is Held {
  return (
    isRecord(value) &&
    typeof value.mobile === 'string' &&
    Array.isArray(value.lines) &&
    value.lines.every((line) => isRecord(line) && typeof line.sku === 'string' && typeof line.qty === 'number')
  );
}
