/**
 * What the operator keeps of a sale, in basis points of goods, shipping and gift cards sold (the terms sellers agree to). Stored
 * with each order and seller when it is sold, so that a new rate changes no past order.
 */
export const COMMISSION_BP = 310;
export const SERVICE_FEE_BP = 290;

/** Basis points of an amount in whole cents, half a cent rounded up. */
export function basisPointsOf(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints + 5_000) / 10_000);
}
