import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countGaps, type Shape, selectCardsToGrow } from './fill-last-row.ts';

const shapes = fc.array(fc.constantFrom<Shape>('card', 'product'), { minLength: 1, maxLength: 30 });
const columns = fc.integer({ min: 2, max: 4 });
const list = (letters: string): Shape[] => [...letters].map((letter) => (letter === 'c' ? 'card' : 'product'));

describe('end of a mixed list of cards and products', () => {
  it("grows a card beside a product to the product's height, so that the list ends evenly", () => {
    expect([...selectCardsToGrow(list('pc'), 2)]).toEqual([1]);
    expect([...selectCardsToGrow(list('ccp'), 3)].sort()).toEqual([0, 1]);
  });

  it('grows no card in a list that ends evenly', () => {
    for (const even of ['ccp', 'pcc', 'pp', 'ppp', 'cccc']) expect([...selectCardsToGrow(list(even), 2)]).toEqual([]);
  });

  it('does not count a partly filled last row as a gap', () => {
    expect(countGaps(list('ppp'), 2, new Set())).toBe(0);
    expect(countGaps(list('ccc'), 2, new Set())).toBe(0);
  });

  it('leaves no gap around a row that spans the grid', () => {
    const tileShapes: Shape[] = ['product', 'card', 'row', 'card', 'product'];
    expect(countGaps(tileShapes, 2, selectCardsToGrow(tileShapes, 2))).toBe(0);
  });

  it('never adds gaps, and grows no card in a list of only cards or only products', () => {
    fc.assert(
      fc.property(shapes, columns, (tileShapes, wide) => {
        const grown = selectCardsToGrow(tileShapes, wide);
        expect(countGaps(tileShapes, wide, grown)).toBeLessThanOrEqual(countGaps(tileShapes, wide, new Set()));
        if (new Set(tileShapes).size === 1) expect(grown.size).toBe(0);
        for (const index of grown) expect(tileShapes[index]).toBe('card');
      }),
    );
  });
});
