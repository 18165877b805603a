/** What was sold, as far as its GST goes. */
export const GST_BASES = ['all taxable', 'gst-free', 'mixed', 'seller not registered'] as const;
export type GstBasis = (typeof GST_BASES)[number];

/** What the GST of a line depends on. `cents`: all of the line. */
export type Supply = { cents: number; isGiftcard: boolean; isGstFree: boolean; isGstRegistered: boolean };

/**
 * Returns the GST in a taxable price, in whole cents: one eleventh of it, half a cent rounded up, worked out for each
 * supply by itself (A New Tax System (Goods and Services Tax) Act 1999, s 9-70 and s 9-90).
 */
export const eleventhOf = (cents: number): number => Math.floor((cents * 2 + 11) / 22);

/**
 * Whether a price holds GST. A gift card holds none: it is a face value voucher, taxed when it is redeemed (s 100-5).
 * Neither do GST-free goods (s 9-30), nor what a seller sells who is not registered (s 9-5).
 */
export function isTaxable({ isGiftcard, isGstFree, isGstRegistered }: Omit<Supply, 'cents'>): boolean {
  return isGstRegistered && !isGiftcard && !isGstFree;
}

/** Returns the GST in a line, in whole cents. */
export function gstCents(line: Supply): number {
  return isTaxable(line) ? eleventhOf(line.cents) : 0;
}

/**
 * Returns the GST in what one seller charges for delivery, in whole cents: delivery is taxable in the proportion of the
 * seller's taxable goods in the order. Gift cards among the lines do not count.
 */
export function deliveryGstCents(deliveryCents: number, lines: readonly Supply[]): number {
  const goods = lines.filter(({ isGiftcard }) => !isGiftcard);
  const all = sumOf(goods);
  if (all === 0) return 0;
  // Cents times cents may exceed what a number holds exactly.
  const taxable = BigInt(deliveryCents) * BigInt(sumOf(goods.filter(isTaxable)));
  return Number((2n * taxable + 11n * BigInt(all)) / (22n * BigInt(all)));
}

/** Returns the basis of one seller's goods. Gift cards among the lines do not count. */
export function gstBasis(lines: readonly Supply[]): GstBasis {
  const goods = lines.filter(({ isGiftcard }) => !isGiftcard);
  if (goods.some(({ isGstRegistered }) => !isGstRegistered)) return 'seller not registered';
  if (goods.every(({ isGstFree }) => !isGstFree)) return 'all taxable';
  return goods.every(({ isGstFree }) => isGstFree) ? 'gst-free' : 'mixed';
}

export type RedemptionGst = { gstCents: number; gstBasis: GstBasis };

/** Returns the GST in a redemption at a till, and its basis: the till does not say what it sold. */
export function counterGst(cents: number, { isGstRegistered }: Pick<Supply, 'isGstRegistered'>): RedemptionGst {
  return isGstRegistered
    ? { gstCents: eleventhOf(cents), gstBasis: 'all taxable' }
    : { gstCents: 0, gstBasis: 'seller not registered' };
}

const sumOf = (supplies: readonly Supply[]): number => supplies.reduce((sum, { cents }) => sum + cents, 0);
