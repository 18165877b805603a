import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gstCents, gstOfAll } from './gst.ts';

test.each([
  [1100, 100],
  [5995, 545],
  [1250, 114],
  [5, 0],
  [6, 1],
  [0, 0],
])('a price of %i cents holds %i cents of GST', (cents, gst) => {
  expect(gstCents({ cents })).toBe(gst);
});

test('a gift card holds none, whatever it costs', () => {
  fc.assert(fc.property(fc.nat(), (cents) => gstCents({ cents, isGiftcard: true }) === 0));
});

test('an order holds that of its goods and their shipping', () => {
  const goods = { cents: 5_995, isGiftcard: false };
  const card = { cents: 5_000, isGiftcard: true };
  expect(gstOfAll({ lines: [goods, card, goods], shippingCents: 1_100 })).toBe(545 + 545 + 100);
  expect(gstOfAll({ lines: [card], shippingCents: 0 })).toBe(0);
});

test('what is left is ten times the tax, but for half a cent', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (cents) => Math.abs(cents - gstCents({ cents }) - 10 * gstCents({ cents })) <= 5.5),
  );
});
