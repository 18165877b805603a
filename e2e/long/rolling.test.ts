import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { readMigrations } from '#server/platform/database/migrations/scripts.ts';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { hasPostgres, makeBarePostgres } from '#test/support/database.ts';
import { listAppliedMigrations } from '#test/support/database-acts.ts';
import { listBrokenInvariants, watchStatuses } from '#test/support/ledger-invariants.ts';
import type { Send } from '#test/support/shop.ts';
import { storedRows } from '#test/support/stored.ts';
import { type Balancer, startBalancer } from '../steps/balancer.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { buildPreviousRelease } from '../steps/previous-release.ts';
import { createDataFolder, type RunningServer, sendTo, startServer } from '../steps/server.ts';

const CUSTOMERS = 4;
const NOW = '2026-11-02T01:00:00Z';

/** Retries when the server is busy, as the web client does. */
function retryWhenBusy(send: Send): Send {
  return async (name, request) => {
    for (;;) {
      const answer = await send(name, request);
      if ((answer.body as { code?: string } | null)?.code !== 'busy') return answer;
      await sleep(100);
    }
  };
}

describe.runIf(hasPostgres())('a rolling release while customers buy', () => {
  const servers: RunningServer[] = [];
  const folders: ReturnType<typeof createDataFolder>[] = [];
  let postgres: Awaited<ReturnType<typeof makeBarePostgres>>;
  let database: Database;
  let balancer: Balancer;

  async function open(cwd?: string): Promise<RunningServer> {
    const folder = createDataFolder();
    folders.push(folder);
    const server = await startServer(
      {
        DATA_DIR: folder.path,
        DATABASE_URL: postgres.databaseUrl,
        WEB: 'none',
        HUMAN_CHECK: 'none',
        SESSION_SECRET: 'the same secret for all servers of the shop',
        CARD_KEYS: 'k1:the same key of gift cards for all servers of the shop',
        CLOCK_FROM: NOW,
        DRAIN_SECONDS: '1',
        APPROVAL_MISMATCH: 'off',
        APPROVAL_MAX_TOTAL: '100000',
        APPROVAL_FIRST_ORDER_MAX: '100000',
        APPROVAL_ORDERS_PER_HOUR: '100000',
        APPROVAL_GIFTS_PER_DAY: '100000',
        APPROVAL_GIFTS_PER_NETWORK: '100000',
      },
      cwd,
      ...(cwd ? [['build/server/main.js']] : []),
    );
    servers.push(server);
    return server;
  }

  beforeAll(async () => {
    postgres = await makeBarePostgres();
    database = await openPostgres({ databaseUrl: postgres.databaseUrl });
    balancer = await startBalancer();
  });
  afterAll(async () => {
    await balancer?.close();
    for (const server of servers) await server.stop();
    await database?.close();
    await postgres?.remove();
    for (const folder of folders) folder.remove();
  });

  it('fails no purchase while servers of the previous release still run, even when one restarts', {
    timeout: 240_000,
  }, async () => {
    const release = buildPreviousRelease();
    folders.push(release);
    const before = release.path;
    const [firstServer, two] = [await open(before), await open(before)];
    const inPlace = new Set([firstServer, two]);
    const serve = () => balancer.serve([...inPlace].map(({ url }) => url));
    serve();
    await watchStatuses(database);
    await expect.poll(async () => (await fetch(`${balancer.url}/readyz`).catch(() => null))?.ok).toBe(true);

    const send = retryWhenBusy(sendTo(balancer.url));
    const placed: number[] = [];
    const failed: string[] = [];
    let isOver = false;
    async function shopOn(customer: TestCustomer): Promise<void> {
      const card = await prepareDemoCard(send, customer, {
        scheduledAt: '2026-11-02 12:30:00',
        zone: 'Australia/Sydney',
        to: '0491570157',
      });
      while (!isOver) {
        try {
          await fillCart(send, customer, [card]);
          const { status, body } = await pay(send, customer, 'pm_card_visa');
          if (status === 200) placed.push(Number(body));
          else failed.push(`${status} ${JSON.stringify(body)}`);
        } catch (error) {
          failed.push(String(error));
          return;
        }
      }
    }
    async function someMore(): Promise<void> {
      const from = placed.length;
      await expect.poll(() => placed.length + failed.length).toBeGreaterThan(from + 2 * CUSTOMERS);
    }
    async function replace(old: RunningServer, cwd?: string): Promise<RunningServer> {
      await old.stop();
      inPlace.delete(old);
      const next = await open(cwd);
      inPlace.add(next);
      serve();
      await someMore();
      return next;
    }

    const customers: TestCustomer[] = [];
    for (let index = 0; index < CUSTOMERS; index += 1)
      customers.push(await signIn(send, firstServer.phone, `+6141234560${index}`));
    const shopping = customers.map(shopOn);
    await someMore();
    await replace(firstServer);
    const restartedServer = await replace(two, before);
    await replace(restartedServer);
    isOver = true;
    await Promise.all(shopping);

    expect(failed).toEqual([]);
    const stored = storedRows(database);
    const ids = (await stored.all('orders')).map(({ id }) => id);
    expect(placed.toSorted((a, b) => a - b)).toEqual(ids);
    expect(await listBrokenInvariants(database)).toEqual([]);
    expect(await listAppliedMigrations(database)).toEqual(readMigrations().map(({ name }) => name));
    const messages = await stored.all('messages', { purpose: 'gift' });
    const ofCards = messages.map(({ giftCardId, channel }) => `${giftCardId} ${channel}`);
    expect(ofCards.filter((message, index) => ofCards.indexOf(message) !== index)).toEqual([]);
  });
});
