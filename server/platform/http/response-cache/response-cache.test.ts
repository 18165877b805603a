import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import { createSignedInCustomer } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { cutNotices } from '#test/support/database-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { expectWithinASecond } from '#test/support/within-a-second.ts';

const V1 = '/rest/default/V1/';
const { teapot, mug } = testShop.products;
const PRODUCT = `${V1}mobiledigital/product?product_id=${teapot}`;
const LIST = `${V1}mobiledigital/browseProducts?page=1`;
const SOON = { timeout: 10_000, interval: 20 };

type Listening = { base: string; reached: () => number; close: () => Promise<unknown> };

async function listen(app: FastifyInstance): Promise<Listening> {
  let reached = 0;
  app.addHook('onRequest', async () => {
    reached += 1;
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  return { base, reached: () => reached, close: () => app.close() };
}

function createShopApp({ context }: TestShop): Promise<FastifyInstance> {
  return createApp({ ...context, changes: createChanges(context.database, { knownWithinMs: 60_000 }) }, []);
}

describe.each(databaseKinds())('cached responses on %s', (kind) => {
  let shop: TestShop;
  let firstServer: Listening;
  let otherServer: Listening;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    firstServer = await listen(await createShopApp(shop));
    otherServer = await listen(await createShopApp(shop));
    for (const server of [firstServer, otherServer]) await untilKept(server);
  });
  afterEach(async () => {
    await firstServer.close();
    await otherServer.close();
    await shop.close();
  });

  const get = (server: Listening, path: string, init: RequestInit = {}) => fetch(server.base + path, init);
  const product = async (server: Listening) => (await (await get(server, PRODUCT)).json()).data;
  const change = (changes: { qty?: number; priceCents?: number }, productId: number | number[] = teapot) =>
    shop.stored.change('variants', changes, { productId });

  async function untilKept(server: Listening): Promise<void> {
    await expect
      .poll(async () => {
        const before = server.reached();
        await (await get(server, LIST)).arrayBuffer();
        return server.reached() - before;
      }, SOON)
      .toBe(0);
  }

  async function reachedByTwo(path: string, init: RequestInit = {}): Promise<number> {
    const before = firstServer.reached();
    for (const _ of [1, 2]) await (await get(firstServer, path, init)).arrayBuffer();
    return firstServer.reached() - before;
  }

  it('passes a public read to the app once and returns the same response in any encoding', async () => {
    expect(await reachedByTwo(PRODUCT)).toBe(1);
    const [{ rawPayload }, br, gzip, plain, head] = await Promise.all([
      shop.app.inject({ url: PRODUCT }),
      shop.app.inject({ url: PRODUCT }).then(() => get(firstServer, PRODUCT, { headers: { 'accept-encoding': 'br' } })),
      get(firstServer, PRODUCT, { headers: { 'accept-encoding': 'gzip;q=0.5' } }),
      get(firstServer, PRODUCT, { headers: { 'accept-encoding': 'identity' } }),
      get(firstServer, PRODUCT, { method: 'HEAD' }),
    ]);
    for (const answer of [br, gzip, plain])
      expect(Buffer.from(await answer.arrayBuffer()).equals(rawPayload)).toBe(true);
    expect(br.headers.get('vary')).toBe('accept-encoding');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(plain.headers.get('content-length')).toBe(String(rawPayload.length));
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('answers 304 without the app if the client already has the current response', async () => {
    const etag = (await get(firstServer, PRODUCT)).headers.get('etag') ?? '';
    const before = firstServer.reached();
    const answer = await get(firstServer, PRODUCT, { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    expect(firstServer.reached()).toBe(before);
    await shop.stored.change('variants', ({ priceCents }) => ({ priceCents: priceCents + 100 }), { productId: teapot });
    await expectWithinASecond(
      async () => (await get(firstServer, PRODUCT, { headers: { 'if-none-match': etag } })).status,
      200,
    );
  });

  it('calls the app once for twenty simultaneous requests', async () => {
    const before = firstServer.reached();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => get(firstServer, PRODUCT).then((answer) => answer.text())),
    );
    expect(new Set(answers).size).toBe(1);
    expect(firstServer.reached() - before).toBe(1);
  });

  it('shows a changed price and a sold-out product on every server within a second', async () => {
    for (const server of [firstServer, otherServer]) expect((await product(server)).qty).toBeGreaterThan(0);
    await change({ priceCents: 4_321 });
    for (const server of [firstServer, otherServer])
      await expectWithinASecond(async () => (await product(server)).price, 43.21);
    await change({ qty: 0 });
    for (const server of [firstServer, otherServer])
      await expectWithinASecond(async () => (await product(server)).qty, 0);
  });

  it('keeps cached responses that do not show a product whose stock changed', async () => {
    const list = async () =>
      (await (await get(firstServer, LIST)).json()).data.find(({ id }: { id: number }) => id === mug);
    await reachedByTwo(PRODUCT);
    await change({ qty: 9 }, [teapot, mug]);
    await expectWithinASecond(async () => (await product(firstServer)).qty, 9);
    await expectWithinASecond(async () => (await list()).qty, 9);
    const before = firstServer.reached();
    await change({ qty: 8 }, mug);
    await expectWithinASecond(async () => (await list()).qty, 8);
    const reached = firstServer.reached();
    expect(reached).toBeGreaterThan(before);
    expect((await product(firstServer)).qty).toBe(9);
    expect(firstServer.reached()).toBe(reached);
  });

  it('does not sell a sold-out product that a cached response still shows', async () => {
    const { token } = await createSignedInCustomer(shop.context);
    await shop.send('POST carts/mine', { token });
    const { sku } = await product(firstServer);
    const add = () => shop.send('POST carts/mine/items', { token, body: { cartItem: { sku, qty: 1 } } });
    expect((await add()).status).toBe(200);
    await change({ qty: 0 });
    expect((await add()).body.code).toBe('not_available');
  });

  it.each([
    ['an error', `${V1}mobiledigital/product?product_id=x`],
    ['a URL that matches no call', `${V1}mobiledigital/nothing`],
    ['customer data', `${V1}customers/me`],
  ])('does not cache %s', async (_what, path) => {
    expect(await reachedByTwo(path)).toBe(2);
  });

  it('counts cached responses as requests', async () => {
    await reachedByTwo(PRODUCT);
    const { body } = await shop.app.inject({ url: '/metrics' });
    const line = `handsel_request_duration_seconds_count{method="GET",call="mobiledigital/product",status="200"} 2`;
    expect(body).toContain(line);
  });

  if (kind === 'postgres')
    it('shows no old price after the notification connection is lost', async () => {
      await reachedByTwo(PRODUCT);
      await cutNotices(shop);
      await change({ priceCents: 4_321 });
      for (const server of [firstServer, otherServer])
        await expectWithinASecond(async () => (await product(server)).price, 43.21);
      await expect.poll(() => reachedByTwo(PRODUCT), SOON).toBe(0);
    });
});
