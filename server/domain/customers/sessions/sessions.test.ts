import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Changes, createChanges } from '#server/platform/database/changes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSignedInCustomer, type SignedInCustomer } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { expectWithinASecond } from '#test/support/within-a-second.ts';
import { closeSession, createSessions } from './sessions.ts';

const SOON = { timeout: 10_000, interval: 20 };

type Server = { find: ReturnType<typeof createSessions>; changes: Changes; asked: () => number };

function startServer({ context }: TestShop): Server {
  const changes = createChanges(context.database, { knownWithinMs: 60_000 });
  let queryCount = 0;
  const orm = new Proxy(context.database.orm, {
    get(target, name) {
      if (name === 'session') queryCount += 1;
      return Reflect.get(target, name, target);
    },
  });
  const database: Database = { ...context.database, orm };
  changes.start();
  return { find: createSessions({ changes, clock: context.clock, database }), changes, asked: () => queryCount };
}

describe.each(databaseKinds())('session lookup on %s', (kind) => {
  let shop: TestShop;
  let firstServer: Server;
  let secondServer: Server;
  let wren: SignedInCustomer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    [firstServer, secondServer] = [startServer(shop), startServer(shop)];
    wren = await createSignedInCustomer(shop.context);
    for (const server of [firstServer, secondServer])
      await expect.poll(async () => (await askedBy(server, () => server.find(wren.token))) === 0, SOON).toBe(true);
  });
  afterEach(async () => {
    for (const { changes } of [firstServer, secondServer]) await changes.stop();
    await shop.close();
  });

  async function askedBy(server: Server, work: () => Promise<unknown>): Promise<number> {
    const before = server.asked();
    await work();
    return server.asked() - before;
  }

  it('queries the database only once for a valid bearer token', async () => {
    const found = await firstServer.find(wren.token);
    expect(found?.customerId).toBe(wren.customerId);
    expect(await askedBy(firstServer, () => firstServer.find(wren.token))).toBe(0);
    expect(await askedBy(firstServer, () => firstServer.find('a bearer that nobody has'))).toBe(1);
    expect(await askedBy(firstServer, () => firstServer.find('a bearer that nobody has'))).toBe(1);
  });

  it('rejects a signed-out bearer token immediately on the same server and within a second on others', async () => {
    const session = await firstServer.find(wren.token);
    await closeSession({ ...shop.context, changes: firstServer.changes }, session ?? { customerId: 0, tokenHash: '' });
    expect(await firstServer.find(wren.token)).toBeNull();
    await expectWithinASecond(() => secondServer.find(wren.token), null);
  });

  it.each([
    ['suspended', (id: number) => shop.stored.change('customers', { suspendedAt: new Date() }, { id })],
    ['erased', (id: number) => shop.stored.remove('customers', { id })],
  ])('rejects the sessions of a customer who is %s on every server within a second', async (_what, become) => {
    await become(wren.customerId);
    for (const server of [firstServer, secondServer]) await expectWithinASecond(() => server.find(wren.token), null);
  });

  it('rejects a bearer token after 55 minutes, whether it is cached or not', async () => {
    await shop.moveTo(new Date(shop.context.clock.ms() + 55 * 60_000 - 1_000).toISOString());
    expect(await firstServer.find(wren.token)).not.toBeNull();
    await shop.moveTo(new Date(shop.context.clock.ms() + 1_000).toISOString());
    expect(await firstServer.find(wren.token)).toBeNull();
  });
});
