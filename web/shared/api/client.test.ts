import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { api, request } from '#web/shop/calls/api.ts';
import { connectSessionToApi } from '#web/shop/session/connect-api.ts';
import { clearSession, signIn, useSession } from '#web/shop/session/session.ts';
import { useGiftCards } from '#web/shop/state/gift-cards.ts';
import { toApiError } from './api-error.ts';
import { parseAnswer } from './client.ts';
import { serverNow, updateServerTime } from './server-time.ts';

const createFetchMock = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
const assign = vi.fn();

beforeEach(() => {
  fakeStorage();
  connectSessionToApi();
  assign.mockClear();
  vi.stubGlobal('location', { pathname: '/browse', assign });
  useSession.setState(useSession.getInitialState(), true);
});

const customer = { status: true, existing_user: true, mobile: '+61412345678', token: 'bearer-1' };

it('builds method, path, query and body of a call and escapes path parameters', () => {
  expect(request('DELETE carts/mine/items/{itemId}', { params: { itemId: 'a/b' } }, 'T').url).toBe(
    '/rest/default/V1/carts/mine/items/a%2Fb',
  );
  const { url, init } = request('GET mobiledigital/browseProducts', { query: { page: 2, none: undefined } }, '');
  expect(url).toBe('/rest/default/V1/mobiledigital/browseProducts?page=2');
  expect(new Headers(init.headers).has('authorization')).toBe(false);
});

it('sends calls to the origin of the page, whether that is the live shop or another [CA-01, CA-02]', () => {
  // A path parameter that looks like a host must not change where a call goes.
  const names = Object.keys(calls) as (keyof typeof calls)[];
  const params = new Proxy({}, { get: () => '//elsewhere.example' });
  const urls = names.map((name) => request(name, { params } as never, '').url);
  expect(urls.length).toBeGreaterThan(40);
  for (const page of ['https://shop.example/browse', 'https://staging.shop.example/product/3', 'http://[::1]:3000/'])
    expect(urls.filter((url) => new URL(url, page).origin !== new URL(page).origin)).toEqual([]);
});

it.each([
  ['no-store', 3_600_000],
  ['no-cache', 0],
])('handles a response with cache-control %s by correcting the clock by %d ms', async (cacheControl, ahead) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-02T02:00:00Z') });
  const headers = { date: 'Mon, 02 Nov 2026 01:00:00 GMT', 'cache-control': cacheControl };
  await api('GET mobiledigital/shopsettings', {}, { fetch: async () => new Response('{}', { headers }) });
  expect(Date.now() - serverNow()).toBe(ahead);
  updateServerTime(new Date().toUTCString(), Date.now());
  vi.useRealTimers();
});

it('encodes search criteria with brackets [CA-36]', () => {
  const searchCriteria = { filterGroups: [{ filters: [{ field: 'category_id', value: '5' }] }], pageSize: 10 };
  const { url } = request(
    'GET products-render-info',
    { query: { searchCriteria, storeId: 1, currencyCode: 'AUD' } },
    '',
  );
  expect(decodeURIComponent(url)).toBe(
    '/rest/default/V1/products-render-info?searchCriteria[filterGroups][0][filters][0][field]=category_id' +
      '&searchCriteria[filterGroups][0][filters][0][value]=5&searchCriteria[pageSize]=10&storeId=1&currencyCode=AUD',
  );
});

it('sends shipping-information with the store code au [CA-23]', () => {
  expect(request('POST carts/mine/shipping-information', { body: {} }, 'T').url).toBe(
    '/rest/au/V1/carts/mine/shipping-information',
  );
});

it('sends the bearer token with authenticated calls only', async () => {
  signIn(customer);
  const fetch = createFetchMock(200, { status: true, data: [] });
  await api('GET mobiledigital/savedcards', {}, { fetch });
  await api('GET mobiledigital/categories', {}, { fetch });
  const bearers = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
  expect(bearers).toEqual(['Bearer bearer-1', null]);
});

it('parses responses whose body or data is JSON text [CA-04]', () => {
  expect(parseAnswer('"{\\"status\\":true}"')).toEqual({ status: true });
  expect(parseAnswer('{"status":true,"data":"{\\"id\\":3}"}')).toEqual({ status: true, data: { id: 3 } });
  expect(parseAnswer('{"status":true,"data":"plain words"}')).toEqual({ status: true, data: 'plain words' });
  expect(parseAnswer('')).toBeNull();
});

