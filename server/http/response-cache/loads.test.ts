import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { cacheQueryOf } from './cache-query.ts';
import type { Answer } from './cached-response.ts';
import { type CacheQuery, createResponseCache } from './response-cache.ts';

const queryOf = (url: string): CacheQuery => ({ key: url, url, headers: {}, sender: '203.0.113.7' });
const answerOf = (text: string, status = 200): Answer => ({ status, headers: {}, body: Buffer.from(text) });

/** A cache whose app answers when the test says so, and a catalogue that changes when it does. */
function cacheOf(ask: (query: CacheQuery) => Promise<Answer>) {
  let version = 0;
  const catalogue = { version: () => version, isCurrent: (read: { version: number }) => read.version >= version };
  const changes = { isKnown: () => true, catalogue: { ...catalogue, change: () => undefined } };
  const cache = createResponseCache({ changes, isCached: () => true, ask, shown: () => [] });
  return { cache, change: () => (version += 1) };
}

/** Answers in the order of the calls, once the test gives them. */
function held() {
  const calls: PromiseWithResolvers<Answer>[] = [];
  const ask = (): Promise<Answer> => {
    const call = Promise.withResolvers<Answer>();
    calls.push(call);
    return call.promise;
  };
  return { ask, calls };
}

test('whoever comes after a change does not join what was begun before it', async () => {
  const { ask, calls } = held();
  const { cache, change } = cacheOf(ask);
  const before = cache.load(queryOf('/product'));
  change();
  const after = cache.load(queryOf('/product'));
  calls[1]?.resolve(answerOf('new price'));
  calls[0]?.resolve(answerOf('old price'));
  expect((await before).answer.body.toString()).toBe('old price');
  expect((await after).answer.body.toString()).toBe('new price');
  expect(cache.get('/product')?.answer.body.toString()).toBe('new price');
});

test('a page is not kept with a part that was begun before a change', async () => {
  const { ask, calls } = held();
  const { cache, change } = cacheOf(async (query) => (query.url === '/page' ? cache.part(queryOf('/product')) : ask()));
  const earlier = cache.load(queryOf('/product'));
  change();
  const page = cache.load(queryOf('/page'));
  await expect.poll(() => calls.length).toBe(2);
  calls[0]?.resolve(answerOf('old price'));
  calls[1]?.resolve(answerOf('new price'));
  await earlier;
  expect((await page).answer.body.toString()).toBe('new price');
  expect(cache.get('/page')?.answer.body.toString()).toBe('new price');
});

test('an error of one sender, such as of a limit, is not the answer of another', async () => {
  const { ask, calls } = held();
  const { cache } = cacheOf(ask);
  const [mine, theirs] = [cache.part(queryOf('/search')), cache.part(queryOf('/search'))];
  calls[0]?.resolve(answerOf('too many', 429));
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.resolve(answerOf('found'));
  expect([(await mine).status, (await theirs).status]).toEqual([429, 200]);
});

test.each([
  ['/product/1?utm_source=sms&fbclid=IwAR0', '/product/1'],
  ['/browse?gclid=a&seller=north-pier&utm_campaign=b', '/browse?seller=north-pier'],
  ['/search?q=utm_source?gclid=1', '/search?q=utm_source?gclid=1'],
])('%s is the page %s: what an advertisement adds to a link is not read', (url, page) => {
  const request = { method: 'GET', url, headers: {}, socket: {} } as IncomingMessage;
  expect(cacheQueryOf(request, { isCached: () => false, pages: true })).toMatchObject({ key: `en-AU ${page}`, url: page });
});

test.each([
  ['/product/1', true],
  ['/product/1?utm=a%20b', true],
  ['/rest/default/V1/mobiledigital/product?product_id=1', true],
  ['/sellerprofile/..\\metrics', false],
  ['/sellerprofile/../metrics', false],
  ['/rest/..?a/V1/mobiledigital/product', false],
  ['/rest/default/V1/customers/me', false],
  ['/account', false],
])('%s is looked up in the cache: %s', (url, isCached) => {
  const request = { method: 'GET', url, headers: {}, socket: {} } as IncomingMessage;
  const parts = { isCached: (call: string) => call === 'mobiledigital/product', pages: true };
  expect(cacheQueryOf(request, parts) !== null).toBe(isCached);
});
