import type { CartItem } from '#contract/cart/cart.ts';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';

/**
 * Products that are not gift cards, to be added again after checkout has cleared the cart. They are stored before the
 * clearing and removed one by one as they are in the cart again, so that nothing is lost by a lost connection or a
 * closed page: the next visit to checkout restores the rest.
 */
export type PendingLine = Pick<CartItem, 'sku' | 'qty' | 'product_type' | 'name' | 'price'> &
  Partial<Pick<CartItem, 'product_option'>>;
type Stored = { mobile: string; lines: PendingLine[] };

const KEY = 'checkout-lines';

/** What this customer's last submit did not restore. */
export function pendingLines(mobile: string): PendingLine[] {
  const pending = readJson(KEY, isStored);
  return pending && pending.mobile === mobile ? pending.lines : [];
}

/** An empty list clears them. */
export function savePendingLines(mobile: string, lines: readonly PendingLine[]): void {
  const kept = lines.map(({ sku, qty, product_type, product_option, name, price }) => ({
    sku,
    qty,
    product_type,
    name,
    price,
    ...(product_option ? { product_option } : {}),
  }));
  writeJson(KEY, kept.length === 0 ? null : { mobile, lines: kept });
}

/** For a cart that the customer has cleared. */
export function clearPendingLines(): void {
  writeJson(KEY, null);
}

/** Pending lines that are not in the cart: a lost answer leaves a line pending that is there already. */
export function missingLines(pending: readonly PendingLine[], inCart: readonly Pick<CartItem, 'sku'>[]): PendingLine[] {
  const there = new Set(inCart.map(({ sku }) => sku));
  return pending.filter(({ sku }) => !there.has(sku));
}

function isStored(value: unknown): value is Stored {
  return (
    isRecord(value) &&
    typeof value.mobile === 'string' &&
    Array.isArray(value.lines) &&
    value.lines.every((line) => isRecord(line) && typeof line.sku === 'string' && typeof line.qty === 'number')
  );
}
