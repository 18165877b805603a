export const GST_BASES = ['all taxable', 'gst-free', 'mixed', 'seller not registered'] as const;
export type GstBasis = (typeof GST_BASES)[number];

export type Supply = { cents: number; isGiftcard: boolean; isGstFree: boolean; isGstRegistered: boolean };

/**
 * GST is one eleventh of each supply, half a cent rounded up (A New Tax System (Goods and Services Tax) Act 1999, s
 * 9-70 and s 9-90).
 */
export const roundEleventh = (cents: number): number => Math.floor((cents * 2 + 11) / 22);

/**
 * Returns false for gift cards, taxed on redemption (s 100-5), GST-free goods (s 9-30) and unregistered sellers (s
 * 9-5).
 */
export function isTaxable({ isGiftcard, isGstFree, isGstRegistered }: Omit<Supply, 'cents'>): boolean {
  return isGstRegistered && !isGiftcard && !isGstFree;
}

export function gstCents(line: Supply): number {
  return isTaxable(line) ? roundEleventh(line.cents) : 0;
}

/** Delivery is taxed in proportion to the seller's taxable goods, ignoring gift cards. */
export function deliveryGstCents(deliveryCents: number, lines: readonly Supply[]): number {
  const goods = lines.filter(({ isGiftcard }) => !isGiftcard);
  const all = sumSupplyCents(goods);
  if (all === 0) return 0;
  // Uses BigInt, because the product of two amounts in cents may exceed safe integers.
  const taxable = BigInt(deliveryCents) * BigInt(sumSupplyCents(goods.filter(isTaxable)));
  return Number((2n * taxable + 11n * BigInt(all)) / (22n * BigInt(all)));
}

export function gstBasis(lines: readonly Supply[]): GstBasis {
  const goods = lines.filter(({ isGiftcard }) => !isGiftcard);
  if (goods.some(({ isGstRegistered }) => !isGstRegistered)) return 'seller not registered';
  if (goods.every(({ isGstFree }) => !isGstFree)) return 'all taxable';
  return goods.every(({ isGstFree }) => isGstFree) ? 'gst-free' : 'mixed';
}

export type RedemptionGst = { gstCents: number; gstBasis: GstBasis };

/** Treats every till sale as taxable, because tills do not report what was sold. */
export function counterGst(cents: number, { isGstRegistered }: Pick<Supply, 'isGstRegistered'>): RedemptionGst {
  return isGstRegistered
    ? { gstCents: roundEleventh(cents), gstBasis: 'all taxable' }
    : { gstCents: 0, gstBasis: 'seller not registered' };
}

const sumSupplyCents = (supplies: readonly Supply[]): number => supplies.reduce((sum, { cents }) => sum + cents, 0);
