import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsStock, MOST_IN_A_LINE, readQuantity } from './quantity.ts';

describe('a quantity', () => {
  it.each([
    [1, 1],
    ['2', 2],
    [' 3 ', 3],
    ['4.0000', 4],
    [10_001, 10_001],
  ])('%o is %i', (given, qty) => {
    expect(readQuantity(given)).toBe(qty);
  });

  it.each([0, -1, 1.5, '1.5', '', ' ', 'one', Number.NaN, Number.POSITIVE_INFINITY, '1e2', '0x10', '--1', '+1'])(
    '%o is none (VA-37)',
    (given) => {
      expect(readQuantity(given)).toBeNull();
    },
  );

  it('is a whole number from 1 on, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.integer()), (given) => {
        const qty = readQuantity(given);
        return qty === null || (Number.isSafeInteger(qty) && qty >= 1);
      }),
    );
  });
});

describe('stock', () => {
  it('counts what other lines hold', () => {
    expect(fitsStock({ lineQty: 2, heldElsewhere: 1, stock: 3 })).toBe(true);
    expect(fitsStock({ lineQty: 2, heldElsewhere: 2, stock: 3 })).toBe(false);
  });

  it('is not the only limit of a line', () => {
    expect(fitsStock({ lineQty: MOST_IN_A_LINE + 1, heldElsewhere: 0, stock: 1_000_000 })).toBe(false);
  });
});
