import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { createAdmission } from './admission.ts';

const FEW = { concurrency: 4, maxWaiting: 8, waitMs: 60_000 };

describe.each(databaseKinds())('an overloaded server on %s', (kind) => {
  let shop: TestShop;
  let base: string;
  let working: (() => void)[] = [];
  async function open({
    maxWaitingPerSender = FEW.maxWaiting,
    env = {},
  } = {}): Promise<{ shop: TestShop; base: string }> {
    const page = { ...FEW, maxWaitingPerSender };
    const opened = await openTestShop(kind, {
      env,
      change({ context, providerRoutes }) {
        context.admission = createAdmission({ ...context, capacity: { money: FEW, call: FEW, page } });
        providerRoutes.push((app) => {
          for (const url of ['/rest/default/V1/slow', '/slow', '/webhooks/slow'])
            app.all(url, { schema: { hide: true } }, async () => {
              await new Promise<void>((resolve) => working.push(resolve));
              return { done: true };
            });
          app.all('/large', { schema: { hide: true } }, async (_, reply) => reply.send(Buffer.alloc(64_000_000)));
        });
      },
    });
    await opened.app.listen({ port: 0, host: '127.0.0.1' });
    return { shop: opened, base: `http://127.0.0.1:${(opened.app.server.address() as AddressInfo).port}` };
  }
  beforeAll(async () => {
    ({ shop, base } = await open());
  });
  afterAll(() => shop.close());

  async function collectStatuses(answers: Promise<Response>[]): Promise<number[]> {
    let isOver = false;
    const all = Promise.all(answers).finally(() => (isOver = true));
    while (!isOver) {
      for (const end of working.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return (await all).map(({ status }) => status);
  }

  const ask = (path: string, times: number, init?: RequestInit): Promise<Response>[] =>
    Array.from({ length: times }, () => fetch(base + path, init));

  it('rejects API calls beyond the queue immediately, but answers payments and health checks', async () => {
    const calls = ask('/rest/default/V1/slow', 5 * 12);
    const refused: Response[] = [];
    for (const call of calls) void call.then((answer) => refused.push(answer));
    await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(4 * 12);
    expect(working).toHaveLength(4);
    const [first] = refused;
    expect([first?.status, Number(first?.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await first?.json()).toMatchObject({ code: 'busy' });
    const [paid, health, ready] = await Promise.all([
      fetch(`${base}/rest/default/V1/carts/mine/payment-information`, { method: 'POST' }),
      fetch(`${base}/healthz`),
      fetch(`${base}/readyz`),
    ]);
    expect([paid.status, health.status, ready.status]).toEqual([401, 200, 200]);
    const statuses = await collectStatuses(calls);
    expect(statuses.toSorted()).toEqual([...Array(12).fill(200), ...Array(48).fill(503)]);
    expect(await collectStatuses(ask('/rest/default/V1/slow', 12))).toEqual(Array(12).fill(200));
  });

  it("answers page requests under overload with a short page that reloads itself, in the visitor's language", async () => {
    const pages = ask('/slow', 13);
    await Promise.race(pages);
    const answer = await fetch(`${base}/slow`, { headers: { cookie: 'language=de' } });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none';style-src-attr 'unsafe-inline';frame-ancestors 'none';base-uri 'none'",
    );
    expect(text).toContain('Einen Moment bitte');
    expect(text).toMatch(/<body style="[^"]*;font:[^";]*sans-serif;[^"]*">.*<a href="" style="[^"]*border:1px solid;/s);
    expect(text).toMatch(/<meta http-equiv="refresh" content="[123]">/);
    const sent = await fetch(`${base}/slow`, { method: 'POST' });
    expect([sent.status, (await sent.text()).includes('http-equiv="refresh"')]).toEqual([503, false]);
    expect((await collectStatuses(pages)).toSorted()).toEqual([...Array(12).fill(200), 503]);
    const metrics = (await shop.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body;
    expect(metrics).toMatch(/handsel_requests_refused_total\{kind="page"\} \d+/);
  });

  it('frees the request slot of a client that disconnects', async () => {
    const controller = new AbortController();
    const left = ask('/slow', 13, { signal: controller.signal }).map((answer) => answer.catch(() => undefined));
    await Promise.race(left);
    controller.abort();
    await Promise.all(left);
    working = [];
    await expect.poll(() => collectStatuses(ask('/slow', 1))).toEqual([200]);
    expect(await collectStatuses(ask('/slow', 12))).toEqual(Array(12).fill(200));
  });

  const LARGE = '/large HTTP/1.1\r\nhost: localhost\r\n';
  it.each([
    ['reads its response', `GET ${LARGE}\r\n`],
    ['sends its request body', `POST ${LARGE}content-type: application/json\r\ncontent-length: 9\r\n\r\n{`],
  ])('serves other clients while a client never %s', async (_what, data) => {
    const admitted = async (): Promise<number> => {
      const { body } = await shop.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
      return Number(/handsel_requests_admitted_total\{kind="page"\} (\d+)/.exec(body)?.[1] ?? 0);
    };
    const before = await admitted();
    const sockets = Array.from({ length: 4 }, () => connect(Number(new URL(base).port), '127.0.0.1').pause());
    for (const socket of sockets) socket.write(data);
    await expect.poll(admitted).toBe(before + 4);
    expect(await collectStatuses(ask('/slow', 1))).toEqual([200]);
    for (const socket of sockets) socket.destroy();
  });

  it('lets one sender use half of the page queue, but all of the payment queue', async () => {
    const other = await open({ maxWaitingPerSender: 4, env: { TRUST_PROXY: '1' } });
    const from = (sender: string, path: string, method = 'GET') =>
      fetch(other.base + path, { method, headers: { 'x-forwarded-for': sender } });
    const senderPages = Array.from({ length: 12 }, () => from('203.0.113.7', '/slow'));
    const refused: Response[] = [];
    for (const page of senderPages) void page.then((answer) => refused.push(answer));
    await expect.poll(() => refused.length).toBe(4);
    expect(working).toHaveLength(4);
    const otherPages = [from('203.0.113.8', '/slow'), from('203.0.113.8', '/slow')];
    expect(await collectStatuses(otherPages)).toEqual([200, 200]);
    expect((await collectStatuses(senderPages)).toSorted()).toEqual([...Array(8).fill(200), ...Array(4).fill(503)]);
    const paid = Array.from({ length: 12 }, () => from('203.0.113.7', '/webhooks/slow', 'POST'));
    expect(await collectStatuses(paid)).toEqual(Array(12).fill(200));
    await other.shop.close();
  });

  it('reports on /readyz that the server is closing, and ends each connection before shutdown', async () => {
    shop.app.drain();
    const ready = await fetch(`${base}/readyz`);
    expect([ready.status, ready.headers.get('connection'), (await ready.json()).status]).toEqual([
      503,
      'close',
      'closing',
    ]);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });
});
