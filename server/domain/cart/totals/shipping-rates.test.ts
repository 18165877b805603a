import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsUntilFree,
  findCheapest,
  type ShippedLine,
  shippingOptions,
  sortCheapestFirst,
  sumShippingCents,
} from './shipping-rates.ts';

const teapot: ShippedLine = {
  sellerId: 1,
  sellerName: 'Teapots & Co',
  isGiftcard: false,
  isGstFree: false,
  isGstRegistered: true,
  priceCents: 5_995,
  qty: 1,
  flatShippingCents: 995,
  freeShippingOverCents: 10_000,
};
const print: ShippedLine = {
  ...teapot,
  sellerId: 2,
  priceCents: 2_000,
  flatShippingCents: 500,
  freeShippingOverCents: null,
};
const card: ShippedLine = { ...teapot, isGiftcard: true, priceCents: 50_000 };

describe('shipping rates', () => {
  it('offers one shipping method with a fixed carrier code (BC-24)', () => {
    expect(shippingOptions([teapot])).toMatchObject([
      { carrierCode: 'flatrate', methodCode: 'flatrate', amountCents: 995 },
    ]);
  });

  it('offers free shipping for an empty cart', () => {
    expect(shippingOptions([])).toMatchObject([{ carrierCode: 'flatrate', amountCents: 0 }]);
  });

  it('includes GST in the shipping charge in proportion to the taxable goods of each seller', () => {
    const computeGstCents = (...lines: ShippedLine[]) => shippingOptions(lines)[0]?.gstCents;
    expect(computeGstCents(teapot, print)).toBe(90 + 45);
    expect(computeGstCents({ ...teapot, isGstFree: true }, print)).toBe(45);
    expect(computeGstCents({ ...teapot, priceCents: 1_000 }, { ...teapot, priceCents: 1_000, isGstFree: true })).toBe(
      45,
    );
    expect(computeGstCents(teapot, { ...print, isGstRegistered: false })).toBe(90);
    expect(computeGstCents(card)).toBe(0);
  });

  it('charges shipping once per seller, not per line', () => {
    expect(sumShippingCents([teapot, { ...teapot, priceCents: 100 }])).toBe(995);
    expect(sumShippingCents([teapot, print])).toBe(1_495);
  });

  it("returns how much each seller's goods still need for free shipping", () => {
    const short = { sellerName: 'Teapots & Co', cents: 4_005 };
    expect(centsUntilFree([teapot, print, card])).toEqual([short]);
    expect(shippingOptions([teapot])[0]?.untilFree).toEqual([short]);
    expect(centsUntilFree([{ ...teapot, qty: 2 }])).toEqual([]);
    expect(centsUntilFree([card])).toEqual([]);
  });

  it("lists each seller's shipping charge for goods, including zero", () => {
    const bySeller = (...lines: ShippedLine[]) => shippingOptions(lines)[0]?.bySeller;
    const prints = { ...print, sellerName: 'Prints' };
    expect(bySeller({ ...teapot, qty: 2 }, prints, card)).toEqual([
      { sellerName: 'Teapots & Co', cents: 0 },
      { sellerName: 'Prints', cents: 500 },
    ]);
    expect(bySeller(card)).toEqual([]);
  });

  it("charges exactly the sum of the sellers' rates [BC-25]", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 }), (rates) => {
        const lines = rates.map((flatShippingCents, index) => ({ ...print, sellerId: index, flatShippingCents }));
        return sumShippingCents(lines) === rates.reduce((sum, rate) => sum + rate, 0);
      }),
    );
  });

  it('ships gift cards for free and does not count them towards free shipping of goods', () => {
    expect(sumShippingCents([card])).toBe(0);
    expect(sumShippingCents([card, teapot])).toBe(995);
  });

  it("ships for free once goods reach exactly the seller's threshold", () => {
    expect(sumShippingCents([{ ...teapot, priceCents: 9_999 }])).toBe(995);
    expect(sumShippingCents([{ ...teapot, priceCents: 5_000, qty: 2 }])).toBe(0);
    expect(sumShippingCents([{ ...print, priceCents: 99_999_999 }])).toBe(500);
  });

  it('never charges more than the sum of all seller rates, whatever the line order', () => {
    const line = fc.record({
      sellerId: fc.constantFrom(1, 2, 3),
      sellerName: fc.constant('A seller'),
      isGiftcard: fc.boolean(),
      isGstFree: fc.boolean(),
      isGstRegistered: fc.boolean(),
      priceCents: fc.integer({ min: 1, max: 20_000 }),
      qty: fc.integer({ min: 1, max: 5 }),
      flatShippingCents: fc.constant(700),
      freeShippingOverCents: fc.constantFrom(null, 10_000),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const sameTerms = lines.map((line) => ({
          ...line,
          freeShippingOverCents: line.sellerId === 1 ? null : 10_000,
        }));
        const amount = sumShippingCents(sameTerms);
        const sellers = new Set(lines.filter((line) => !line.isGiftcard).map((line) => line.sellerId));
        return (
          amount <= sellers.size * 700 && amount % 700 === 0 && amount === sumShippingCents(sameTerms.toReversed())
        );
      }),
    );
  });
});

describe('the default shipping method', () => {
  const options = [
    { name: 'express', amountCents: 2_000 },
    { name: 'flat', amountCents: 500 },
    { name: 'post', amountCents: 500 },
  ];

  it('chooses the cheapest shipping method, or the first of several equally cheap ones (ST-078)', () => {
    expect(findCheapest(options)?.name).toBe('flat');
    expect(findCheapest([])).toBeNull();
  });

  it('lists the cheapest shipping method first (ST-078)', () => {
    expect(sortCheapestFirst(options).map((option) => option.name)).toEqual(['flat', 'post', 'express']);
  });
});
