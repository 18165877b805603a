import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildCacheQuery } from './cache-query.ts';
import type { Answer } from './cached-response.ts';
import { type CacheQuery, createResponseCache } from './response-cache.ts';

const buildQuery = (url: string): CacheQuery => ({ key: url, url, headers: {}, sender: '203.0.113.7' });
const buildAnswer = (text: string, status = 200): Answer => ({ status, headers: {}, body: Buffer.from(text) });

function createCache(ask: (query: CacheQuery, as: 'whole' | 'part') => Promise<Answer>) {
  let version = 0;
  const catalogue = { version: () => version, isCurrent: (read: { version: number }) => read.version >= version };
  const changes = { isKnown: () => true, catalogue: { ...catalogue, change: () => undefined } };
  const cache = createResponseCache({ changes, isCached: () => true, ask, shown: () => [] });
  return { cache, change: () => (version += 1) };
}

function createPendingAnswers() {
  const calls: PromiseWithResolvers<Answer>[] = [];
  const ask = (): Promise<Answer> => {
    const call = Promise.withResolvers<Answer>();
    calls.push(call);
    return call.promise;
  };
  return { ask, calls };
}

it('starts a new load instead of joining one that began before a change', async () => {
  const { ask, calls } = createPendingAnswers();
  const { cache, change } = createCache(ask);
  const before = cache.load(buildQuery('/product'));
  change();
  const after = cache.load(buildQuery('/product'));
  calls[1]?.resolve(buildAnswer('new price'));
  calls[0]?.resolve(buildAnswer('old price'));
  expect((await before).answer.body.toString()).toBe('old price');
  expect((await after).answer.body.toString()).toBe('new price');
  expect(cache.get('/product')?.answer.body.toString()).toBe('new price');
});

it('caches a page only with parts loaded after the last change', async () => {
  const { ask, calls } = createPendingAnswers();
  const { cache, change } = createCache(async (query) =>
    query.url === '/page' ? cache.part(buildQuery('/product')) : ask(),
  );
  const earlier = cache.load(buildQuery('/product'));
  change();
  const page = cache.load(buildQuery('/page'));
  await expect.poll(() => calls.length).toBe(2);
  calls[0]?.resolve(buildAnswer('old price'));
  calls[1]?.resolve(buildAnswer('new price'));
  await earlier;
  expect((await page).answer.body.toString()).toBe('new price');
  expect(cache.get('/page')?.answer.body.toString()).toBe('new price');
});

it.each([
  ['exceeds a rate limit', (call: PromiseWithResolvers<Answer>) => call.resolve(buildAnswer('too many', 429))],
  ['fails', (call: PromiseWithResolvers<Answer>) => call.reject(new Error('the database is gone'))],
])('does not cache a page that lacks a part because the part %s', async (_what, end) => {
  const { ask, calls } = createPendingAnswers();
  const { cache } = createCache(async (query) => {
    if (query.url !== '/page') return ask();
    const part = await cache.part(buildQuery('/facets')).catch(() => null);
    return buildAnswer(part?.status === 200 ? 'with facets' : 'without facets');
  });
  const page = cache.load(buildQuery('/page'));
  await expect.poll(() => calls.length).toBe(1);
  end(calls[0] as PromiseWithResolvers<Answer>);
  const { answer, cached } = await page;
  expect([answer.body.toString(), cached, cache.get('/page')]).toEqual(['without facets', undefined, undefined]);
});

it('loads a part of a page without waiting for a queued request for the same URL', async () => {
  const { ask, calls } = createPendingAnswers();
  const requestedKinds: string[] = [];
  const { cache } = createCache((_query, as) => {
    requestedKinds.push(as);
    return as === 'whole' ? ask() : Promise.resolve(buildAnswer('found'));
  });
  const inLine = cache.load(buildQuery('/search'));
  expect((await cache.part(buildQuery('/search'))).body.toString()).toBe('found');
  calls[0]?.reject(new Error('busy'));
  await expect(inLine).rejects.toThrow('busy');
  expect(requestedKinds).toEqual(['whole', 'part']);
});

