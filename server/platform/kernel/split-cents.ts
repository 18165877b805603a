export const sumCents = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Gives leftover cents to the largest fractions, and to the first of equal ones. No share exceeds its weight if the
 * weights add up to at least the amount.
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const total = sumCents(weights);
  if (cents === 0) return weights.map(() => 0);
  if (total <= 0) throw new Error(`${cents} cents cannot be split: the weights add up to zero.`);
  // Uses BigInt, because the product may exceed the safe integer range.
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const shares = exact.map((product) => Number(product / BigInt(total)));
  const left = cents - sumCents(shares);
  const byFraction = exact
    .map((product, index) => ({ index, fraction: product % BigInt(total) }))
    .toSorted((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction > b.fraction ? -1 : 1));
  for (const { index } of byFraction.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** Rounds half a cent up. */
export function prorateCents(cents: number, { upTo, total }: { upTo: number; total: number }): number {
  return Number((2n * BigInt(cents) * BigInt(upTo) + BigInt(total)) / (2n * BigInt(total)));
}

/** Rounds running totals, half a cent up. If the parts add up to `total`, their shares therefore add up to `cents`. */
export function splitInOrder(cents: number, parts: readonly number[], total = sumCents(parts)): number[] {
  let upTo = 0;
  return parts.map((part) => {
    const before = prorateCents(cents, { upTo, total: total });
    upTo += part;
    return prorateCents(cents, { upTo, total: total }) - before;
  });
}
