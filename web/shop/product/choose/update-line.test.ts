import { expect, it } from 'vitest';
import type { CartProduct } from '#contract/cart/cart.ts';
import { findCurrentLine } from './update-line.ts';

const line = (item_id: number, variant_sku: string, is_giftcard = false) =>
  ({ item_id, product: { id: 1, variant_sku, is_giftcard } }) as CartProduct;
const [red, blue] = [line(5, 'RED'), line(6, 'BLUE')];

it('finds the cart line by its id and ignores gift cards', () => {
  expect(findCurrentLine([red, blue], '6')).toBe(blue);
  expect(findCurrentLine([red, line(7, 'GC', true)], '7')).toBeUndefined();
});

it('finds the restored line by its content when it returned under a new id after a rejected change', () => {
  const restored = line(9, 'RED');
  expect(findCurrentLine([blue, restored], '5', red)).toBe(restored);
});

it('returns the previous line after an update replaced it, so that the page does not report it missing', () => {
  expect(findCurrentLine([line(9, 'BLUE')], '5', red)).toBe(red);
});
