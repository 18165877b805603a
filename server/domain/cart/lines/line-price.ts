/** What one piece of a line costs, in integer cents: the amount the customer chose, else the price of the variant. */
export function linePriceCents(line: { amountCents: number | null }, variant: { price_cents: number }): number {
  return line.amountCents ?? variant.price_cents;
}
