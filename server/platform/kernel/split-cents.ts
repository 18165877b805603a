export const sumCents = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Splits whole cents in proportion to weights, to the cent: each share is rounded down, and the cents that are left go
 * to the largest fractions, of equal ones to the first. Never more than a share's weight while the weights together are
 * at least the amount.
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const total = sumCents(weights);
  if (cents === 0) return weights.map(() => 0);
  if (total <= 0) throw new Error(`${cents} cents cannot be split over nothing.`);
  // Cents times weight may exceed what a number holds exactly.
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const shares = exact.map((product) => Number(product / BigInt(total)));
  const left = cents - sumCents(shares);
  const byFraction = exact
    .map((product, at) => ({ at, fraction: product % BigInt(total) }))
    .toSorted((a, b) => (a.fraction === b.fraction ? a.at - b.at : a.fraction > b.fraction ? -1 : 1));
  for (const { at } of byFraction.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** Returns the part of `cents` that belongs to the first `upTo` of `of`, half a cent rounded up. */
export function shareUpTo(cents: number, { upTo, of }: { upTo: number; of: number }): number {
  return Number((2n * BigInt(cents) * BigInt(upTo) + BigInt(of)) / (2n * BigInt(of)));
}

/**
 * Splits cents over parts of `of` in their order: each part with all before it gets its proportion, half a cent rounded
 * up, so that parts which sum to `of` share all of it to the cent.
 */
export function splitInOrder(cents: number, parts: readonly number[], of = sumCents(parts)): number[] {
  let upTo = 0;
  return parts.map((part) => {
    const before = shareUpTo(cents, { upTo, of });
    upTo += part;
    return shareUpTo(cents, { upTo, of }) - before;
  });
}
