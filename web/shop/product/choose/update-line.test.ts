import { expect, it } from 'vitest';
import type { CartProduct } from '#contract/cart/cart.ts';
import { lineNow } from './update-line.ts';

const line = (item_id: number, variant_sku: string, is_giftcard = false) =>
  ({ item_id, product: { id: 1, variant_sku, is_giftcard } }) as CartProduct;
const [red, blue] = [line(5, 'RED'), line(6, 'BLUE')];

it('the line of a page is the one of its id; a gift card has none there', () => {
  expect(lineNow([red, blue], '6')).toBe(blue);
  expect(lineNow([red, line(7, 'GC', true)], '7')).toBeUndefined();
});

it('a line that a rejected change put back under a new id is found again', () => {
  const back = line(9, 'RED');
  expect(lineNow([blue, back], '5', red)).toBe(back);
});

it('a line that an update replaced is kept as it was, so that nothing says it is gone', () => {
  expect(lineNow([line(9, 'BLUE')], '5', red)).toBe(red);
});
