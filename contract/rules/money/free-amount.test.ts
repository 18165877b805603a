import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAmount } from './free-amount.ts';

const limits = { minCents: 1_000, maxCents: 50_000 };

it('accepts whole-dollar amounts within the limits in any common notation', () => {
  const written = [10, '10', ' 37 ', '$37', '37.00', '37.0', 500, '$500.00'];
  expect(written.map((amount) => readAmount(amount, limits))).toEqual([
    1_000, 1_000, 3_700, 3_700, 3_700, 3_700, 50_000, 50_000,
  ]);
  expect(readAmount('$1,250', { minCents: 1_000, maxCents: 200_000 })).toBe(125_000);
});

it('rejects amounts that are blank, fractional, signed, written as words or exponents, or outside the limits', () => {
  const wrong = ['', ' ', 'ten', '37.50', 37.5, 10.01, '-50', -50, '+50', '1e2', '0x32', 0, 9, 501, 1e21, Number.NaN];
  const odd = ['5 0', '1,00', '10,0', '$', '$$20', '20$', '٣٧', '37.000', Number.POSITIVE_INFINITY];
  for (const amount of [...wrong, ...odd]) expect(readAmount(amount, limits), String(amount)).toBeNull();
});

it('returns a whole-dollar amount within the limits, or null, for any input', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.integer()), (amount) => {
      const cents = readAmount(amount, limits);
      if (cents === null) return;
      expect(Number.isSafeInteger(cents) && cents % 100 === 0).toBe(true);
      expect(cents >= limits.minCents && cents <= limits.maxCents).toBe(true);
    }),
  );
});
