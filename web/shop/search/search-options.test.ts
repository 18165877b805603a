import { expect, it } from 'vitest';
import type { Suggestions } from '#contract/search.ts';
import { buildGroups, flattenOptions } from './search-options.ts';

const results = {
  products: [{ id: 7, name: 'Moon Mug' }],
  sellers: [{ name: 'Tide & Kiln', shop_url: 'tide-and-kiln' }],
  categories: [{ entity_id: 211, value: 'Mugs and jugs', above: 'Tableware' }],
} as unknown as Suggestions;

const beginning = {
  recent: ['tea'],
  categories: [{ entity_id: 30, value: 'Plants', above: '' }],
  viewed: [{ id: 9, name: 'Shallow Bowl' }] as unknown as Suggestions['products'],
};

it('lists the typed search first, then matching categories, sellers and products', () => {
  const options = flattenOptions(buildGroups('mug & jug', results, beginning));
  expect(options.map(({ to }) => to)).toEqual([
    '/search?q=mug+%26+jug',
    '/category/211',
    '/sellerprofile/tide-and-kiln',
    '/product/7',
  ]);
});

it('offers recent searches, categories and viewed products before typing', () => {
  expect(flattenOptions(buildGroups('', results, beginning)).map(({ to }) => to)).toEqual([
    '/search?q=tea',
    '/category/30',
    '/product/9',
  ]);
  expect(buildGroups('', results, { ...beginning, recent: [], viewed: [] }).map(({ name }) => name)).toEqual([
    'categories',
  ]);
  expect(buildGroups('', results, { recent: [], categories: [], viewed: [] })).toEqual([]);
  expect(buildGroups('tea', undefined, beginning).map(({ name }) => name)).toEqual(['search']);
});
