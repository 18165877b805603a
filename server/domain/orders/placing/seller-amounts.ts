import { applyBasisPoints, COMMISSION_BP, SERVICE_FEE_BP } from '#contract/rules/money/settlement-rates.ts';
import { deliveryGst, lineGst, type TaxedLine } from '#server/domain/cart/totals/gst-rules.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';

export type SellerAmounts = {
  sellerId: number;
  goodsCents: number;
  shippingCents: number;
  cardsCents: number;
  giftCardTenderCents: number;
  gstRegistered: boolean;
  gstCents: number;
  shippingGstCents: number;
  commissionBp: number;
  serviceFeeBp: number;
  commissionCents: number;
  serviceFeeCents: number;
};

type BySeller = {
  shippingBySeller: ReadonlyMap<number, number>;
  tenderBySeller?: ReadonlyMap<number, number>;
};

const lineTotalCents = ({ priceCents, qty }: TaxedLine): number => priceCents * qty;

/**
 * Returns sellers in the order of the lines. No commission or fee applies to the part paid by gift card, because both
 * were charged when the card was sold.
 */
export function computeSellerAmounts(
  lines: readonly TaxedLine[],
  { shippingBySeller, tenderBySeller = new Map() }: BySeller,
): SellerAmounts[] {
  const shippingGst = deliveryGst(lines, shippingBySeller);
  return [...Map.groupBy(lines, (line) => line.sellerId)].map(([sellerId, sold]) => {
    const cardsCents = sumCents(sold.filter((line) => line.isGiftcard).map(lineTotalCents));
    const goodsCents = sumCents(sold.map(lineTotalCents)) - cardsCents;
    const shippingCents = shippingBySeller.get(sellerId) ?? 0;
    const giftCardTenderCents = tenderBySeller.get(sellerId) ?? 0;
    const chargedCents = goodsCents + shippingCents + cardsCents - giftCardTenderCents;
    return {
      sellerId,
      goodsCents,
      shippingCents,
      cardsCents,
      giftCardTenderCents,
      gstRegistered: sold.every(({ isGstRegistered }) => isGstRegistered),
      gstCents: sumCents(sold.map(lineGst)),
      shippingGstCents: shippingGst.get(sellerId) ?? 0,
      commissionBp: COMMISSION_BP,
      serviceFeeBp: SERVICE_FEE_BP,
      commissionCents: applyBasisPoints(chargedCents, COMMISSION_BP),
      serviceFeeCents: applyBasisPoints(chargedCents, SERVICE_FEE_BP),
    };
  });
}
