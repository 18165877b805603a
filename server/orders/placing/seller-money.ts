import { gstCents } from '#contract/rules/money/gst.ts';
import { basisPointsOf, COMMISSION_BP, SERVICE_FEE_BP } from '#contract/rules/money/settlement-rates.ts';
import { splitCents, sumCents } from '../../kernel/split-cents.ts';

export type SoldLine = { sellerId: number; isGiftcard: boolean; priceCents: number; qty: number };

/** What one seller sold in an order and what the operator keeps of it, as it is stored with the sale; integer cents. */
export type SellerMoney = {
  sellerId: number;
  goodsCents: number;
  shippingCents: number;
  /** Gift cards sold. */
  cardsCents: number;
  /** Of goods and shipping, what was paid by gift card. */
  giftCardTenderCents: number;
  gstCents: number;
  shippingGstCents: number;
  commissionBp: number;
  serviceFeeBp: number;
  commissionCents: number;
  serviceFeeCents: number;
};

/** GST of a line as it is sold; a gift card holds none. */
export const lineGst = (line: SoldLine): number => gstCents({ cents: totalOf(line), isGiftcard: line.isGiftcard });

type BySeller = {
  shippingBySeller: ReadonlyMap<number, number>;
  /** What gift cards pay; nothing when left out. */
  tenderBySeller?: ReadonlyMap<number, number>;
};

const totalOf = ({ priceCents, qty }: SoldLine): number => priceCents * qty;

/**
 * The sellers of an order in the order of its lines. The GST of the shipping is that of the whole charge, as the
 * customer is shown it, and is split over the sellers. What was paid by gift card bears no commission and no fee: they
 * were charged when the card was sold.
 */
export function sellerMoney(
  lines: readonly SoldLine[],
  { shippingBySeller, tenderBySeller = new Map() }: BySeller,
): { sellers: SellerMoney[]; shippingGstCents: number } {
  const bySeller = [...Map.groupBy(lines, (line) => line.sellerId)];
  const shipping = bySeller.map(([sellerId]) => shippingBySeller.get(sellerId) ?? 0);
  const shippingGstCents = gstCents({ cents: sumCents(shipping) });
  const shippingGst = splitCents(shippingGstCents, shipping);
  const sellers = bySeller.map(([sellerId, sold], at) => {
    const cardsCents = sumCents(sold.filter((line) => line.isGiftcard).map(totalOf));
    const goodsCents = sumCents(sold.map(totalOf)) - cardsCents;
    const shippingCents = shipping[at] ?? 0;
    const giftCardTenderCents = tenderBySeller.get(sellerId) ?? 0;
    const chargedCents = goodsCents + shippingCents + cardsCents - giftCardTenderCents;
    return {
      sellerId,
      goodsCents,
      shippingCents,
      cardsCents,
      giftCardTenderCents,
      gstCents: sumCents(sold.map(lineGst)),
      shippingGstCents: shippingGst[at] ?? 0,
      commissionBp: COMMISSION_BP,
      serviceFeeBp: SERVICE_FEE_BP,
      commissionCents: basisPointsOf(chargedCents, COMMISSION_BP),
      serviceFeeCents: basisPointsOf(chargedCents, SERVICE_FEE_BP),
    };
  });
  return { sellers, shippingGstCents };
}
