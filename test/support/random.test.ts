import { describe, expect, it } from 'vitest';
import { createSeededRandom, pickRotatingShare } from './random.ts';

const days = (first: string, count: number): number[] =>
  Array.from({ length: count }, (_, offset) => {
    const day = Temporal.PlainDate.from(first).add({ days: offset });
    return Number(day.toString().replaceAll('-', ''));
  });

describe('the random generator', () => {
  it('draws the same numbers again when created with the same seed', () => {
    const [generator, other] = [createSeededRandom(20_261_128), createSeededRandom(20_261_128)];
    const draw = (random: typeof generator) => Array.from({ length: 20 }, () => random(1_000));
    expect(draw(generator)).toEqual(draw(other));
  });

  it('draws different first numbers on consecutive days', () => {
    const first = days('2026-11-01', 30).map((seed) => createSeededRandom(seed)(45));
    expect(new Set(first).size).toBeGreaterThan(15);
  });
});

describe('rotatingShare', () => {
  const items = Array.from({ length: 45 }, (_, index) => index);

  it.each([6, 7, 20, 44])('covers all 45 items in as few days as possible when it returns %d per day', (count) => {
    for (const first of ['2026-11-28', '2026-12-30', '2027-02-26']) {
      const shares = days(first, Math.ceil(45 / count)).map((seed) => pickRotatingShare(items, { count, seed }));
      expect(shares.map(({ length }) => length)).toEqual(shares.map(() => count));
      expect(new Set(shares.flat()).size).toBe(45);
    }
  });

  it('returns the same items for the same seed, in their original order', () => {
    const share = pickRotatingShare(items, { count: 6, seed: 20_261_128 });
    expect(pickRotatingShare(items, { count: 6, seed: 20_261_128 })).toEqual(share);
    expect(share).toEqual(share.toSorted((value, other) => value - other));
  });

  it.each([0, 7, 123_456_789])('accepts the number %d as a seed, although it is not a date', (seed) => {
    const shares = Array.from({ length: 8 }, (_, offset) =>
      pickRotatingShare(items, { count: 6, seed: seed + offset }),
    );
    expect(new Set(shares.flat()).size).toBe(45);
  });

  it('returns all items when there are fewer than requested', () => {
    expect(pickRotatingShare([1, 2, 3], { count: 6, seed: 20_261_128 })).toEqual([1, 2, 3]);
  });
});