it.each([300, 400, 404, 500])('throws an error with the server message for status %i [ER-01]', async (status) => {
  const fetch = createFetchMock(status, { message: 'No such entity with %fieldName', parameters: { fieldName: 'id' } });
  await expect(api('GET mobiledigital/categories', {}, { fetch })).rejects.toMatchObject({
    kind: 'http',
    status,
    message: 'No such entity with id',
  });
});

it('treats a response that is not JSON as an error, even with status 200 [ER-01]', async () => {
  const call = api('GET mobiledigital/categories', {}, { fetch: createFetchMock(200, '<html>') });
  await expect(call).rejects.toMatchObject({ kind: 'http', message: '' });
});

it('reports a missing response as offline and a cancelled call as aborted [ER-07]', async () => {
  const fails = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(api('GET mobiledigital/categories', {}, { fetch: fails })).rejects.toMatchObject({ kind: 'offline' });
  const signal = AbortSignal.abort();
  await expect(api('GET mobiledigital/categories', {}, { fetch: fails, signal })).rejects.toMatchObject({
    kind: 'aborted',
  });
});

describe('idempotency keys of writes', () => {
  const mug = { body: { cartItem: { sku: 'MUG', qty: 1 } } };
  const lamp = { body: { cartItem: { sku: 'LAMP', qty: 1 } } };
  const line = { item_id: 1, sku: 'MUG', qty: 1 };
  const ADD = 'POST carts/mine/items';
  function server(...says: ('lost' | number)[]) {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => {
      const answer = says.length > 1 ? says.shift() : says[0];
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(line), { status: answer ?? 200 });
    });
    return { fetch, keys: () => fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key')) };
  }
  beforeEach(() => {
    signIn(customer);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  async function tap(parts: typeof mug, { fetch }: { fetch: typeof globalThis.fetch }): Promise<unknown> {
    const answer = api(ADD, parts, { fetch }).catch((error) => error.kind);
    await vi.advanceTimersByTimeAsync(1_000);
    return answer;
  }
  const different = (keys: readonly unknown[]) => new Set(keys).size;

  it('sends a new idempotency key for each tap, and none for calls that only read', async () => {
    const shop = server(200);
    await tap(mug, shop);
    await tap(mug, shop);
    await api('GET carts/mine', {}, shop);
    const [first, second, third] = shop.keys();
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([first === second, third]).toEqual([false, null]);
  });

  it('resends the call once with the same idempotency key when the response is lost', async () => {
    const shop = server('lost', 200);
    expect(await tap(mug, shop)).toEqual(line);
    expect([shop.keys().length, different(shop.keys())]).toEqual([2, 1]);
  });

  it.each([
    ['a lost response', ['lost', 'lost', 200] as const, 'offline', 3],
    ['a 502 from a proxy', [502, 200] as const, 'http', 2],
  ])('reuses the idempotency key on the next tap after %s, until the server responds', async (_, says, kind, tries) => {
    const shop = server(...says);
    expect(await tap(mug, shop)).toBe(kind);
    expect(await tap(mug, shop)).toEqual(line);
    expect([shop.keys().length, different(shop.keys())]).toEqual([tries, 1]);
    await tap(mug, shop);
    expect(different(shop.keys())).toBe(2);
  });

  const remove = (shop: ReturnType<typeof server>) =>
    api('DELETE carts/mine/items/{itemId}', { params: { itemId: 1 } }, shop).catch((error) => error.status);

  it('reuses the idempotency key after the removal of the old cart line fails with 404', async () => {
    const shop = server('lost', 'lost', 404, 200);
    await tap(mug, shop);
    expect(await remove(shop)).toBe(404);
    await tap(mug, shop);
    expect(different(shop.keys().filter(Boolean))).toBe(1);
  });

  it('sends a new idempotency key after a cart change whose response was lost', async () => {
    const shop = server('lost', 'lost', 'lost', 200);
    await tap(mug, shop);
    await remove(shop);
    await tap(mug, shop);
    expect(different(shop.keys().filter(Boolean))).toBe(2);
  });

  it('stores no secrets of lost calls in the browser, and deletes stored calls at sign-out and sign-in', async () => {
    const body = {
      customer: {} as never,
      mobile: '+61412345678',
      jwt: 'secret-proof',
      campaign_id: '',
      r_token: 'human',
    };
    const shop = server('lost');
    const register = api('POST mobiledigital/createAccount', { body }, shop).catch(() => null);
    await vi.advanceTimersByTimeAsync(1_000);
    await register;
    expect(sessionStorage.getItem('lost-answers')).toContain('createAccount');
    expect(sessionStorage.getItem('lost-answers')).not.toMatch(/secret-proof|human/);
    signIn(customer);
    expect(sessionStorage.getItem('lost-answers')).toBe(null);
    const adding = tap(mug, shop);
    clearSession();
    await adding;
    expect(sessionStorage.getItem('lost-answers')).toBe(null);
  });

  it('sends a new idempotency key when the body differs or the cart has changed', async () => {
    const shop = server('lost', 'lost', 200);
    await tap(mug, shop);
    await tap(lamp, shop);
    expect(different(shop.keys())).toBe(2);
    await api('DELETE carts/mine/items/{itemId}', { params: { itemId: 1 } }, shop);
    await tap(mug, shop);
    expect(different(shop.keys().filter(Boolean))).toBe(3);
  });
});

it('signs the customer out and opens /signin when an authenticated call returns 401 [ER-11, ER-12]', async () => {
  signIn(customer);
  useGiftCards.setState({ giftCards: {} });
  const fetch = createFetchMock(401, { message: "The consumer isn't authorized to access %resources." });
  await expect(api('GET carts/mine', {}, { fetch })).rejects.toMatchObject({ status: 401 });
  expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true, token: '' });
  expect(assign).toHaveBeenCalledWith('/signin');
});

