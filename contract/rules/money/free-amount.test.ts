import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmount } from './free-amount.ts';

const limits = { minCents: 1_000, maxCents: 50_000 };

test('whole dollars within the limits are taken, however people write them', () => {
  const written = [10, '10', ' 37 ', '$37', '37.00', '37.0', 500, '$500.00'];
  expect(written.map((given) => readAmount(given, limits))).toEqual([
    1_000, 1_000, 3_700, 3_700, 3_700, 3_700, 50_000, 50_000,
  ]);
  expect(readAmount('$1,250', { minCents: 1_000, maxCents: 200_000 })).toBe(125_000);
});

test('everything else is refused: nothing, words, parts of a dollar, signs, powers, too little and too much', () => {
  const wrong = ['', ' ', 'ten', '37.50', 37.5, 10.01, '-50', -50, '+50', '1e2', '0x32', 0, 9, 501, 1e21, Number.NaN];
  const odd = ['5 0', '1,00', '10,0', '$', '$$20', '20$', '٣٧', '37.000', Number.POSITIVE_INFINITY];
  for (const given of [...wrong, ...odd]) expect(readAmount(given, limits), String(given)).toBeNull();
});

test('whatever is given, the answer is a whole number of dollars within the limits or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.integer()), (given) => {
      const cents = readAmount(given, limits);
      if (cents === null) return;
      expect(Number.isSafeInteger(cents) && cents % 100 === 0).toBe(true);
      expect(cents >= limits.minCents && cents <= limits.maxCents).toBe(true);
    }),
  );
});
