import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { errorBody } from '#contract/shapes/error.ts';
import { createSignedInCustomer } from '#test/support/app.ts';
import { callUrl, openTestShop, type TestShop } from '#test/support/shop.ts';

describe('HTTP layer on the embedded database', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop('embedded');
  });
  afterAll(() => shop.close());

  async function listening(): Promise<AddressInfo> {
    if (!shop.app.server.listening) await shop.app.listen({ port: 0, host: '127.0.0.1' });
    return shop.app.server.address() as AddressInfo;
  }

  const post = (payload: string | Buffer, contentType = 'application/json') =>
    shop.app.inject({
      method: 'POST',
      url: '/rest/default/V1/mobiledigital/sendmobilecode',
      payload,
      headers: { 'content-type': contentType },
    });

  it('answers 401 to protected calls without a bearer token or with a wrong one [CA-03]', async () => {
    for (const [name, call] of Object.entries<Call>(calls).filter(([, { access }]) => access !== 'public')) {
      const { method, url } = callUrl(name as CallName, { params: { itemId: 1 } });
      for (const authorization of [undefined, 'Bearer nonsense-that-is-long-enough-to-be-one', 'Basic eA==']) {
        const headers = authorization ? { authorization } : {};
        const answer = await shop.app.inject({
          method: method as 'GET',
          url,
          headers,
          ...(call.body ? { payload: {} } : {}),
        });
        expect(`${name} ${answer.statusCode}`).toBe(`${name} 401`);
        expect(answer.json().message).toBe("The consumer isn't authorized to access %resources.");
      }
    }
  });

  it('accepts any store code in the path [CA-05]', async () => {
    for (const store of ['default', 'au', 'all', 'whatever_2']) {
      expect((await shop.app.inject({ url: `/rest/${store}/V1/mobiledigital/categories` })).statusCode).toBe(200);
    }
  });

  it('reports what is wrong with a request body and never answers 5xx', async () => {
    expect((await post('{"mobile":')).json().message).toBe('The request body is not valid JSON.');
    expect((await post('mobile=1', 'text/plain')).statusCode).toBe(415);
    expect((await post(JSON.stringify({ mobile: 'x'.repeat(300_000) }))).statusCode).toBe(413);
    const missing = await post('{}');
    expect(missing.statusCode).toBe(400);
    expect(missing.json()).toEqual({
      code: 'field_required',
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: 'mobile' },
    });
    const wrong = await post('{"mobile": 12}');
    expect(wrong.json()).toMatchObject({
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: 'mobile' },
    });
    for (const body of ['null', '[]', '"text"', '1', '{"mobile":{"a":1}}'])
      expect((await post(body)).statusCode).toBe(400);
  });

  it('validates the request body whatever its content type', async () => {
    for (const type of [
      'application/json\t; charset=utf-8',
      'application/JSON',
      ' application/json',
      'application/json;;x',
    ]) {
      expect((await post('{"mobile": 12}', type)).statusCode).toBeGreaterThanOrEqual(400);
    }
  });

  it('answers an unexpected error with a generic message that reveals no internals [CA-58]', async () => {
    shop.context.integrations.places.search = async () => {
      throw new Error('relation secrets does not exist');
    };
    const answer = await shop.app.inject({ url: '/rest/default/V1/mobiledigital/places?q=fig' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      code: 'unexpected',
      message: 'An Unexpected Error has occured. Please try again later.',
    });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('answers an unknown path with the code no_route in the common error body', async () => {
    const answer = await shop.app.inject({ url: '/rest/default/V1/nothing/here' });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { code: 'no_route', message: 'Request does not match any route.' },
    ]);
  });

  it.each([
    '/rest/default/V1/mobiledigital/%E0%A4%A',
    '/rest/default/V1/carts/mine/giftCards/abc%?x=1',
    '/product/%E0%A4%A',
    '/%',
  ])('answers a URL that cannot be decoded with no_route: %s', async (url) => {
    for (const method of ['GET', 'PUT'] as const) {
      const { statusCode, headers, json } = await shop.app.inject({ method, url });
      expect([statusCode, json().code]).toEqual([404, 'no_route']);
      expect(headers['content-security-policy']).toContain("script-src 'self' 'nonce-");
    }
  });

  it('passes a path parameter of any length to its route', async () => {
    const headers = { authorization: `Bearer ${(await createSignedInCustomer(shop.context)).token}` };
    const url = `/rest/default/V1/carts/mine/items/${'1'.repeat(1_000)}`;
    expect((await shop.app.inject({ method: 'DELETE', url, headers })).json().code).toBe('invalid_value');
  });

  it('sends security headers with every response except files, and allows scripts only by nonce', async () => {
    for (const url of ['/healthz', '/docs', '/rest/default/V1/mobiledigital/categories', '/nothing']) {
      const { headers } = await shop.app.inject({ url, headers: { origin: 'https://elsewhere.example' } });
      expect(Object.keys(headers).join()).not.toContain('access-control-allow');
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}'/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBeTruthy();
    }
  });

  it('sends files with headers that forbid subresources, framing and type sniffing', async () => {
    const { headers } = await shop.app.inject({ url: '/media/none/640.webp' });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(headers).join('\n')).not.toMatch(
      /^(x-(?!content-type)|referrer|permissions|cross-origin-opener)/m,
    );
  });

  it('never caches a page with a secret URL and sends no referrer, however the URL is written', async () => {
    const call = `/rest/default/V1/mobiledigital/card?secret=${'a'.repeat(24)}`;
    for (const url of [call, '/Card/abc', '/%63ard/abc', '/AUTOLOGIN/abc']) {
      const { headers } = await shop.app.inject({ url });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
  });

  it('rejects a request target with a host or without a path', async () => {
    const { port } = await listening();
    for (const target of ['http://host/browse', 'http://host/card/abc', '*']) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${target} HTTP/1.1\r\nhost: shop.test\r\nconnection: close\r\n\r\n`);
      const answer = Buffer.concat(await Array.fromAsync(socket)).toString();
      expect([target, answer.split('\r\n', 1)[0]]).toEqual([target, 'HTTP/1.1 400 Bad Request']);
    }
  });

  it('responds to invalid HTTP with a documented error code', async () => {
    const { port } = await listening();
    for (const [request, status, code] of [
      ['nonsense\r\n\r\n', 400, 'request_unreadable'],
      [`GET / HTTP/1.1\r\nhost: shop.test\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.write(request);
      const [head = '', body = ''] = Buffer.concat(await Array.fromAsync(socket))
        .toString()
        .split('\r\n\r\n');
      expect([Number(head.split(' ')[1]), errorBody.parse(JSON.parse(body)).code]).toEqual([status, code]);
    }
  });

  it('rejects a call without its required bearer token before reading the body', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = '/rest/default/V1/carts/mine';
    expect((await shop.app.inject({ method: 'POST', url, headers, payload: '{' })).statusCode).toBe(401);
    const authorization = { ...headers, authorization: 'Basic eA==' };
    expect((await shop.app.inject({ method: 'POST', url, headers: authorization, payload: '{' })).statusCode).toBe(400);
  });

  it('limits request bodies to 32 KB, except for recipient lists and address books', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Basic eA==' };
    const ask = async (method: 'POST' | 'PUT', path: string, length: number) =>
      (await shop.app.inject({ method, url: `/rest/au/V1/${path}`, headers, payload: `{"x":"${'x'.repeat(length)}"}` }))
        .statusCode;
    expect([await ask('POST', 'carts/mine', 32_000), await ask('POST', 'carts/mine', 33_000)]).toEqual([401, 413]);
    expect(await ask('POST', 'mobiledigital/checkgiftcardrecipients', 600_000)).toBe(401);
    expect(await ask('PUT', 'customers/me', 200_000)).toBe(401);
  });

  it('keeps the API documentation out of search engines', async () => {
    const { headers } = await shop.app.inject({ url: '/docs' });
    expect(headers['x-robots-tag']).toBe('noindex');
  });

  it('lists every call of the contract in the API description', async () => {
    const description = (await shop.app.inject({ url: '/docs/json' })).json();
    for (const name of Object.keys(calls)) {
      const [method = '', path = ''] = name.split(' ');
      expect(
        description.paths[`/rest/{store}/V1/${path}`]?.[method.toLowerCase()]?.responses?.['200'],
        name,
      ).toBeTruthy();
    }
    const page = await shop.app.inject({ url: '/docs' });
    expect(page.body).toContain('payment-information');
    const [, nonce] = /<style nonce="([^"]+)">/.exec(page.body) ?? [];
    expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
  });

  it('reveals only the ready status to public callers of /readyz', async () => {
    for (const headers of [{ host: 'shop.example' }, { 'x-forwarded-for': '203.0.113.7' }])
      expect((await shop.app.inject({ url: '/readyz', headers })).json()).toEqual({ status: 'ready' });
    expect((await shop.app.inject({ url: '/readyz', remoteAddress: '203.0.113.7' })).json()).toEqual({
      status: 'ready',
    });
  });

  it('reports on /healthz and /readyz that the shop is alive and ready', async () => {
    expect((await shop.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' });
    expect((await shop.app.inject({ url: '/readyz' })).json()).toEqual({
      status: 'ready',
      database: true,
      jobs: true,
      services: [],
    });
  });

  it('moves the test clock, but only to a valid instant', async () => {
    const moved = await shop.app.inject({ method: 'POST', url: '/clock', payload: { now: '2026-12-24T08:00:00Z' } });
    expect(moved.json().now).toMatch(/^2026-12-24T08:00:0/);
    expect((await shop.app.inject({ method: 'POST', url: '/clock', payload: { now: 'tomorrow' } })).statusCode).toBe(
      400,
    );
  });
});

it('rejects requests as busy while the server closes', async () => {
  const shop = await openTestShop('embedded');
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<{ places: never[]; attribution: string }>();
  shop.context.integrations.places.search = async () => {
    began.resolve();
    return ended.promise;
  };
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = shop.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: shop.test\r\n\r\n`);
  ask('/rest/au/V1/mobiledigital/places?q=fig');
  await began.promise;
  const closed = shop.close();
  await vi.waitUntil(() => !shop.app.server.listening);
  ask('/rest/au/V1/mobiledigital/categories');
  await once(shop.app.server, 'request');
  ended.resolve({ places: [], attribution: '' });
  const answers = Buffer.concat(await Array.fromAsync(socket)).toString();
  expect(answers).toMatch(/HTTP\/1\.1 503 Service Unavailable[\s\S]*retry-after: \d[\s\S]*"code":"busy"/);
  await closed;
});
