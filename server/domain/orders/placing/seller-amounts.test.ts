import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deliveryGstCents, gstCents } from '#contract/rules/money/gst.ts';
import { lineGst, type TaxedLine } from '#server/domain/cart/totals/gst-rules.ts';
import { computeSellerAmounts } from './seller-amounts.ts';

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const goods = (sellerId: number, priceCents: number, facts: Partial<TaxedLine> = {}): TaxedLine => ({
  sellerId,
  priceCents,
  qty: 1,
  isGiftcard: false,
  isGstFree: false,
  isGstRegistered: true,
  ...facts,
});
const card = (sellerId: number, priceCents: number) => goods(sellerId, priceCents, { isGiftcard: true });

it("returns each seller's goods, shipping, gift cards, GST and operator charges", () => {
  const sellers = computeSellerAmounts([goods(7, 1_100, { qty: 2 }), card(9, 2_500), goods(9, 550)], {
    shippingBySeller: new Map([
      [7, 895],
      [9, 500],
    ]),
  });
  expect(sellers).toMatchObject([
    { sellerId: 7, goodsCents: 2_200, shippingCents: 895, cardsCents: 0, gstCents: 200, shippingGstCents: 81 },
    { sellerId: 9, goodsCents: 550, shippingCents: 500, cardsCents: 2_500, gstCents: 50, shippingGstCents: 45 },
  ]);
  expect(sellers.map(({ commissionCents, serviceFeeCents }) => [commissionCents, serviceFeeCents])).toEqual([
    [96, 90],
    [110, 103],
  ]);
});

it('counts no GST for GST-free goods, unregistered sellers and their share of the delivery', () => {
  const unregistered = { isGstRegistered: false };
  const lines = [goods(7, 1_100), goods(7, 1_100, { isGstFree: true }), goods(8, 1_100, unregistered)];
  const rates = new Map([
    [7, 1_100],
    [8, 1_100],
  ]);
  expect(computeSellerAmounts(lines, { shippingBySeller: rates })).toMatchObject([
    { sellerId: 7, gstRegistered: true, gstCents: 100, shippingGstCents: 50 },
    { sellerId: 8, gstRegistered: false, gstCents: 0, shippingGstCents: 0 },
  ]);
});

it('charges no commission or fee on the part paid by gift card', () => {
  const sold = [goods(7, 10_000)];
  const tenders = { shippingBySeller: new Map([[7, 1_000]]), tenderBySeller: new Map([[7, 4_000]]) };
  expect(computeSellerAmounts(sold, tenders)).toMatchObject([
    { giftCardTenderCents: 4_000, commissionCents: 217, serviceFeeCents: 203 },
  ]);
});

it("returns seller amounts that add up to the order's totals, to the cent", () => {
  const line = fc.record({
    sellerId: fc.integer({ min: 1, max: 4 }),
    isGiftcard: fc.boolean(),
    isGstFree: fc.boolean(),
    priceCents: fc.integer({ min: 1, max: 100_000 }),
    qty: fc.integer({ min: 1, max: 5 }),
  });
  const charge = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(2_000));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.array(charge), (drawn, charges) => {
      const lines = drawn.map((drawnLine) => ({ ...drawnLine, isGstRegistered: drawnLine.sellerId !== 4 }));
      const rates = new Map(charges.filter(([sellerId]) => lines.some((line) => line.sellerId === sellerId)));
      const sellers = computeSellerAmounts(lines, { shippingBySeller: rates });
      const sold = lines.map((line) => ({ ...line, cents: line.priceCents * line.qty }));
      expect(sumNumbers(sellers.map((seller) => seller.goodsCents + seller.cardsCents))).toBe(
        sumNumbers(sold.map(({ cents }) => cents)),
      );
      expect(sumNumbers(sellers.map((seller) => seller.shippingCents))).toBe(sumNumbers([...rates.values()]));
      expect(sumNumbers(sellers.map((seller) => seller.gstCents))).toBe(sumNumbers(lines.map(lineGst)));
      expect(sumNumbers(lines.map(lineGst))).toBe(sumNumbers(sold.map(gstCents)));
      for (const { sellerId, gstRegistered, shippingCents, shippingGstCents } of sellers) {
        const ownLines = sold.filter((line) => line.sellerId === sellerId);
        expect(shippingGstCents).toBe(deliveryGstCents(shippingCents, ownLines));
        expect(gstRegistered).toBe(sellerId !== 4);
      }
    }),
  );
});
