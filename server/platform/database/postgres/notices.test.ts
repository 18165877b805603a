import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { hasPostgres, openTestPostgres } from '#test/support/database.ts';
import type { Database } from '../database.ts';
import { listenOnPostgres } from './notices.ts';

describe.runIf(hasPostgres())('PostgreSQL notification connection', () => {
  let database: Database;
  let databaseUrl: string;
  beforeAll(async () => {
    ({ database, databaseUrl } = await openTestPostgres());
  });
  afterAll(() => database.close());

  async function startProxy(): Promise<FaultProxy & { databaseUrl: string }> {
    const url = new URL(databaseUrl);
    const proxy = await startFaultProxy({ port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    return { ...proxy, databaseUrl: url.href };
  }
  const serverAt = (connectionString: string) => ({ config: () => ({ connectionString }), giveUp: () => undefined });

  it('reconnects when the server stops responding, and receives later notifications', async () => {
    const proxy = await startProxy();
    const heard: string[] = [];
    let times = 0;
    const listener = {
      channel: 'changes',
      onListening: () => (times += 1),
      onNotice: (text: string) => heard.push(text),
    };
    const { send, stop } = listenOnPostgres(serverAt(proxy.databaseUrl), listener, { askMs: 100 });
    await expect.poll(() => times, { timeout: 5_000 }).toBe(1);
    proxy.silence();
    await expect.poll(() => times, { timeout: 5_000 }).toBe(2);
    await database.query("select pg_notify('changes', 'after')");
    await send('its own');
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['after', 'its own']);
    await stop();
    await proxy.close();
  });

  it('stops listening immediately while the server is unreachable', async () => {
    const listener = { channel: 'changes', onListening: () => undefined, onNotice: () => undefined };
    const { stop } = listenOnPostgres(serverAt('postgres://127.0.0.1:9/none'), listener);
    await expect(stop()).resolves.toBeUndefined();
  });
});
