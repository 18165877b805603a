import { expect, test } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { nextPage, productsOf } from './feed.ts';

const page = (from: number, count = 10) => Array.from({ length: count }, (_, at) => ({ id: from + at }) as TileProduct);

test('pages follow from 1 while they are full', () => {
  expect(nextPage([page(1)])).toBe(2);
  expect(nextPage([page(1), page(11)])).toBe(3);
});

test('BR-10 fewer than ten products end the scroll, none at all too', () => {
  expect(nextPage([page(1), page(11, 9)])).toBeUndefined();
  expect(nextPage([[]])).toBeUndefined();
});

test('a page that begins with a known product ends the scroll and is dropped', () => {
  expect(nextPage([page(1), page(5)])).toBeUndefined();
  expect(productsOf([page(1), page(5)]).map(({ id }) => id)).toEqual(page(1).map(({ id }) => id));
});
