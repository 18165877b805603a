import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheCard, dropOldCards, findCachedCard, findCachedDrawing } from './kept-cards.ts';
import { KEEP_HEADER } from './messages.ts';

const NOW = Date.parse('2026-11-20T03:05:00Z');
const DAY = 86_400_000;
const page = (name: string) => `https://shop.test/card/${name}`;
const answer = (status = 200, keep = true) =>
  new Response(status === 204 ? null : '<!DOCTYPE html><html lang="en-AU"><body>TKGC</body></html>', {
    status,
    headers: { 'content-encoding': 'br', 'cache-control': 'no-store', ...(keep ? { [KEEP_HEADER]: 'yes' } : {}) },
  });

function createCacheStorage(): CacheStorage {
  const entries = new Map<string, Response>();
  const cache = {
    put: async (url: string, response: Response) => void entries.set(url, response),
    match: async (url: string) => entries.get(url)?.clone(),
    delete: async (url: string) => entries.delete(url),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  };
  return { open: async () => cache, has: async () => true } as unknown as CacheStorage;
}

beforeEach(() => {
  vi.stubGlobal('caches', createCacheStorage());
  vi.stubGlobal('fetch', async () => new Response('<svg/>'));
});
afterEach(() => vi.unstubAllGlobals());

it('caches a gift card page that allows it, with its drawing and the time of the fetch', async () => {
  await cacheCard(`${page('a')}?utm_source=x`, answer(), NOW);
  const keptPage = await findCachedCard(page('a'), NOW + DAY);
  expect(await keptPage?.text()).toContain('<html data-kept="2026-11-20T03:05:00.000Z" lang="en-AU">');
  expect([keptPage?.headers.get('content-encoding'), keptPage?.headers.get('cache-control')]).toEqual([
    null,
    'no-store',
  ]);
  expect(await (await findCachedDrawing(`${page('a')}/words.svg`))?.text()).toBe('<svg/>');
});

it.each([
  ['was cancelled', 200],
  ['was replaced or opens no card', 404],
])('deletes the cached page and drawing of a link that %s', async (_what, status) => {
  await cacheCard(page('a'), answer(), NOW);
  await cacheCard(page('a'), answer(status, false), NOW);
  expect([await findCachedCard(page('a'), NOW), await findCachedDrawing(`${page('a')}/words.svg`)]).toEqual([
    undefined,
    undefined,
  ]);
});

it.each([503, 429])(
  'keeps the cached page after status %i, which does not mean that the card is gone',
  async (status) => {
    await cacheCard(page('a'), answer(), NOW);
    await cacheCard(page('a'), answer(status, false), NOW);
    expect(await findCachedCard(page('a'), NOW)).toBeDefined();
  },
);

it('keeps five card pages and drops the least recently opened one', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'a', 'f']) await cacheCard(page(name), answer(), NOW);
  const keptFlags = await Promise.all(
    ['a', 'b', 'c', 'f'].map(async (name) => Boolean(await findCachedCard(page(name), NOW))),
  );
  expect(keptFlags).toEqual([true, false, true, true]);
});

it('drops cached card pages after 30 days', async () => {
  await cacheCard(page('a'), answer(), NOW);
  await dropOldCards(NOW + 30 * DAY);
  expect(await findCachedCard(page('a'), NOW + 30 * DAY)).toBeDefined();
  expect(await findCachedCard(page('a'), NOW + 30 * DAY + 1)).toBeUndefined();
});
