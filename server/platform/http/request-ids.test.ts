import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const CALL = '/rest/default/V1/mobiledigital/browseProducts?page=1';

type Line = { level: number; msg: string; reqId?: string; req?: { remoteAddress: string } };
let shop: TestShop;
afterEach(() => shop.close());

async function openLogged(env: Record<string, string>): Promise<Line[]> {
  const lines: Line[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  shop = await openTestShop('embedded', {
    env,
    change: ({ context }) => Object.assign(context, { log: pino({ level: 'info' }, stream) }),
  });
  return lines;
}

const fetchRequestId = async (headers: Record<string, string> = {}, url = '/rest/default/V1/nothing') =>
  String((await shop.app.inject({ url, headers, remoteAddress: '10.0.0.2' })).headers['x-request-id']);

it('gives every request a unique id, which the response and the log include', async () => {
  const lines = await openLogged({});
  const ids = [
    await fetchRequestId(),
    await fetchRequestId(),
    await fetchRequestId({}, '/rest/default/V1/customers/me'),
  ];
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) {
    expect(id).toMatch(UUID);
    expect(lines.filter(({ reqId }) => reqId === id).map(({ msg }) => msg)).toEqual([
      'incoming request',
      'request completed',
    ]);
  }
});

it('accepts request ids only from trusted proxies', async () => {
  const names = { 'x-request-id': 'edge-7f3a91c2', traceparent };
  await openLogged({ TRUST_PROXY: 'none' });
  expect(await fetchRequestId(names)).toMatch(UUID);
  await shop.close();
  await openLogged({ TRUST_PROXY: '10.0.0.0/8' });
  expect(await fetchRequestId(names)).toBe('edge-7f3a91c2');
  expect(await fetchRequestId({ traceparent })).toBe(TRACE);
  for (const odd of ['short', 'a b c d e f g h', '"><script>1</script>', 'x'.repeat(129)])
    expect(await fetchRequestId({ 'x-request-id': odd })).toMatch(UUID);
  for (const odd of ['00-1-1-00', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${traceparent}x`.toUpperCase()])
    expect(await fetchRequestId({ traceparent: odd })).toMatch(UUID);
});

it('gives cached responses a request id, and logs the sender that rate limits would count', async () => {
  const lines = await openLogged({ TRUST_PROXY: '2' });
  const base = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'x-forwarded-for': '1.2.3.4, 203.0.113.7, 198.51.100.20', 'x-request-id': 'edge-7f3a91c2' };
  const fromCache = () => lines.find(({ msg }) => msg === 'request.answered_from_cache');
  await expect
    .poll(async () => {
      const answer = await fetch(base + CALL, { headers });
      await answer.arrayBuffer();
      expect(answer.headers.get('x-request-id')).toBe('edge-7f3a91c2');
      return fromCache() !== undefined;
    })
    .toBe(true);
  expect(fromCache()).toMatchObject({ reqId: 'edge-7f3a91c2', req: { remoteAddress: '203.0.113.7' } });
  expect(lines.find(({ msg }) => msg === 'incoming request')?.req?.remoteAddress).toBe('203.0.113.7');
  const [first, other] = [await fetch(base + CALL), await fetch(base + CALL)].map((answer) =>
    answer.headers.get('x-request-id'),
  );
  expect([first, other].every((id) => UUID.test(id ?? ''))).toBe(true);
  expect(first).not.toBe(other);
});

it('warns once about a proxy that is missing from TRUST_PROXY', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  const lines = await openLogged({});
  const warnings = () => lines.filter(({ msg }) => msg === 'proxy.not_trusted').length;
  await fetchRequestId();
  expect(warnings()).toBe(0);
  for (const _ of [1, 2, 3]) await fetchRequestId(forwarded);
  expect(warnings()).toBe(1);
  await shop.close();
  const logLines = await openLogged({ TRUST_PROXY: '1' });
  await fetchRequestId(forwarded);
  expect(logLines.filter(({ msg }) => msg === 'proxy.not_trusted')).toEqual([]);
});
