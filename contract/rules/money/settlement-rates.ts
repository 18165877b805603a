/** Rates on all sales, in basis points. Each order stores its rates, so that a new rate changes no past order. */
export const COMMISSION_BP = 310;
export const SERVICE_FEE_BP = 290;

export function applyBasisPoints(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints + 5_000) / 10_000);
}
