import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsStock, MAX_PER_LINE, readQuantity } from './quantity.ts';

describe('readQuantity()', () => {
  it.each([
    [1, 1],
    ['2', 2],
    [' 3 ', 3],
    ['4.0000', 4],
    [10_001, 10_001],
  ])('reads the quantity %o as %i', (input, qty) => {
    expect(readQuantity(input)).toBe(qty);
  });

  it.each([0, -1, 1.5, '1.5', '', ' ', 'one', Number.NaN, Number.POSITIVE_INFINITY, '1e2', '0x10', '--1', '+1'])(
    'rejects the quantity %o (VA-37)',
    (input) => {
      expect(readQuantity(input)).toBeNull();
    },
  );

  it('returns a positive whole number or null for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.integer()), (input) => {
        const qty = readQuantity(input);
        return qty === null || (Number.isSafeInteger(qty) && qty >= 1);
      }),
    );
  });
});

describe('fitsStock()', () => {
  it('subtracts the units of a variant on other lines from its stock', () => {
    expect(fitsStock({ lineQty: 2, heldElsewhere: 1, stock: 3 })).toBe(true);
    expect(fitsStock({ lineQty: 2, heldElsewhere: 2, stock: 3 })).toBe(false);
  });

  it('rejects more than the maximum quantity per line, whatever the stock', () => {
    expect(fitsStock({ lineQty: MAX_PER_LINE + 1, heldElsewhere: 0, stock: 1_000_000 })).toBe(false);
  });
});
