import { expect, test } from 'vitest';
import type { Suggestions } from '#contract/search.ts';
import { groupsOf, optionsOf } from './search-options.ts';

const results = {
  products: [{ id: 7, name: 'Moon Mug' }],
  sellers: [{ name: 'Tide & Kiln', shop_url: 'tide-and-kiln' }],
  categories: [{ entity_id: 211, value: 'Mugs and jugs', above: 'Tableware' }],
} as unknown as Suggestions;

test('what is typed comes first, then categories, sellers and products, each with its address', () => {
  const options = optionsOf(groupsOf('mug & jug', results, ['tea']));
  expect(options.map(({ to }) => to)).toEqual([
    '/search?q=mug+%26+jug',
    '/category/211',
    '/sellerprofile/tide-and-kiln',
    '/product/7',
  ]);
});

test('before anything is typed the searches before are offered, and what is empty is not there', () => {
  expect(groupsOf('', results, ['tea']).map(({ name }) => name)).toEqual(['recent']);
  expect(groupsOf('', results, [])).toEqual([]);
  expect(groupsOf('tea', undefined, []).map(({ name }) => name)).toEqual(['search']);
});
