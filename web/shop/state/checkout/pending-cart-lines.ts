import type { CartItem } from '#contract/cart/cart.ts';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';

/**
 * Products to add again after checkout has cleared the cart. Each is removed once it is restored, so that a lost
 * connection loses none. The next visit to checkout restores the rest.
 */
export type PendingLine = Pick<CartItem, 'sku' | 'qty' | 'product_type' | 'name' | 'price'> &
  Partial<Pick<CartItem, 'product_option'>>;
type Stored = { mobile: string; lines: PendingLine[] };

const KEY = 'checkout-lines';

export function readPendingLines(mobile: string): PendingLine[] {
  const pending = readJson(KEY, isStored);
  return pending && pending.mobile === mobile ? pending.lines : [];
}

export function savePendingLines(mobile: string, lines: readonly PendingLine[]): void {
  const keptLines = lines.map(({ sku, qty, product_type, product_option, name, price }) => ({
    sku,
    qty,
    product_type,
    name,
    price,
    ...(product_option ? { product_option } : {}),
  }));
  writeJson(KEY, keptLines.length === 0 ? null : { mobile, lines: keptLines });
}

export function clearPendingLines(): void {
  writeJson(KEY, null);
}

/** Returns the pending lines that are not in the cart. After a lost response, a restored line may still be pending. */
export function missingLines(pending: readonly PendingLine[], inCart: readonly Pick<CartItem, 'sku'>[]): PendingLine[] {
  const skusInCart = new Set(inCart.map(({ sku }) => sku));
  return pending.filter(({ sku }) => !skusInCart.has(sku));
}

function isStored(value: unknown): value is Stored {
  return (
    isRecord(value) &&
    typeof value.mobile === 'string' &&
    Array.isArray(value.lines) &&
    value.lines.every((line) => isRecord(line) && typeof line.sku === 'string' && typeof line.qty === 'number')
  );
}
