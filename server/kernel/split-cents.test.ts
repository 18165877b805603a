import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCents } from './split-cents.ts';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

test('the cents left over go to the largest fractions, of equal ones to the first', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitCents(10, [15, 85])).toEqual([2, 8]);
  expect(splitCents(0, [0, 0])).toEqual([0, 0]);
  expect(splitCents(99_999_999, [99_999_999, 1])).toEqual([99_999_998, 1]);
  expect(() => splitCents(1, [0])).toThrow('1 cents cannot be split over nothing.');
});

test('shares sum to the amount, lie within a cent of their proportion and never exceed their weight', () => {
  const weights = fc.array(fc.nat(99_999_999), { minLength: 1, maxLength: 8 }).filter((list) => sumOf(list) > 0);
  fc.assert(
    fc.property(weights, fc.nat(10_000), (list, part) => {
      const total = sumOf(list);
      const cents = Math.floor((total * part) / 10_000);
      const shares = splitCents(cents, list);
      expect(sumOf(shares)).toBe(cents);
      shares.forEach((share, at) => {
        const weight = list[at] ?? 0;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(weight);
        expect(Math.abs(share - (cents * weight) / total)).toBeLessThan(1);
      });
    }),
  );
});
