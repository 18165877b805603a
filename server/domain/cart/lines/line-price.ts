export function linePriceCents(line: { amountCents: number | null }, variant: { price_cents: number }): number {
  return line.amountCents ?? variant.price_cents;
}
