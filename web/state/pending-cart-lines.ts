import type { CartItem } from '#contract/cart.ts';
import { isRecord, readJson, writeJson } from './storage.ts';

/**
 * Products that are not gift cards, as they go back into the cart after it was cleared. They are written down
 * before the clearing and struck off one by one as they are back, so that a lost connection or a closed page in between
 * costs the customer nothing: the next visit to checkout puts them back.
 */
export type PendingLine = Pick<CartItem, 'sku' | 'qty' | 'product_type' | 'name' | 'price'> &
  Partial<Pick<CartItem, 'product_option'>>;
type Held = { mobile: string; lines: PendingLine[] };

const KEY = 'checkout-lines';

/** What this customer's last submit did not put back. */
export function pendingLines(mobile: string): PendingLine[] {
  const held = readJson(KEY, isHeld);
  return held && held.mobile === mobile ? held.lines : [];
}

/** An empty list clears them. */
export function keepPendingLines(mobile: string, lines: readonly PendingLine[]): void {
  const kept = lines.map(({ sku, qty, product_type, product_option, name, price }) => ({
    ...{ sku, qty, product_type, name, price },
    ...(product_option ? { product_option } : {}),
  }));
  writeJson(KEY, kept.length === 0 ? null : { mobile, lines: kept });
}

/** The cart was cleared by the customer: nothing is owed to it any more. */
export function clearPendingLines(): void {
  writeJson(KEY, null);
}

/** Held lines that are really missing: an answer that was lost leaves a line held that is in the cart. */
export function missingLines(held: readonly PendingLine[], inCart: readonly Pick<CartItem, 'sku'>[]): PendingLine[] {
  const there = new Set(inCart.map(({ sku }) => sku));
  return held.filter(({ sku }) => !there.has(sku));
}

function isHeld(value: unknown): value is Held {
  return (
    isRecord(value) &&
    typeof value.mobile === 'string' &&
    Array.isArray(value.lines) &&
    value.lines.every((line) => isRecord(line) && typeof line.sku === 'string' && typeof line.qty === 'number')
  );
}
