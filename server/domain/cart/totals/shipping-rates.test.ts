import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cheapest,
  cheapestFirst,
  type ShippedLine,
  shippingFor,
  shippingOptions,
  untilFree,
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

describe('shipping', () => {
  it('is one method with a fixed carrier code (BC-24)', () => {
    expect(shippingOptions([teapot])).toMatchObject([
      { carrierCode: 'flatrate', methodCode: 'flatrate', amountCents: 995 },
    ]);
  });

  it('is offered for an empty cart, for nothing', () => {
    expect(shippingOptions([])).toMatchObject([{ carrierCode: 'flatrate', amountCents: 0 }]);
  });

  it('holds GST as far as its seller’s goods do, worked out by seller', () => {
    const gstOf = (...lines: ShippedLine[]) => shippingOptions(lines)[0]?.gstCents;
    expect(gstOf(teapot, print)).toBe(90 + 45);
    expect(gstOf({ ...teapot, isGstFree: true }, print)).toBe(45);
    expect(gstOf({ ...teapot, priceCents: 1_000 }, { ...teapot, priceCents: 1_000, isGstFree: true })).toBe(45);
    expect(gstOf(teapot, { ...print, isGstRegistered: false })).toBe(90);
    expect(gstOf(card)).toBe(0);
  });

  it('is charged once a seller, not once a line', () => {
    expect(shippingFor([teapot, { ...teapot, priceCents: 100 }])).toBe(995);
    expect(shippingFor([teapot, print])).toBe(1_495);
  });

  it('says how much more of each seller’s goods would ship for nothing', () => {
    const short = { sellerName: 'Teapots & Co', cents: 4_005 };
    expect(untilFree([teapot, print, card])).toEqual([short]);
    expect(shippingOptions([teapot])[0]?.untilFree).toEqual([short]);
    expect(untilFree([{ ...teapot, qty: 2 }])).toEqual([]);
    expect(untilFree([card])).toEqual([]);
  });

  it('names what each seller of goods charges, also nothing', () => {
    const bySeller = (...lines: ShippedLine[]) => shippingOptions(lines)[0]?.bySeller;
    const prints = { ...print, sellerName: 'Prints' };
    expect(bySeller({ ...teapot, qty: 2 }, prints, card)).toEqual([
      { sellerName: 'Teapots & Co', cents: 0 },
      { sellerName: 'Prints', cents: 500 },
    ]);
    expect(bySeller(card)).toEqual([]);
  });

  it('costs what the sellers ask, whatever that is: no price of shipping is our own [BC-25]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 }), (rates) => {
        const lines = rates.map((flatShippingCents, at) => ({ ...print, sellerId: at, flatShippingCents }));
        return shippingFor(lines) === rates.reduce((sum, rate) => sum + rate, 0);
      }),
    );
  });

  it('is free for gift cards, and their value does not make goods ship for free', () => {
    expect(shippingFor([card])).toBe(0);
    expect(shippingFor([card, teapot])).toBe(995);
  });

  it('is free from the sum the seller names on, exactly', () => {
    expect(shippingFor([{ ...teapot, priceCents: 9_999 }])).toBe(995);
    expect(shippingFor([{ ...teapot, priceCents: 5_000, qty: 2 }])).toBe(0);
    expect(shippingFor([{ ...print, priceCents: 99_999_999 }])).toBe(500);
  });

  it('never costs more than the rates of the sellers together, whatever order the lines have', () => {
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
        const amount = shippingFor(sameTerms);
        const sellers = new Set(lines.filter((line) => !line.isGiftcard).map((line) => line.sellerId));
        return amount <= sellers.size * 700 && amount % 700 === 0 && amount === shippingFor(sameTerms.toReversed());
      }),
    );
  });
});

describe('the default method', () => {
  const options = [
    { name: 'express', amountCents: 2_000 },
    { name: 'flat', amountCents: 500 },
    { name: 'post', amountCents: 500 },
  ];

  it('is the cheapest, of equal ones the first (ST-078)', () => {
    expect(cheapest(options)?.name).toBe('flat');
    expect(cheapest([])).toBeNull();
  });

  it('comes first in the list (ST-078)', () => {
    expect(cheapestFirst(options).map((option) => option.name)).toEqual(['flat', 'post', 'express']);
  });
});
