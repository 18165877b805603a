import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContext } from '#server/bootstrap.ts';
import { readSettings } from '#server/settings.ts';
import { SECRET } from '#test/fakes/gateway.ts';
import { type StandIn, startStandIn } from '#test/fakes/stand-in.ts';
import { databaseKinds, openTestPostgres } from '#test/support/database.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { storedRows } from '#test/support/stored.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

const CARDS = 120;
const PATIENCE = { timeout: 100_000, interval: 200 };
const NOON = '2026-11-02T01:00:00Z';

describe.each(databaseKinds().filter((kind) => kind === 'postgres'))(
  'two server processes delivering many cards on %s',
  () => {
    let postgres: Awaited<ReturnType<typeof openTestPostgres>>;
    let folder: ReturnType<typeof createDataFolder>;
    let gateway: StandIn;
    let servers: RunningServer[] = [];
    const env = () => ({
      WEB: 'none',
      HUMAN_CHECK: 'none',
      CLOCK: 'movable',
      CLOCK_FROM: NOON,
      LOG_LEVEL: 'error',
      SESSION_SECRET: 'a secret that every server of this shop has',
      DATA_DIR: folder.path,
      MESSAGES: 'webhook',
      MESSAGE_GATEWAY_URL: `${gateway.url}/send`,
      MESSAGE_GATEWAY_SECRET: SECRET,
      PUBLIC_URL: 'http://shop.test',
      DATABASE_URL: postgres.databaseUrl,
    });
    const refs = () => gateway.received.map(({ headers }) => String(headers['webhook-id']));
    const states = async () =>
      (await storedRows(postgres.database).all('giftCards')).map(({ deliveryState }) => deliveryState);

    beforeEach(async () => {
      postgres = await openTestPostgres();
      folder = createDataFolder();
      gateway = await startStandIn(({ headers }) => ({
        status: 200,
        body: { state: 'sent', id: `gw-${headers['webhook-id']}` },
      }));
      servers = await Promise.all([startServer(env()), startServer(env())]);
      const { context } = await createContext(readSettings({ NODE_ENV: 'test', ...env() }), postgres.database);
      context.clock.moveTo?.(new Date(NOON));
      const when = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' };
      await sellManyCards(
        context,
        Array.from({ length: CARDS }, (_, index) => ({ to: manyNumber(index), ...when })),
      );
      await context.jobs.stop();
    });
    afterEach(async () => {
      for (const server of servers) await server.stop();
      await gateway.close();
      await postgres.database.close();
      folder.remove();
    });

    it('sends each message once, and composes an identical picture only once', async () => {
      await vi.waitFor(async () => expect(await states()).toEqual(Array(CARDS).fill('sent')), PATIENCE);
      expect(new Set(refs()).size).toBe(2 * CARDS);
      expect(refs()).toHaveLength(2 * CARDS);
      expect(await storedRows(postgres.database).count('composedPictures')).toBe(1);
    });

    it('loses no cards when servers are killed during delivery', async () => {
      for (const [share, time] of [
        [0.2, '01:10'],
        [0.6, '01:20'],
        [1.2, '01:30'],
      ] as const) {
        await vi.waitFor(() => expect(new Set(refs()).size).toBeGreaterThan(share * CARDS), PATIENCE);
        const [killed] = servers.splice(0, 1);
        await killed?.kill();
        servers.push(await startServer(env()));
        // Claims expire after two minutes by the shop's clock.
        for (const server of servers) await server.moveTo(`2026-11-02T${time}:00Z`);
      }
      await vi.waitFor(async () => expect(await states()).toEqual(Array(CARDS).fill('sent')), PATIENCE);
      // The gateway ignores messages whose ref it already has.
      expect(new Set(refs()).size).toBe(2 * CARDS);
    });
  },
);
