import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asWebRequest } from './as-web-request.ts';

let app: FastifyInstance;
let begun: Promise<Request>;
let answer: () => void;

beforeEach(async () => {
  app = Fastify();
  const rendered = Promise.withResolvers<void>();
  answer = rendered.resolve;
  const { promise, resolve } = Promise.withResolvers<Request>();
  begun = promise;
  app.get('/*', async (request, reply) => {
    resolve(asWebRequest(request, reply, 'https://shop.test'));
    await rendered.promise;
    return 'page';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  answer();
  await app.close();
});

it('builds the request URL from PUBLIC_URL, whatever host the request names', async () => {
  const response = app.inject({ url: '/browse?page=2', headers: { host: 'evil.test' } });
  expect((await begun).url).toBe('https://shop.test/browse?page=2');
  answer();
  await response;
});

it('aborts the signal when the client disconnects before the page is sent', async () => {
  const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  reader.write('GET /browse HTTP/1.1\r\nhost: shop.test\r\n\r\n');
  const { signal } = await begun;
  expect(signal.aborted).toBe(false);
  const aborted = once(signal, 'abort');
  reader.destroy();
  await aborted;
});

it('does not abort the signal of a page that was sent', async () => {
  const response = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/browse`);
  const { signal } = await begun;
  answer();
  expect(await (await response).text()).toBe('page');
  await app.close();
  expect(signal.aborted).toBe(false);
});
