import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createCachedListener } from './cached-listener.ts';
import type { Answer } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

async function serve(answer: Answer): Promise<{ base: string; asked: () => number }> {
  let requestCount = 0;
  const catalogue = { version: () => 0, isCurrent: () => true, change: () => undefined };
  const cache = createResponseCache({
    changes: { isKnown: () => true, catalogue },
    isCached: () => true,
    shown: () => [],
    async ask() {
      requestCount += 1;
      return answer;
    },
  });
  const listener = createCachedListener((_request, response) => response.writeHead(500).end(), {
    cache,
    admission: (_kind, work) => work(),
    refuse: () => undefined,
    buildCacheQuery: ({ url = '' }) => ({ key: url, url, headers: {}, sender: '203.0.113.7' }),
    resolveSender: () => '203.0.113.7',
    resolveRequestId: () => 'a-request',
    onLookedUp: () => undefined,
    onServed: () => undefined,
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  close = () => server.close().closeAllConnections();
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => requestCount };
}

const LONG = 'This page is not there. '.repeat(100);
const notFoundAnswer = (text: string): Answer => ({
  status: 404,
  headers: { 'content-type': 'text/html', 'transfer-encoding': 'chunked', vary: 'cookie', 'cache-control': 'no-store' },
  body: Buffer.from(text),
});

it.each(['br', 'gzip'])('compresses an uncacheable response with %s', async (encoding) => {
  const { base, asked } = await serve(notFoundAnswer(LONG));
  const answer = await fetch(base, { headers: { 'accept-encoding': encoding } });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([404, encoding]);
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(200);
  expect(answer.headers.get('vary')).toBe('cookie, accept-encoding');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toBe(LONG);
  expect(asked()).toBe(1);
});

it.each([
  ['a short response', 'Not there.', 'br'],
  ['a client that accepts no compression', LONG, 'identity'],
])('sends an uncacheable response uncompressed: %s', async (_what, text, encoding) => {
  const { base } = await serve(notFoundAnswer(text));
  const answer = await fetch(base, { headers: { 'accept-encoding': encoding } });
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.text()).toBe(text);
});

it('compresses a cacheable response even for its first client', async () => {
  const { base } = await serve({ status: 200, headers: {}, body: Buffer.from(LONG) });
  const answer = await fetch(base, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
});
