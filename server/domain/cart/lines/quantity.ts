/** A database constraint enforces this limit as well. */
export const MAX_PER_LINE = 10_000;

/** Accepts whole numbers from 1. Older clients send text ('2', '2.0000'). */
export function readQuantity(input: number | string): number | null {
  const text = String(input).trim();
  if (!/^\d{1,15}(\.0{1,4})?$/.test(text)) return null;
  const qty = Number(text);
  return qty >= 1 ? qty : null;
}

/**
 * `lineQty`: the quantity after the change. `heldElsewhere`: units on other lines of the variant, which reduce the
 * stock.
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
  return lineQty <= MAX_PER_LINE && lineQty + heldElsewhere <= stock;
}
