/**
 * GST a price holds, in whole cents: one eleventh of it, half a cent rounded up, worked out for each supply by itself
 * (A New Tax System (Goods and Services Tax) Act 1999, s 9-70 and s 9-90). A gift card holds none: it is a face value
 * voucher, taxed when it is redeemed (s 100-5).
 */
export function gstCents(supply: { cents: number; isGiftcard?: boolean }): number {
  return supply.isGiftcard ? 0 : Math.floor((supply.cents * 2 + 11) / 22);
}

type Supplies = { lines: readonly { cents: number; isGiftcard: boolean }[]; shippingCents: number };

/** GST in all of an order or a cart, in whole cents: of each line as it is paid, and of the shipping. */
export function gstOfAll({ lines, shippingCents }: Supplies): number {
  return lines.reduce((sum, line) => sum + gstCents(line), 0) + gstCents({ cents: shippingCents });
}
