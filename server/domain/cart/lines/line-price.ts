/** Keep in step with line-price-sql.ts, which applies the same rule in SQL. */
export function linePriceCents(line: { amountCents: number | null }, variant: { price_cents: number }): number {
  return line.amountCents ?? variant.price_cents;
}
