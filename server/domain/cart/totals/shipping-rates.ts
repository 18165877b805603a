import { CARRIER_CODE, METHOD_CODE } from '#contract/rules/limits.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { deliveryGst, type TaxedLine } from './gst-rules.ts';

/** What shipping depends on of a cart line. `freeShippingOverCents` null: the seller never ships for nothing. */
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
  /** In the amount. */
  gstCents: number;
  /** How much more of a seller's goods would ship for nothing. */
  untilFree: SellerCents[];
  /** What each seller of goods charges, 0 among them. */
  bySeller: SellerCents[];
};

type SellerCents = { sellerName: string; cents: number };

/**
 * What shipping these lines costs, in cents. Gift cards travel by message and ship for nothing; each seller of goods
 * charges its rate once, unless its goods reach the sum from which it ships for free.
 */
export function shippingFor(lines: readonly ShippedLine[]): number {
  return sumCents([...shippingBySeller(lines).values()]);
}

/** The same for each seller of goods, by its id. */
export function shippingBySeller(lines: readonly ShippedLine[]): Map<number, number> {
  return new Map([...goodsBySeller(lines)].map(([sellerId, ofSeller]) => [sellerId, sellerCharge(ofSeller)]));
}

function goodsBySeller(lines: readonly ShippedLine[]): Map<number, ShippedLine[]> {
  return Map.groupBy(
    lines.filter((line) => !line.isGiftcard),
    (line) => line.sellerId,
  );
}

/** What the goods of each seller who charges are short of the sum from which it ships for nothing. */
export function untilFree(lines: readonly ShippedLine[]): SellerCents[] {
  return [...goodsBySeller(lines).values()].flatMap((ofSeller) => {
    const [first] = ofSeller;
    if (!first || first.freeShippingOverCents === null || sellerCharge(ofSeller) === 0) return [];
    return [{ sellerName: first.sellerName, cents: first.freeShippingOverCents - goodsCentsOf(ofSeller) }];
  });
}

function chargeBySeller(lines: readonly ShippedLine[]): SellerCents[] {
  return [...goodsBySeller(lines).values()].map((ofSeller) => ({
    sellerName: ofSeller[0]?.sellerName ?? '',
    cents: sellerCharge(ofSeller),
  }));
}

const goodsCentsOf = (lines: readonly ShippedLine[]): number =>
  sumCents(lines.map((line) => line.priceCents * line.qty));

/**
 * The ways to ship these lines: one, the flat rate. An empty cart has it too, for nothing, because checkout picks
 * it before the gift cards are in the cart.
 */
export function shippingOptions(lines: readonly ShippedLine[]): ShippingOption[] {
  const codes = { carrierCode: CARRIER_CODE, methodCode: METHOD_CODE };
  const words = { carrierTitle: 'Flat rate', methodTitle: 'Standard delivery' };
  const gstCents = sumCents([...deliveryGst(lines, shippingBySeller(lines)).values()]);
  return [
    {
      ...codes,
      ...words,
      amountCents: shippingFor(lines),
      gstCents,
      untilFree: untilFree(lines),
      bySeller: chargeBySeller(lines),
    },
  ];
}

function sellerCharge(lines: readonly ShippedLine[]): number {
  const goodsCents = goodsCentsOf(lines);
  const [{ flatShippingCents, freeShippingOverCents } = { flatShippingCents: 0, freeShippingOverCents: null }] = lines;
  return freeShippingOverCents !== null && goodsCents >= freeShippingOverCents ? 0 : flatShippingCents;
}

/** The default is the cheapest; of equal ones the first. Null when nothing is offered. */
export function cheapest<Option extends { amountCents: number }>(options: readonly Option[]): Option | null {
  return options.reduce<Option | null>(
    (best, option) => (best && best.amountCents <= option.amountCents ? best : option),
    null,
  );
}

/** Cheapest first; equal ones keep their order. */
export function cheapestFirst<Option extends { amountCents: number }>(options: readonly Option[]): Option[] {
  return options.toSorted((a, b) => a.amountCents - b.amountCents);
}
