import { deliveryGstCents, gstCents, type Supply } from '#contract/rules/money/gst.ts';

export type TaxedLine = Omit<Supply, 'cents'> & { sellerId: number; priceCents: number; qty: number };

/** Rounds once per line, because a line is one taxable supply. */
export const lineGst = (line: TaxedLine): number => gstCents(toSupply(line));

export function deliveryGst(
  lines: readonly TaxedLine[],
  shippingBySeller: ReadonlyMap<number, number>,
): Map<number, number> {
  const bySeller = Map.groupBy(lines, ({ sellerId }) => sellerId);
  return new Map(
    [...shippingBySeller].map(([sellerId, cents]) => [
      sellerId,
      deliveryGstCents(cents, (bySeller.get(sellerId) ?? []).map(toSupply)),
    ]),
  );
}

function toSupply({ priceCents, qty, isGiftcard, isGstFree, isGstRegistered }: TaxedLine): Supply {
  return { cents: priceCents * qty, isGiftcard, isGstFree, isGstRegistered };
}
