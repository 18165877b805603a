import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { createMetricsApp } from './metrics.ts';

const filterLines = (text: string, name: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith(`${name}{`) ? [line.slice(name.length)] : []));

const COUNT = 'handsel_request_duration_seconds_count';

describe.each(databaseKinds())('GET /metrics on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind, { env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => shop.close());

  const read = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    shop.app.inject({ url: '/metrics', headers, remoteAddress });

  it('records request counts and durations by route, method and status', async () => {
    await shop.app.inject({ url: '/rest/au/V1/mobiledigital/categories' });
    await shop.app.inject({ url: '/rest/default/V1/mobiledigital/categories' });
    await shop.app.inject({ method: 'PUT', url: '/rest/default/V1/carts/mine/items/7', payload: {} });
    await shop.app.inject({ url: '/rest/default/V1/nothing' });
    await shop.app.inject({ method: 'POST', url: `/rest/default/V1/nothing/${'x'.repeat(40)}`, payload: {} });
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(filterLines(answer.body, COUNT).toSorted()).toEqual([
      '{method="GET",call="mobiledigital/categories",status="200"} 2',
      '{method="GET",call="none",status="404"} 1',
      '{method="POST",call="none",status="404"} 1',
      '{method="PUT",call="carts/mine/items/{itemId}",status="401"} 1',
    ]);
    const buckets = filterLines(answer.body, 'handsel_request_duration_seconds_bucket');
    expect(buckets).toContain('{le="+Inf",method="GET",call="mobiledigital/categories",status="200"} 2');
    expect(filterLines(answer.body, 'handsel_request_duration_seconds_sum')).toHaveLength(4);
  });

  it('includes process metrics such as event loop delay', async () => {
    const { body } = await read();
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(body).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it.each<[string, Record<string, string>, string?]>([
    ['a phone', {}, '203.0.113.7'],
    ['another machine on the network', {}, '10.0.0.4'],
    ['a phone behind a local proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['a phone that forges X-Forwarded-For behind a local proxy', { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }],
    ['a phone behind a proxy that sends only X-Real-IP', { 'x-real-ip': '203.0.113.7' }],
    ['a proxy that sends only a Via header', { via: '1.1 proxy' }],
    ["a proxy that forwards only the shop's host name", { host: 'shop.example' }],
  ])('answers GET /metrics with 404 to %s', async (_who, headers, address) => {
    const answer = await read(headers, address);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'no_route']);
  });

  it.each([
    [{}, '::1'],
    [{}, '::ffff:127.0.0.1'],
    [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    [{ host: '[::1]:3000' }, '::1'],
  ] as [Record<string, string>, string][])(
    'serves metrics to a program on this machine: %j from %s',
    async (headers, address) => {
      expect((await read(headers, address)).statusCode).toBe(200);
    },
  );
});

describe('metrics in production without METRICS_PORT', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop('embedded');
    Object.assign(shop.context.settings, { production: true });
  });
  afterAll(() => shop.close());

  it('hides metrics and readiness details in production, even from programs on this machine', async () => {
    const headers = { host: 'localhost:3000' };
    expect((await shop.app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
    expect((await shop.app.inject({ url: '/readyz', headers })).json()).toEqual({ status: 'ready' });
  });
});

describe('metrics with METRICS_PORT', () => {
  let shop: TestShop;
  let port: FastifyInstance | undefined;
  beforeAll(async () => {
    shop = await openTestShop('embedded', { env: { METRICS_PORT: '9464' } });
  });
  afterEach(() => port?.close());
  afterAll(() => shop.close());

  it('serves metrics to any client of METRICS_PORT, but not on the public port', async () => {
    await shop.app.inject({ url: '/healthz' });
    expect((await shop.app.inject({ url: '/metrics' })).statusCode).toBe(404);
    port = createMetricsApp(shop.context);
    const answer = await port.inject({ url: '/metrics', remoteAddress: '10.0.0.4', headers: { host: 'shop:9464' } });
    expect(answer.statusCode).toBe(200);
    expect(filterLines(answer.body, COUNT)).toContain('{method="GET",call="/healthz",status="200"} 1');
    expect((await port.inject({ url: '/healthz' })).statusCode).toBe(404);
    const ready = { status: 'ready', database: true, jobs: true, services: [] };
    expect((await port.inject({ url: '/readyz', remoteAddress: '10.0.0.4' })).json()).toEqual(ready);
    expect((await shop.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  });

  it.each(['/metrics', '/readyz', '/nothing'])(
    'prevents type sniffing and framing of the response to %s',
    async (url) => {
      port = createMetricsApp(shop.context);
      expect((await port.inject({ url })).headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('prevents type sniffing of the response to an invalid request', async () => {
    port = createMetricsApp(shop.context);
    await port.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((port.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('nothing of the kind\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*x-content-type-options: nosniff/s);
  });
});
