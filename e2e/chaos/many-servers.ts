import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext } from '#server/bootstrap.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isUnavailable } from '#server/platform/database/database-errors.ts';
import { readSettings } from '#server/settings.ts';
import { type TestingStripe, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import type { startTwilio } from '#test/fakes/twilio.ts';
import type { ReadPhone } from '#test/support/customer.ts';
import { watchStatuses } from '#test/support/ledger-invariants.ts';
import type { Send } from '#test/support/shop.ts';
import { type Stored, storedRows } from '#test/support/stored.ts';
import { type RunningServer, sendTo, startServer } from '../steps/server.ts';

const NOON = '2026-11-02T01:00:00Z';
/** By this time the shop has settled the claims of killed processes. */
export const LATER = '2026-11-02T01:40:00Z';
const MANY = '100000';
const AGAIN_MS = 100;
/** Maximum time in milliseconds that clients keep retrying. */
const PATIENCE_MS = 120_000;

type Env = Record<string, string>;
type Parts = {
  database: Database;
  stripe: TestingStripe;
  twilio: Awaited<ReturnType<typeof startTwilio>>;
  /** Returns the settings of server number `serverIndex` or, without it, of operator commands. */
  env: (serverIndex?: number) => Env;
  count: number;
  random: (sides: number) => number;
  balancer?: string;
};

export type ManyServers = Awaited<ReturnType<typeof startManyServers>>;

export async function startManyServers({ database, stripe, twilio, count, random, balancer, ...parts }: Parts) {
  const env = (serverIndex?: number): Env => ({
    WEB: 'none',
    HUMAN_CHECK: 'none',
    CLOCK: 'movable',
    CLOCK_FROM: NOON,
    LOG_LEVEL: 'fatal',
    SESSION_SECRET: 'a secret that every server of this shop has',
    PUBLIC_URL: 'http://shop.test',
    APPROVAL_MISMATCH: 'off',
    APPROVAL_MAX_TOTAL: MANY,
    APPROVAL_FIRST_ORDER_MAX: MANY,
    APPROVAL_ORDERS_PER_HOUR: MANY,
    APPROVAL_DECLINES: MANY,
    DECLINES_PER_ADDRESS: MANY,
    DECLINES_PER_CARD: MANY,
    APPROVAL_GIFTS_PER_DAY: '0',
    APPROVAL_GIFTS_PER_CARD: '0',
    APPROVAL_GIFTS_PER_NETWORK: '0',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_chaos',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_TIMEOUT_MS: '2000',
    ...parts.env(serverIndex),
  });
  const { context } = await createContext(readSettings({ NODE_ENV: 'test', ...env() }), database);
  await watchStatuses(database);
  const reached = { database, stored: storedRows(database) };

  const state = { answered: 0, closed: false };
  const servers: (RunningServer | null)[] = [];
  /** Restarts a server that fails to start, like a supervisor. */
  const start = async (serverIndex: number): Promise<void> => {
    while (!state.closed) {
      // Real clocks differ between servers, so each server starts its clock at a different time.
      const CLOCK_FROM = new Date(Date.parse(NOON) + random(180) * 1_000).toISOString();
      const server = await startServer({ ...env(serverIndex), CLOCK_FROM }).catch(() => null);
      if (state.closed) await server?.kill();
      else servers[serverIndex] = server;
      if (server) return;
      await sleep(AGAIN_MS);
    }
  };
  for (let index = 0; index < count; index += 1) await start(index);

  const shop = {
    database,
    context,
    stripe,
    twilio,
    env,
    missed: [] as { time: number; reason: string }[],
    state,
    async patiently<T>(work: (reached: { database: Database; stored: Stored }) => Promise<T>): Promise<T> {
      for (const end = performance.now() + PATIENCE_MS; ; await sleep(AGAIN_MS)) {
        try {
          return await work(reached);
        } catch (error) {
          if (!isUnavailable(error) || performance.now() > end) throw error;
        }
      }
    },
    servers: () => servers.filter((server) => server !== null),
    async restart(serverIndex: number, method: 'kill' | 'stop'): Promise<void> {
      const server = servers[serverIndex];
      servers[serverIndex] = null;
      await server?.[method]();
      await start(serverIndex);
    },
    anyServer(): RunningServer {
      const running = shop.servers();
      const server = running[random(running.length)];
      if (!server) throw new Error('No server is running.');
      return balancer === undefined ? server : { ...server, url: balancer, send: sendTo(balancer) };
    },
    /** Retries `work` on any running server until one responds. */
    async untilAnswered<T extends { status: number }>(work: (server: RunningServer) => Promise<T>): Promise<T> {
      const began = performance.now();
      let last: unknown;
      while (!state.closed && performance.now() - began < PATIENCE_MS) {
        try {
          last = await work(shop.anyServer());
          if ((last as T).status < 500) {
            state.answered += 1;
            return last as T;
          }
        } catch (error) {
          last = error;
        }
        shop.missed.push({
          time: performance.now(),
          reason: last instanceof Error ? String(last) : JSON.stringify(last),
        });
        await sleep(AGAIN_MS);
      }
      throw new Error(`No server answered: ${last instanceof Error ? last : JSON.stringify(last)}`);
    },
    send: ((name, options = {}) => {
      const key = randomUUID();
      return shop.untilAnswered((server) => server.send(name, { key, ...options } as never));
    }) as Send,
    phone: (async (to) =>
      twilio
        .carried()
        .filter((message) => message.to === to)
        .map(({ text }, id) => ({ id, to, kind: 'sms', text, media_url: null, purpose: 'code', status: 'sent' }))
        .reverse()) as ReadPhone,
    async close(): Promise<void> {
      state.closed = true;
      await context.jobs.stop();
      for (const server of shop.servers()) await server.stop();
      await database.close();
      for (const service of [stripe, twilio.standIn]) await service.close();
    },
  };
  return shop;
}
