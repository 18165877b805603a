import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, openTestPostgres } from '#test/support/database.ts';
import type { Database } from './database.ts';
import { listenOnPostgres } from './notices.ts';

describe.runIf(databaseKinds().includes('postgres'))('a connection that listens for notices', () => {
  let database: Database;
  let databaseUrl: string;
  beforeAll(async () => {
    ({ database, databaseUrl } = await openTestPostgres());
  });
  afterAll(() => database.close());

  /** Between a client and PostgreSQL; `fallSilent` keeps what is connected open and hands nothing on any more. */
  async function startProxy() {
    const sockets: Socket[] = [];
    const { hostname, port } = new URL(databaseUrl);
    const server = createServer((client) => {
      const upstream = connect(Number(port || 5432), hostname);
      sockets.push(client, upstream);
      client.on('error', () => undefined).pipe(upstream);
      upstream.on('error', () => undefined).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      url: url.href,
      fallSilent() {
        for (const socket of sockets.splice(0)) socket.unpipe().pause();
      },
      close: () => server.close(),
    };
  }

  test('is made again when its other end falls silent, and hears what is sent then', async () => {
    const proxy = await startProxy();
    const heard: string[] = [];
    let times = 0;
    const listener = {
      channel: 'changes',
      onListening: () => (times += 1),
      onNotice: (text: string) => heard.push(text),
    };
    const { send, stop } = listenOnPostgres({ connectionString: proxy.url }, listener, { askMs: 100 });
    await expect.poll(() => times, { timeout: 5_000 }).toBe(1);
    proxy.fallSilent();
    await expect.poll(() => times, { timeout: 5_000 }).toBe(2);
    await database.query("select pg_notify('changes', 'after')");
    await send('its own');
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['after', 'its own']);
    await stop();
    proxy.close();
  });

  test('stops at once while the server cannot be reached', async () => {
    const listener = { channel: 'changes', onListening: () => undefined, onNotice: () => undefined };
    const { stop } = listenOnPostgres({ connectionString: 'postgres://127.0.0.1:9/none' }, listener);
    await expect(stop()).resolves.toBeUndefined();
  });
});
