import { expect, it, vi } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { listProducts, loadFeedPage, nextPage } from './feed.ts';

const page = (from: number, count = 10) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }) as TileProduct);

it('returns the next page number as long as pages are full', () => {
  expect(nextPage([page(1)])).toBe(2);
  expect(nextPage([page(1), page(11)])).toBe(3);
});

it('ends the infinite scroll after a page with fewer than ten products [BR-10]', () => {
  expect(nextPage([page(1), page(11, 9)])).toBeUndefined();
  expect(nextPage([[]])).toBeUndefined();
});

it('ends the infinite scroll at a page whose first product is already listed, and drops that page', () => {
  expect(nextPage([page(1), page(5)])).toBeUndefined();
  expect(listProducts([page(1), page(5)]).map(({ id }) => id)).toEqual(page(1).map(({ id }) => id));
});

it('loads browse and category lists through different API calls [CA-59]', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"status":true,"data":[]}'));
  await loadFeedPage({ kind: 'browse', listQuery: {} }, 1, { fetch });
  await loadFeedPage({ kind: 'category', id: '5', listQuery: {} }, 2, { fetch });
  expect(fetch.mock.calls.map(([url]) => String(url).replace('/rest/default/V1/mobiledigital/', ''))).toEqual([
    'browseProducts?page=1',
    'categoryProducts?category_id=5&page=2',
  ]);
});
