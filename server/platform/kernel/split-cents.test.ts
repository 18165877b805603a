import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prorateCents, splitCents, splitInOrder } from './split-cents.ts';

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

it('gives leftover cents to the shares with the largest fractions, and to the first of equal ones', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitCents(10, [15, 85])).toEqual([2, 8]);
  expect(splitCents(0, [0, 0])).toEqual([0, 0]);
  expect(splitCents(99_999_999, [99_999_999, 1])).toEqual([99_999_998, 1]);
  expect(() => splitCents(1, [0])).toThrow('1 cents cannot be split: the weights add up to zero.');
});

it('returns shares that add up to the amount, each within a cent of proportional and at most its weight', () => {
  const weights = fc.array(fc.nat(99_999_999), { minLength: 1, maxLength: 8 }).filter((list) => sumNumbers(list) > 0);
  fc.assert(
    fc.property(weights, fc.nat(10_000), (list, part) => {
      const total = sumNumbers(list);
      const cents = Math.floor((total * part) / 10_000);
      const shares = splitCents(cents, list);
      expect(sumNumbers(shares)).toBe(cents);
      shares.forEach((share, index) => {
        const weight = list[index] ?? 0;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(weight);
        expect(Math.abs(share - (cents * weight) / total)).toBeLessThan(1);
      });
    }),
  );
});

it('rounds half a cent up, exactly for amounts of any size', () => {
  expect(prorateCents(1, { upTo: 1, total: 2 })).toBe(1);
  expect(prorateCents(100, { upTo: 1, total: 3 })).toBe(33);
  expect(prorateCents(999_999_999, { upTo: 1_999_999_999, total: 2_000_000_000 })).toBe(999_999_999);
});

it('splits the whole amount over parts in order, each within a cent of its proportional share', () => {
  expect(splitInOrder(1, [1, 1, 1])).toEqual([0, 1, 0]);
  expect(splitInOrder(545, [2_500, 2_500], 5_995)).toEqual([227, 228]);
  expect(splitInOrder(0, [])).toEqual([]);
  const parts = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.nat(10_000), (list, part) => {
      const total = sumNumbers(list);
      const cents = Math.floor((total * part) / 10_000);
      const shares = splitInOrder(cents, list);
      expect(sumNumbers(shares)).toBe(cents);
      shares.forEach((share, index) => {
        const weight = list[index] ?? 0;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(weight);
        expect(Math.abs(share - (cents * weight) / total)).toBeLessThanOrEqual(1);
      });
    }),
  );
});
