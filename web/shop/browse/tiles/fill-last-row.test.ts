import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardsToGrow, gapsOf, type Shape } from './fill-last-row.ts';

const shapes = fc.array(fc.constantFrom<Shape>('card', 'product'), { minLength: 1, maxLength: 30 });
const columns = fc.integer({ min: 2, max: 4 });
const list = (letters: string): Shape[] => [...letters].map((letter) => (letter === 'c' ? 'card' : 'product'));

describe('the end of a list of cards and products', () => {
  it('a card beside a product grows to its height', () => {
    expect([...cardsToGrow(list('pc'), 2)]).toEqual([1]);
    expect([...cardsToGrow(list('ccp'), 3)].sort()).toEqual([0, 1]);
  });

  it('what ends evenly stays as it is', () => {
    for (const even of ['ccp', 'pcc', 'pp', 'ppp', 'cccc']) expect([...cardsToGrow(list(even), 2)]).toEqual([]);
  });

  it('a last row that is not full is no hole', () => {
    expect(gapsOf(list('ppp'), 2, new Set())).toBe(0);
    expect(gapsOf(list('ccc'), 2, new Set())).toBe(0);
  });

  it('what goes across the list is reckoned with', () => {
    const some: Shape[] = ['product', 'card', 'row', 'card', 'product'];
    expect(gapsOf(some, 2, cardsToGrow(some, 2))).toBe(0);
  });

  it('growing never makes it worse, and ends every list of one kind as it was', () => {
    fc.assert(
      fc.property(shapes, columns, (some, wide) => {
        const grown = cardsToGrow(some, wide);
        expect(gapsOf(some, wide, grown)).toBeLessThanOrEqual(gapsOf(some, wide, new Set()));
        if (new Set(some).size === 1) expect(grown.size).toBe(0);
        for (const at of grown) expect(some[at]).toBe('card');
      }),
    );
  });
});
