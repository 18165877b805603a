import { CARRIER_CODE, METHOD_CODE } from '#contract/rules/limits.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { deliveryGst, type TaxedLine } from './gst-rules.ts';

/** A null `freeShippingOverCents` means never free. */
export type ShippedLine = TaxedLine & {
  sellerName: string;
  flatShippingCents: number;
  freeShippingOverCents: number | null;
};

export type ShippingOption = {
  carrierCode: string;
  methodCode: string;
  carrierTitle: string;
  methodTitle: string;
  amountCents: number;
  gstCents: number;
  /** The amount that each seller's goods still need for free shipping. */
  untilFree: SellerCents[];
  bySeller: SellerCents[];
};

type SellerCents = { sellerName: string; cents: number };

/**
 * Returns the shipping charge in cents. Gift cards ship for free. Each seller charges its flat rate once, or nothing
 * once its goods reach its free-shipping threshold.
 */
export function sumShippingCents(lines: readonly ShippedLine[]): number {
  return sumCents([...shippingBySeller(lines).values()]);
}

export function shippingBySeller(lines: readonly ShippedLine[]): Map<number, number> {
  return new Map([...goodsBySeller(lines)].map(([sellerId, ofSeller]) => [sellerId, sellerCharge(ofSeller)]));
}

function goodsBySeller(lines: readonly ShippedLine[]): Map<number, ShippedLine[]> {
  return Map.groupBy(
    lines.filter((line) => !line.isGiftcard),
    (line) => line.sellerId,
  );
}

export function centsUntilFree(lines: readonly ShippedLine[]): SellerCents[] {
  return [...goodsBySeller(lines).values()].flatMap((ofSeller) => {
    const [first] = ofSeller;
    if (!first || first.freeShippingOverCents === null || sellerCharge(ofSeller) === 0) return [];
    return [{ sellerName: first.sellerName, cents: first.freeShippingOverCents - sumGoodsCents(ofSeller) }];
  });
}

function chargeBySeller(lines: readonly ShippedLine[]): SellerCents[] {
  return [...goodsBySeller(lines).values()].map((ofSeller) => ({
    sellerName: ofSeller[0]?.sellerName ?? '',
    cents: sellerCharge(ofSeller),
  }));
}

const sumGoodsCents = (lines: readonly ShippedLine[]): number =>
  sumCents(lines.map((line) => line.priceCents * line.qty));

/** Empty carts have a free option, because checkout picks it before gift cards are added. */
export function shippingOptions(lines: readonly ShippedLine[]): ShippingOption[] {
  const codes = { carrierCode: CARRIER_CODE, methodCode: METHOD_CODE };
  const words = { carrierTitle: 'Flat rate', methodTitle: 'Standard delivery' };
  const gstCents = sumCents([...deliveryGst(lines, shippingBySeller(lines)).values()]);
  return [
    {
      ...codes,
      ...words,
      amountCents: sumShippingCents(lines),
      gstCents,
      untilFree: centsUntilFree(lines),
      bySeller: chargeBySeller(lines),
    },
  ];
}

function sellerCharge(lines: readonly ShippedLine[]): number {
  const goodsCents = sumGoodsCents(lines);
  const [{ flatShippingCents, freeShippingOverCents } = { flatShippingCents: 0, freeShippingOverCents: null }] = lines;
  return freeShippingOverCents !== null && goodsCents >= freeShippingOverCents ? 0 : flatShippingCents;
}

export function findCheapest<Option extends { amountCents: number }>(options: readonly Option[]): Option | null {
  return options.reduce<Option | null>(
    (best, option) => (best && best.amountCents <= option.amountCents ? best : option),
    null,
  );
}

export function sortCheapestFirst<Option extends { amountCents: number }>(options: readonly Option[]): Option[] {
  return options.toSorted((a, b) => a.amountCents - b.amountCents);
}
