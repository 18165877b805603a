/** The database rejects more in one line; nobody sells that much to one customer. */
export const MOST_IN_A_LINE = 10_000;

/** A whole number from 1 on, as a number or as the text older clients send ('2', '2.0000'); null for anything else. */
export function readQuantity(input: number | string): number | null {
  const text = String(input).trim();
  if (!/^\d{1,15}(\.0{1,4})?$/.test(text)) return null;
  const qty = Number(text);
  return qty >= 1 ? qty : null;
}

/**
 * Whether a line of `lineQty`, counted as it is after the change, fits its own limit and the stock beside what other
 * lines of the cart hold of the same variant.
 */
export function fitsStock({
  lineQty,
  heldElsewhere,
  stock,
}: {
  lineQty: number;
  heldElsewhere: number;
  stock: number;
}): boolean {
  return lineQty <= MOST_IN_A_LINE && lineQty + heldElsewhere <= stock;
}
