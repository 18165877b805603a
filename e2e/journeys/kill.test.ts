import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import { fillCart, pay, signIn } from '#test/support/customer.ts';
import { everyDatabase, openTestPostgres } from '#test/support/database.ts';
import { queuedJobs } from '#test/support/queued-jobs.ts';
import { storedRows } from '#test/support/stored.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

const recipient = '+61491570156';
/** Maximum wait in milliseconds. On PostgreSQL, claims of killed servers expire after two minutes. */
const LONGEST = { embedded: 15_000, postgres: 300_000 };

describe.each(everyDatabase())('a server killed between payment and delivery on %s', (kind) => {
  let env: Record<string, string>;
  let cleanUp: () => Promise<void>;
  let server: RunningServer;

  beforeEach(async () => {
    const folder = createDataFolder();
    const postgres = kind === 'postgres' ? await openTestPostgres() : null;
    env = {
      DATA_DIR: folder.path,
      WEB: 'none',
      HUMAN_CHECK: 'none',
      SESSION_SECRET: 'the same secret before and after the kill',
      ...(postgres ? { DATABASE_URL: postgres.databaseUrl } : { DATABASE_URL: '' }),
    };
    cleanUp = async () => {
      await postgres?.database.close();
      folder.remove();
    };
    server = await startServer(env);
  });
  afterEach(async () => {
    await server.stop();
    await cleanUp();
  });

  /** Sets the clock, because with the machine's time a due card could be postponed overnight. */
  async function restart(instant: string): Promise<void> {
    await server.kill();
    server = await startServer({ ...env, CLOCK_FROM: instant });
  }

  async function arrived(): Promise<string[]> {
    await expect
      .poll(async () => (await server.phone(recipient)).length, { timeout: LONGEST[kind] })
      .toBeGreaterThan(1);
    // Waits long enough for an unwanted second delivery.
    await sleep(2_000);
    return (await server.phone(recipient)).map((message) => message.kind);
  }

  it('delivers a scheduled card exactly once after a kill, even after another restart', async () => {
    await server.moveTo('2026-11-02T01:00:00Z');
    const customer = await signIn(server.send, server.phone, '+61412345678');
    const cardInput = await prepareDemoCard(server.send, customer, {
      scheduledAt: '2026-11-02 13:00:00',
      zone: 'Australia/Sydney',
      to: '0491570156',
    });
    await fillCart(server.send, customer, [cardInput]);
    expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
    await restart('2026-11-02T01:59:00Z');
    expect(await server.phone(recipient)).toEqual([]);
    await server.moveTo('2026-11-02T02:00:01Z');
    expect(await arrived()).toEqual(['sms', 'mms']);
    await restart('2026-11-02T03:00:00Z');
    expect(await arrived()).toEqual(['sms', 'mms']);
  }, 400_000);

  // Tested only on the embedded database: on PostgreSQL other servers may be running, so claims are released later.
  if (kind === 'embedded')
    it('sends a gift card soon after a restart when the server was killed just after claiming it', async () => {
      await server.moveTo('2026-11-02T01:00:00Z');
      const customer = await signIn(server.send, server.phone, '+61412345678');
      const delivery = { scheduledAt: '2026-11-02 13:00:00', zone: 'Australia/Sydney', to: '0491570156' };
      await fillCart(server.send, customer, [await prepareDemoCard(server.send, customer, delivery)]);
      expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
      await server.kill();
      // Simulates a crash that is too brief to hit by timing.
      const database = await openDatabase({ dataDir: env.DATA_DIR ?? '', databaseUrl: undefined });
      const claimed = { state: 'claimed', attempts: 1, claimedAt: new Date('2026-11-02T02:00:01Z') } as const;
      await storedRows(database).change('messages', claimed, { purpose: 'gift' });
      await queuedJobs(database).become('send-message', 'active');
      await database.close();
      server = await startServer({ ...env, CLOCK_FROM: '2026-11-02T02:00:02Z' });
      const started = performance.now();
      expect(await arrived()).toEqual(['sms', 'mms']);
      expect(performance.now() - started).toBeLessThan(30_000);
    });

  it('delivers a card exactly once when the server is killed the moment the order is paid', async () => {
    await server.moveTo('2026-11-02T01:00:00Z');
    const customer = await signIn(server.send, server.phone, '+61412345678');
    const cardInput = await prepareDemoCard(server.send, customer, {
      scheduledAt: '2026-11-02 12:00:00',
      zone: 'Australia/Sydney',
      to: '0491570156',
    });
    await fillCart(server.send, customer, [cardInput]);
    expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
    await restart('2026-11-02T01:10:00Z');
    expect(await arrived()).toEqual(['sms', 'mms']);
    const orders = await server.send('GET mobiledigital/orders', { token: customer.token });
    expect(orders.body.orders).toHaveLength(1);
    expect(orders.body.orders[0]?.items[0]?.gift_card?.state).toBe('delivered');
  }, 400_000);
});
