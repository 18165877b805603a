import { toCents } from '#contract/rules/money/money.ts';

/** What rows of the cart cost together, in cents and without shipping. Prices are in dollars, of one piece. */
export function totalCents(rows: readonly { price: number; qty: number }[]): number {
  return rows.reduce((sum, { price, qty }) => sum + toCents(price) * qty, 0);
}