it('keeps the next customer signed in when a call sent before a sign-out returns 401 [ER-12]', async () => {
  signIn(customer);
  const answers = Promise.withResolvers<Response>();
  const call = api('GET carts/mine', {}, { fetch: () => answers.promise });
  clearSession();
  signIn({ ...customer, mobile: '+61499999999', token: 'bearer-2' });
  answers.resolve(new Response('{}', { status: 401 }));
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'bearer-2' });
  expect(assign).not.toHaveBeenCalled();
});

it('does not send an expired token, and ignores 401 from a public call [ER-12]', async () => {
  signIn(customer, { now: 0 });
  const fetch = createFetchMock(401, {});
  await expect(api('GET carts/mine', {}, { fetch })).rejects.toMatchObject({ status: 401 });
  expect(fetch).not.toHaveBeenCalled();
  assign.mockClear();
  await expect(api('POST mobiledigital/auth', { body: { jwt: 'x' } }, { fetch })).rejects.toMatchObject({
    status: 401,
  });
  expect(assign).not.toHaveBeenCalled();
});

it('fills placeholders of messages from lists and by name', () => {
  const filled = (message: string, parameters: unknown) => toApiError(400, { message, parameters }).message;
  expect(filled("The %1 Cart doesn't contain the %2 item.", [4, 9])).toBe("The 4 Cart doesn't contain the 9 item.");
  expect(filled('100% of %who', { who: 'us' })).toBe('100% of us');
});

describe('when the server is busy', () => {
  const busy = () =>
    new Response(JSON.stringify({ code: 'busy', message: 'x' }), { status: 503, headers: { 'retry-after': '2' } });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('retries a call after the delay that the server names', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"done":true}'));
    fetch.mockResolvedValueOnce(busy());
    vi.stubGlobal('fetch', fetch);
    const answer = api('GET mobiledigital/shopsettings', {});
    await vi.advanceTimersByTimeAsync(1_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ done: true });
  });

  it('sends a call at most four times when the server is busy, and once for any other 503', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => busy());
    vi.stubGlobal('fetch', fetch);
    const outcome = api('GET mobiledigital/shopsettings', {}).catch((error) => error.code);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([await outcome, fetch.mock.calls.length]).toEqual(['busy', 4]);
    fetch.mockImplementation(async () => new Response('{"code":"unavailable"}', { status: 503 }));
    await expect(api('GET mobiledigital/shopsettings', {})).rejects.toMatchObject({ code: 'unavailable' });
    expect(fetch).toHaveBeenCalledTimes(5);
  });
});
