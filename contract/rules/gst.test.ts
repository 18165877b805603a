import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gstCents } from './gst.ts';

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

test('what is left is ten times the tax, but for half a cent', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (cents) => Math.abs(cents - gstCents({ cents }) - 10 * gstCents({ cents })) <= 5.5),
  );
});
