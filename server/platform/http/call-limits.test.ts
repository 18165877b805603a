import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { createApp } from '#server/app.ts';
import { isCatalogueCall } from '#server/domain/catalogue/listing/cached-calls.ts';
import { createSignedInCustomer } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { createCallLimits, purgeCallCounts } from './call-limits.ts';

const V1 = '/rest/default/V1/';
const AUTH = { url: `${V1}mobiledigital/auth`, body: {} };
const EMAIL = { url: `${V1}customers/isEmailAvailable`, body: { customerEmail: 'a@b.example' } };
const CARD = { url: '/sandbox/payment-methods', body: {} };
const ANN = '203.0.113.7';
const BOB = '203.0.113.8';
const READS = 5;
const NAMES_CART = /cart|order|checkout|savedcards/i;
const PAGE = { schema: { hide: true }, config: { limit: 'pages' } } as const;

type Asked = { url: string; body?: object; token?: string };

describe.each(databaseKinds())('rate limits (%s)', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    const env = {
      HUMAN_CHECK: 'altcha',
      CHALLENGES_PER_ADDRESS: '3',
      SIGN_IN_CALLS_PER_ADDRESS: '4',
      CARD_ENTRIES_PER_ADDRESS: '2',
      PLACE_SEARCHES_PER_ADDRESS: '3',
      READS_PER_ADDRESS: String(READS),
    };
    shop = await openTestShop(kind, {
      env,
      change({ providerRoutes }) {
        providerRoutes.push((app) => void app.get('/*', PAGE, async () => 'a page'));
      },
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await shop.close();
  });

  const ask = ({ url, body, token }: Asked, from = ANN, { app } = shop) =>
    app.inject({
      url,
      remoteAddress: from,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body ? { method: 'POST', payload: body } : {}),
    });
  const fetchStatus = async (...args: Parameters<typeof ask>) => (await ask(...args)).statusCode;

  async function isLimited(requests: Asked[], { maxCalls, seconds = 600 }: { maxCalls: number; seconds?: number }) {
    for (let index = 0; index < maxCalls; index += 1)
      expect(await fetchStatus(requests[index % requests.length] as Asked)).not.toBe(429);
    for (const request of requests) {
      const answer = await ask(request);
      expect(answer.statusCode).toBe(429);
      expect(answer.json()).toEqual({
        code: 'too_many_requests',
        message: 'Too many requests. Please wait a moment and try again.',
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(seconds - 20);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(seconds);
      expect(await fetchStatus(request, BOB)).not.toBe(429);
    }
  }

  it('limits challenges, sign-ins, card entries and place searches per IP address for ten minutes', async () => {
    await isLimited([{ url: '/altcha/challenge?action=login' }], { maxCalls: 3 });
    await isLimited([CARD], { maxCalls: 2 });
    const places = [`${V1}mobiledigital/places?q=bond`, '/rest/au/V1/mobiledigital/place?place_id=x'];
    await isLimited(
      places.map((url) => ({ url })),
      { maxCalls: 3 },
    );
    await isLimited([AUTH, { url: '/rest/au/V1/mobiledigital/confirmmobilecode/', body: {} }], { maxCalls: 4 });
  });

  it('limits how many till links one IP address can try', async () => {
    const links = ['check', 'enrol'].map((call) => ({ url: `${V1}seller/till/${call}`, body: { code: 'x' } }));
    await isLimited(links, { maxCalls: 60 });
  });

  it('limits email availability checks per IP address', async () => {
    await isLimited([EMAIL], { maxCalls: 60 });
  });

  it('limits uncached catalogue calls and pages per IP address', async () => {
    const reads = Object.keys(calls)
      .map((name) => name.replace('GET ', ''))
      .filter(isCatalogueCall);
    expect(reads.length).toBeGreaterThan(10);
    for (const [index, call] of reads.entries()) {
      const from = `10.0.0.${index}`;
      for (let times = 0; times < READS; times += 1) expect(await fetchStatus({ url: V1 + call }, from)).not.toBe(429);
      expect([call, await fetchStatus({ url: `${V1}${call}?x=1` }, from)]).toEqual([call, 429]);
    }
    for (let index = 0; index < READS; index += 1) expect(await fetchStatus({ url: `/browse?x=${index}` })).toBe(200);
    const answer = await ask({ url: '/nothing-is-here' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('Your network has opened too many pages at once.');
    expect(answer.body).toMatch(/<body style="[^"]*;font:[^";]*sans-serif;/);
    expect(answer.headers['content-security-policy']).toContain("style-src-attr 'unsafe-inline'");
    expect(answer.body).toContain(`<meta http-equiv="refresh" content="${answer.headers['retry-after']}">`);
    expect(await fetchStatus({ url: '/browse' }, BOB)).toBe(200);
  });

  it('does not limit pages in development, where every module request counts as a page', async () => {
    const { context } = shop;
    const count = createCallLimits({ ...context, settings: { ...context.settings, WEB: 'dev' } });
    const sender = { address: ANN, findCustomer: async () => null };
    for (let index = 0; index < 10 * READS; index += 1) expect(await count('pages', {}, sender)).toBe(0);
  });

  it('limits searches per IP address, but not unfiltered lists', async () => {
    const calls = ['search?q=mug', 'suggest?q=', 'facets?q=mug', 'facets?price_max=12.5', 'facets?price_min=3'];
    const searches = calls.map((call) => ({
      url: `${V1}mobiledigital/${call}`,
    }));
    await isLimited(searches, { maxCalls: 240, seconds: 60 });
    for (const call of ['facets', 'browseProducts'])
      expect(await fetchStatus({ url: `${V1}mobiledigital/${call}` })).toBe(200);
  });

  it("limits a customer's cart and order reads across IP addresses, without affecting other customers", async () => {
    const count = createCallLimits(shop.context);
    const wait = (customerId: number, index: number) => {
      const sender = { address: index % 2 === 0 ? ANN : BOB, findCustomer: async () => ({ customerId }) };
      return count('carts', {}, sender);
    };
    for (let index = 0; index < 480; index += 1) expect(await wait(1, index)).toBe(0);
    for (const index of [0, 1]) expect(await wait(1, index)).toBeGreaterThan(0);
    expect(await wait(2, 0)).toBe(0);
  });

  it('requires a limit on every customer call whose path names a cart or an order', () => {
    const ofCustomers = Object.entries<Call>(calls).filter(([, { access }]) => access === 'customer');
    const named = ofCustomers.filter(([name]) => NAMES_CART.test(name));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([, { limit }]) => limit === undefined).map(([name]) => name)).toEqual([]);
  });

  it("limits a customer's previews across IP addresses, without affecting other customers", async () => {
    const preview = { url: `${V1}mobiledigital/giftcardpicture`, body: {} };
    const [wren, kim] = [await createSignedInCustomer(shop.context), await createSignedInCustomer(shop.context)];
    for (let index = 0; index < 240; index += 1)
      expect(await fetchStatus({ ...preview, token: wren.token })).not.toBe(429);
    const answer = await ask({ ...preview, token: wren.token });
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await fetchStatus({ ...preview, token: wren.token }, BOB)).toBe(429);
    expect(await fetchStatus({ ...preview, token: kim.token })).not.toBe(429);
    const makeToken = (index: number) => `made-up-bearer-number-${index}`;
    for (let index = 0; index < 240; index += 1)
      expect(await fetchStatus({ ...preview, token: makeToken(index) })).toBe(401);
    expect(await fetchStatus({ ...preview, token: makeToken(240) })).toBe(429);
  });

  it('enforces one exact limit across two processes that receive calls concurrently', async () => {
    const other = { ...shop, app: await createApp(shop.context, []) };
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => fetchStatus(AUTH, ANN, index % 2 ? shop : other)),
    );
    expect(statuses.filter((status) => status !== 429)).toHaveLength(4);
    expect([await fetchStatus(AUTH, ANN), await fetchStatus(AUTH, ANN, other)]).toEqual([429, 429]);
    expect(await fetchStatus(AUTH, BOB, other)).not.toBe(429);
    await other.app.close();
  });

  it('lifts a limit ten minutes after the first call, in every process', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const other = { ...shop, app: await createApp(shop.context, []) };
    for (let index = 0; index < 5; index += 1) await ask(AUTH);
    expect([await fetchStatus(AUTH), await fetchStatus(AUTH, ANN, other)]).toEqual([429, 429]);
    vi.setSystemTime(Date.now() + 599_000);
    expect((await ask(AUTH)).headers['retry-after']).toBe('1');
    vi.setSystemTime(Date.now() + 1_001);
    expect([await fetchStatus(AUTH, ANN, other), await fetchStatus(AUTH)]).not.toContain(429);
    await other.app.close();
  });

  it('stores no IP addresses in call counts, and purges expired counts', async () => {
    await ask(AUTH);
    await ask(CARD);
    const keys = (await shop.stored.all('callCounts')).map(({ key }) => key).filter((key) => key.startsWith('cards:'));
    await shop.stored.change('callCounts', { expire: new Date(Date.now() - 1_000) }, { key: keys });
    await purgeCallCounts(shop.context);
    expect(await shop.stored.all('callCounts')).toMatchObject([
      { key: expect.stringMatching(/^sign-in:[0-9a-f]{64}$/), points: 1 },
    ]);
  });

  it('limits an IPv6 /48 network to twenty times the limit of one sender', async () => {
    const challenge = (index: number, site = '7') =>
      fetchStatus({ url: '/altcha/challenge?action=login' }, `2001:db8:${site}:${index.toString(16)}::1`);
    for (let index = 0; index < 60; index += 1) expect(await challenge(index)).toBe(200);
    expect(await challenge(60)).toBe(429);
    expect(await challenge(0, '8')).toBe(200);
    expect(await fetchStatus({ url: '/altcha/challenge?action=login' }, ANN)).toBe(200);
  });

  it('still limits a sender in memory after twenty thousand other senders have called', async () => {
    const count = createCallLimits(shop.context);
    const challenge = (address: string) => count('challenges', {}, { address, findCustomer: async () => null });
    for (let index = 0; index < 3; index += 1) await challenge(ANN);
    for (let index = 0; index < 20_000; index += 1) await challenge(`10.1.${index >> 8}.${index & 255}`);
    expect(await challenge(ANN)).toBeGreaterThan(0);
    expect(await challenge(BOB)).toBe(0);
  });
});
