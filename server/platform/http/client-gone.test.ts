import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onFakeBuild } from '#test/support/fake-build.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const BUILD = {
  'server/index.js': `
    const premature = () => Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    export const entry = { module: { createLoadContext: () => ({}), createRequestHandler: () => async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/closed-too-early') throw premature();
      const { promise, resolve } = Promise.withResolvers();
      request.signal.addEventListener('abort', resolve);
      process.emit('test-page-begun');
      if (pathname === '/mid-answer') {
        const start = (controller) => controller.enqueue(new TextEncoder().encode('<!doctype html>'));
        return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/html' } });
      }
      await promise;
      if (pathname === '/aborted') throw request.signal.reason;
      if (pathname === '/premature') throw premature();
      throw new Error('a fault of the shop');
    } } };`,
};

const UPLOAD =
  'POST /rest/default/V1/mobiledigital/sendmobilecode HTTP/1.1\r\nhost: a\r\ncontent-type: application/json';

describe('client disconnects', () => {
  let removeBuild: () => void;
  const lines: { level: number; msg: string }[] = [];
  let shop: TestShop;

  beforeAll(async () => {
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const open = () =>
      openTestShop('embedded', {
        env: { WEB: 'built' },
        change({ context }) {
          context.log = pino({ level: 'info' }, stream);
        },
      });
    const { opened, ...build } = await onFakeBuild(BUILD, open);
    shop = opened;
    removeBuild = build.removeBuild;
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(async () => {
    await shop.close();
    removeBuild();
  });

  const port = () => (shop.app.server.address() as AddressInfo).port;
  const written = () => lines.map(({ level, msg }) => `${level} ${msg}`).slice(1);

  async function leave(text: string, begun: (client: ReturnType<typeof connect>) => Promise<unknown>): Promise<void> {
    const client = connect(port(), '127.0.0.1');
    const wait = begun(client);
    client.write(text);
    await wait;
    client.destroy();
    await expect.poll(written).not.toEqual([]);
  }
  const isPageBegun = () => once(process, 'test-page-begun');
  const isRequestLogged = () => expect.poll(() => lines.length).toBe(1);
  const openPage = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
  const serverErrors = async () => /status="5/.test((await shop.app.inject('/metrics')).body);

  it.each([
    ['with a content length', `${UPLOAD}\r\ncontent-length: 100\r\n\r\n{"mobile":`],
    ['in chunks', `${UPLOAD}\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"mo`],
  ])('logs no server error when a client disconnects while sending a body %s', async (_what, text) => {
    await leave(text, isRequestLogged);
    expect(written()).toEqual(['30 request.client_gone']);
    expect(await serverErrors()).toBe(false);
  });

  it.each(['/aborted', '/premature'])(
    'logs no server error when a client disconnects before the response starts: %s',
    async (path) => {
      await leave(openPage(path), isPageBegun);
      expect(written()).toEqual(['30 request.client_gone']);
      expect(await serverErrors()).toBe(false);
    },
  );

  it('logs no server error when a client disconnects in the middle of a response', async () => {
    await leave(openPage('/mid-answer'), (client) => once(client, 'data'));
    expect(written()).toEqual(['30 stream closed prematurely']);
    expect(await serverErrors()).toBe(false);
  });

  it("still logs the shop's own error after the client has disconnected", async () => {
    await leave(openPage('/fault'), isPageBegun);
    expect(written()).toEqual(['50 request.failed']);
  });

  it('logs an error when a response ends early while the client is still connected', async () => {
    expect((await fetch(`http://127.0.0.1:${port()}/closed-too-early`)).status).toBe(500);
    expect(written()).toContain('50 request.failed');
  });
});