describe('a response that sales invalidate repeatedly', () => {
  afterEach(() => void vi.useRealTimers());

  function shopWindow() {
    vi.useFakeTimers({ toFake: ['performance'] });
    const loads = { '/page': 0, '/product': 0 };
    let stock = 100;
    let version = 0;
    let wholeVersion = 0;
    const isCurrent = (read: { version: number; ids: Iterable<number> }) =>
      read.version >= ([...read.ids].length > 0 ? version : wholeVersion);
    const changes = { isKnown: () => true, catalogue: { version: () => version, isCurrent, change: () => undefined } };
    const ask = async ({ url }: CacheQuery): Promise<Answer> => {
      loads[url as keyof typeof loads] += 1;
      return url === '/page' ? cache.part(buildQuery('/product')) : buildAnswer(`${stock} left`);
    };
    const cache = createResponseCache({ changes, isCached: () => true, ask, shown: () => [1] });
    return {
      loads,
      read: async (url: string) =>
        (cache.get(url)?.answer ?? (await cache.load(buildQuery(url))).answer).body.toString(),
      sell: () => {
        stock -= 1;
        version += 1;
      },
      changePrice: () => {
        version += 1;
        wholeVersion = version;
      },
    };
  }

  it('reloads a repeatedly invalidated response about four times a second, and ends up current', async () => {
    const { loads, read, sell } = shopWindow();
    for (let ms = 0; ms < 2_000; ms += 10) {
      sell();
      await read('/page');
      vi.advanceTimersByTime(10);
    }
    expect(loads['/page']).toBeLessThan(16);
    expect(loads['/product']).toBeLessThan(16);
    vi.advanceTimersByTime(250);
    expect(await read('/page')).toBe('-100 left');
    expect(await read('/product')).toBe('-100 left');
  });

  it('shows every stock change until the response is hot, but a new price immediately', async () => {
    const { loads, read, sell, changePrice } = shopWindow();
    for (const left of [99, 98, 97, 96, 95]) {
      sell();
      expect(await read('/page')).toBe(`${left} left`);
    }
    for (let times = 0; times < 5; times += 1) {
      sell();
      await read('/page');
    }
    const before = loads['/page'];
    changePrice();
    expect(await read('/page')).toBe('90 left');
    expect(loads['/page']).toBe(before + 1);
  });
});

it("does not share one sender's error, such as a rate limit, with another sender", async () => {
  const { ask, calls } = createPendingAnswers();
  const { cache } = createCache(ask);
  const [firstPart, secondPart] = [cache.part(buildQuery('/search')), cache.part(buildQuery('/search'))];
  calls[0]?.resolve(buildAnswer('too many', 429));
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.resolve(buildAnswer('found'));
  expect([(await firstPart).status, (await secondPart).status]).toEqual([429, 200]);
});

it.each([
  ['/product/1?utm_source=sms&fbclid=IwAR0', '/product/1'],
  ['/browse?gclid=a&seller=north-pier&utm_campaign=b', '/browse?seller=north-pier'],
  ['/search?q=utm_source?gclid=1', '/search?q=utm_source?gclid=1'],
  ['/browse?x=17&in_stock=1&%71=a&', '/browse?in_stock=1'],
  ['/?demo=sent', '/?demo=sent'],
])('caches %s as the page %s, dropping query fields that pages do not read', (url, page) => {
  const request = { method: 'GET', url, headers: {}, socket: {} } as IncomingMessage;
  expect(buildCacheQuery(request, { isCached: () => false, pages: true })).toMatchObject({
    key: `en-AU ${page}`,
    url: page,
  });
});

it.each([
  ['/product/1', true],
  ['/product/1?utm=a%20b', true],
  ['/rest/default/V1/mobiledigital/product?product_id=1', true],
  ['/sellerprofile/..\\metrics', false],
  ['/sellerprofile/../metrics', false],
  ['/rest/..?a/V1/mobiledigital/product', false],
  ['/rest/default/V1/customers/me', false],
  ['/account', false],
])('decides whether %s may come from the cache: %s', (url, isCached) => {
  const request = { method: 'GET', url, headers: {}, socket: {} } as IncomingMessage;
  const parts = { isCached: (call: string) => call === 'mobiledigital/product', pages: true };
  expect(buildCacheQuery(request, parts) !== null).toBe(isCached);
});
