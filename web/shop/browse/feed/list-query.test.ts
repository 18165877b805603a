import { expect, it } from 'vitest';
import {
  alternativeFeed,
  buildSearchString,
  chosenFilters,
  parseDollars,
  parseListQuery,
  withSeller,
} from './list-query.ts';

const read = (text: string) => parseListQuery(new URLSearchParams(text));

it('reads filters and sort order from the URL and drops invalid values', () => {
  expect(
    read('sort=price_up&seller=a,b&price_min=20&price_max=60.5&in_stock=1&kind=giftcard&occasion=birthday'),
  ).toEqual({
    sort: 'price_up',
    seller: 'a,b',
    price_min: 20,
    price_max: 60.5,
    in_stock: '1',
    kind: 'giftcard',
    occasion: 'birthday',
  });
  expect(
    read('sort=newest&seller=a%27b,,a,a&price_min=x&price_max=-3&in_stock=yes&kind=car&occasion=Birthday&q=tea'),
  ).toEqual({
    seller: 'a',
  });
});

it('parses typed prices and ignores text that is not a price', () => {
  expect(['20', ' $19.954 ', '0', '', 'abc', '-1', '1e9', null].map(parseDollars)).toEqual([
    20,
    19.95,
    0,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('round-trips a list query through the URL and keeps other parameters', () => {
  const text = buildSearchString(new URLSearchParams('q=tea&sort=name&kind=product&occasion=wedding'), {
    seller: 'a,b',
    price_max: 30,
  });
  expect(text).toBe('?q=tea&seller=a,b&price_max=30');
  expect(read(text)).toEqual({ seller: 'a,b', price_max: 30 });
  expect(buildSearchString(new URLSearchParams('sort=name'), {})).toBe('');
});

it('removes each active filter without changing the others', () => {
  const listQuery = read('seller=a,b&price_min=20&in_stock=1&occasion=wedding&sort=name');
  const [occasion, first, , price] = chosenFilters(listQuery);
  expect(chosenFilters(listQuery).map(({ kind }) => kind)).toEqual(['occasion', 'seller', 'seller', 'price', 'stock']);
  const otherFilters = { in_stock: '1', sort: 'name' };
  expect(occasion?.remainingQuery).toEqual({ ...otherFilters, seller: 'a,b', price_min: 20 });
  expect(first?.remainingQuery).toEqual({ ...otherFilters, seller: 'b', price_min: 20, occasion: 'wedding' });
  expect(price?.remainingQuery).toEqual({ ...otherFilters, seller: 'a,b', occasion: 'wedding' });
  expect(withSeller({}, 'c', true)).toEqual({ seller: 'c' });
  expect(withSeller({ seller: 'c' }, 'c', false)).toEqual({});
});

it('suggests the unfiltered list when a filtered list is empty, then the whole shop', () => {
  const listQuery = { price_max: 1, sort: 'name' } as const;
  expect(alternativeFeed({ kind: 'category', id: '20', listQuery })).toEqual({
    kind: 'category',
    id: '20',
    listQuery: {},
  });
  expect(alternativeFeed({ kind: 'search', q: 'mug', listQuery: { sort: 'name' } })).toEqual({
    kind: 'browse',
    listQuery: {},
  });
  expect(alternativeFeed({ kind: 'category', id: '20', listQuery: {} })).toEqual({ kind: 'browse', listQuery: {} });
  expect(alternativeFeed({ kind: 'browse', listQuery: {} })).toBeNull();
});
