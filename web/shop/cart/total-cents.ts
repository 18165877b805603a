import { toCents } from '#contract/rules/money/money.ts';

/** Returns the total in cents, without shipping. `price` is in dollars. */
export function totalCents(rows: readonly { price: number; qty: number }[]): number {
  return rows.reduce((sum, { price, qty }) => sum + toCents(price) * qty, 0);
}
