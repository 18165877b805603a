import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gstOfAll } from '#contract/rules/money/gst.ts';
import { lineGst, type SoldLine, sellerMoney } from './seller-money.ts';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const goods = (sellerId: number, priceCents: number, qty = 1): SoldLine => ({
  sellerId,
  isGiftcard: false,
  priceCents,
  qty,
});
const card = (sellerId: number, priceCents: number): SoldLine => ({ sellerId, isGiftcard: true, priceCents, qty: 1 });

test('each seller has its goods, shipping, cards, GST and what the operator keeps of them', () => {
  const { sellers, shippingGstCents } = sellerMoney([goods(7, 1_100, 2), card(9, 2_500), goods(9, 550)], {
    shippingBySeller: new Map([
      [7, 895],
      [9, 500],
    ]),
  });
  expect(shippingGstCents).toBe(127);
  expect(sellers).toMatchObject([
    { sellerId: 7, goodsCents: 2_200, shippingCents: 895, cardsCents: 0, gstCents: 200, shippingGstCents: 81 },
    { sellerId: 9, goodsCents: 550, shippingCents: 500, cardsCents: 2_500, gstCents: 50, shippingGstCents: 46 },
  ]);
  expect(sellers.map(({ commissionCents, serviceFeeCents }) => [commissionCents, serviceFeeCents])).toEqual([
    [96, 90],
    [110, 103],
  ]);
});

test('what was paid by gift card bears no commission and no fee', () => {
  const sold = [goods(7, 10_000)];
  const tenders = { shippingBySeller: new Map([[7, 1_000]]), tenderBySeller: new Map([[7, 4_000]]) };
  expect(sellerMoney(sold, tenders).sellers).toMatchObject([
    { giftCardTenderCents: 4_000, commissionCents: 217, serviceFeeCents: 203 },
  ]);
});

test('the sellers of an order together are the order, to the cent', () => {
  const line = fc.record({
    sellerId: fc.integer({ min: 1, max: 4 }),
    isGiftcard: fc.boolean(),
    priceCents: fc.integer({ min: 1, max: 100_000 }),
    qty: fc.integer({ min: 1, max: 5 }),
  });
  const charge = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(2_000));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.array(charge), (lines, charges) => {
      const rates = new Map(charges.filter(([sellerId]) => lines.some((line) => line.sellerId === sellerId)));
      const { sellers, shippingGstCents } = sellerMoney(lines, { shippingBySeller: rates });
      const shippingCents = sumOf([...rates.values()]);
      const sold = lines.map((line) => ({ cents: line.priceCents * line.qty, isGiftcard: line.isGiftcard }));
      expect(sumOf(sellers.map((seller) => seller.goodsCents + seller.cardsCents))).toBe(
        sumOf(sold.map(({ cents }) => cents)),
      );
      expect(sumOf(sellers.map((seller) => seller.shippingCents))).toBe(shippingCents);
      expect(sumOf(sellers.map((seller) => seller.shippingGstCents))).toBe(shippingGstCents);
      expect(sumOf(lines.map(lineGst)) + shippingGstCents).toBe(gstOfAll({ lines: sold, shippingCents }));
      expect(sumOf(sellers.map((seller) => seller.gstCents))).toBe(sumOf(lines.map(lineGst)));
    }),
  );
});
