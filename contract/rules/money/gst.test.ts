import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counterGst, deliveryGstCents, gstBasis, gstCents, roundEleventh, type Supply } from './gst.ts';

const goods = (cents: number, facts: Partial<Supply> = {}): Supply => ({
  cents,
  isGiftcard: false,
  isGstFree: false,
  isGstRegistered: true,
  ...facts,
});
const card = (cents: number) => goods(cents, { isGiftcard: true });
const free = (cents: number) => goods(cents, { isGstFree: true });
const unregistered = (cents: number) => goods(cents, { isGstRegistered: false });
const anyGoods = fc.record({
  cents: fc.integer({ min: 1, max: 5_000_000 }),
  isGiftcard: fc.boolean(),
  isGstFree: fc.boolean(),
  isGstRegistered: fc.constant(true),
});

it.each([
  [1100, 100],
  [5995, 545],
  [1250, 114],
  [5, 0],
  [6, 1],
  [0, 0],
])('computes the GST in a taxable price of %i cents as %i cents', (cents, gst) => {
  expect([roundEleventh(cents), gstCents(goods(cents))]).toEqual([gst, gst]);
});

it('finds no GST in gift cards, GST-free goods and goods of unregistered sellers', () => {
  fc.assert(
    fc.property(fc.nat(), (cents) =>
      [card(cents), free(cents), unregistered(cents)].every((line) => gstCents(line) === 0),
    ),
  );
});

it('computes GST such that the net price is ten times the GST, within half a cent', () => {
  fc.assert(fc.property(fc.nat(10_000_000), (cents) => Math.abs(cents - 11 * roundEleventh(cents)) <= 5.5));
});

it.each([
  ['taxable goods', 995, [goods(5_995)], 90],
  ['GST-free goods', 995, [free(5_995)], 0],
  ['half taxable and half GST-free goods', 1_100, [goods(1_100), free(1_100)], 50],
  ['one sixth taxable goods, rounding half a cent up', 99, [goods(50), free(250)], 2],
  ['a gift card with GST-free goods', 995, [free(1_100), card(50_000)], 0],
  ['a gift card with taxable goods', 995, [goods(1_100), card(50_000)], 90],
  ['a gift card alone', 995, [card(2_500)], 0],
  ['goods from a seller not registered for GST', 995, [unregistered(5_995)], 0],
  ['goods with the highest amounts', 1_000_000_001, [goods(1_000_000_003), free(7)], 90_909_090],
])('computes the GST in delivery of %s', (_what, cents, lines, gst) => {
  expect(deliveryGstCents(cents, lines)).toBe(gst);
});

it('taxes delivery at most as if all goods were taxable, and exactly so when they are', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.array(anyGoods, { maxLength: 8 }), (cents, lines) => {
      const gst = deliveryGstCents(cents, lines);
      expect(gst).toBeGreaterThanOrEqual(0);
      expect(gst).toBeLessThanOrEqual(roundEleventh(cents));
      const taxable = [...lines.map((line) => ({ ...line, isGstFree: false })), goods(1)];
      expect(deliveryGstCents(cents, taxable)).toBe(roundEleventh(cents));
    }),
  );
});

it.each([
  ['all taxable', [goods(1_100), card(2_500)]],
  ['gst-free', [free(1_100), card(2_500)]],
  ['mixed', [free(1_100), goods(1)]],
  ['seller not registered', [unregistered(1_100), unregistered(50)]],
] as const)('determines "%s" as the GST basis of goods', (basis, lines) => {
  expect(gstBasis(lines)).toBe(basis);
});

it('taxes a redemption at a till unless the seller is not registered', () => {
  expect(counterGst(1_250, { isGstRegistered: true })).toEqual({ gstCents: 114, gstBasis: 'all taxable' });
  expect(counterGst(1_250, { isGstRegistered: false })).toEqual({ gstCents: 0, gstBasis: 'seller not registered' });
});
