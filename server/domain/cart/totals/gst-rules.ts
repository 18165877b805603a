import { deliveryGstCents, gstCents, type Supply } from '#contract/rules/money/gst.ts';

/** A line of a cart or an order, as far as its GST goes. */
export type TaxedLine = Omit<Supply, 'cents'> & { sellerId: number; priceCents: number; qty: number };

/** Returns the GST in a line: a line is one supply, so it is rounded once. */
export const lineGst = (line: TaxedLine): number => gstCents(supplyOf(line));

/** Returns the GST in what each seller charges for delivery, by its id. */
export function deliveryGst(
  lines: readonly TaxedLine[],
  shippingBySeller: ReadonlyMap<number, number>,
): Map<number, number> {
  const bySeller = Map.groupBy(lines, ({ sellerId }) => sellerId);
  return new Map(
    [...shippingBySeller].map(([sellerId, cents]) => [
      sellerId,
      deliveryGstCents(cents, (bySeller.get(sellerId) ?? []).map(supplyOf)),
    ]),
  );
}

function supplyOf({ priceCents, qty, isGiftcard, isGstFree, isGstRegistered }: TaxedLine): Supply {
  return { cents: priceCents * qty, isGiftcard, isGstFree, isGstRegistered };
}
