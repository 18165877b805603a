import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext } from '#server/bootstrap.ts';
import { readSettings } from '#server/settings.ts';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { startTestingStripe, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import { startTwilio } from '#test/fakes/twilio.ts';
import type { ReadPhone } from '#test/support/customer.ts';
import { openTestPostgres } from '#test/support/database.ts';
import { WATCH_STATUSES } from '#test/support/ledger-invariants.ts';
import type { Send } from '#test/support/shop.ts';
import { dataFolder, type RunningServer, startServer } from '../steps/server.ts';

const NOON = '2026-11-02T01:00:00Z';
/** By then whatever dead processes had in hand is finished or given up. */
export const LATER = '2026-11-02T01:40:00Z';
const SERVERS = 3;
const MANY = '100000';
const AGAIN_MS = 100;
/** Nobody waits longer for a shop of which some server runs. */
const PATIENCE_MS = 120_000;

export type ChaosShop = Awaited<ReturnType<typeof startChaosShop>>;

/**
 * Several servers of one shop on PostgreSQL, with a payment provider and a carrier outside of them. A proxy stands
 * before the database of each server and before either provider, for what goes wrong there.
 */
export async function startChaosShop(random: (sides: number) => number) {
  const { database, databaseUrl } = await openTestPostgres();
  const folder = dataFolder();
  const [stripe, twilio] = [await startTestingStripe(), await startTwilio()];
  const payments = await startFaultProxy({ port: stripe.port, slowMs: 3_000 });
  const carrier = await startFaultProxy({ port: twilio.standIn.port, slowMs: 3_000 });
  const cables: FaultProxy[] = [];
  for (let at = 0; at < SERVERS; at += 1)
    cables.push(await startFaultProxy({ port: Number(new URL(databaseUrl).port || 5432), slowMs: 2_000 }));

  const env = (at?: number): Record<string, string> => ({
    ...{ WEB: 'none', HUMAN_CHECK: 'none', CLOCK: 'movable', CLOCK_FROM: NOON, LOG_LEVEL: 'fatal' },
    ...{ SESSION_SECRET: 'a secret that every server of this shop has', DATA_DIR: folder.path },
    ...{ APPROVAL_MISMATCH: 'off', APPROVAL_MAX_TOTAL: MANY, APPROVAL_FIRST_ORDER_MAX: MANY },
    ...{ APPROVAL_ORDERS_PER_HOUR: MANY },
    ...{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_chaos', STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos' },
    ...{ STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: payments.url, STRIPE_TIMEOUT_MS: '2000' },
    ...twilio.env(carrier.url),
    PUBLIC_URL: 'http://shop.test',
    DATABASE_URL: at === undefined ? databaseUrl : through(databaseUrl, cables[at]),
  });
  const { context } = await createContext(readSettings({ NODE_ENV: 'test', ...env() }), database);
  await database.exclusive((connection) => connection.exec(WATCH_STATUSES));

  const servers: (RunningServer | null)[] = [];
  /** As whatever supervises a server would: one that does not come up is started again. */
  const start = async (at: number): Promise<void> => {
    for (;;) {
      // Its clock is not that of the others.
      const CLOCK_FROM = new Date(Date.parse(NOON) + random(180) * 1_000).toISOString();
      const server = await startServer({ ...env(at), CLOCK_FROM }).catch(() => null);
      servers[at] = server;
      if (server) return;
      await sleep(AGAIN_MS);
    }
  };
  for (let at = 0; at < SERVERS; at += 1) await start(at);

  const shop = {
    database,
    context,
    stripe,
    twilio,
    payments,
    carrier,
    cables,
    env,
    query: async (text: string) => (await database.query(text)).rows,
    servers: () => servers.filter((server) => server !== null),
    /** Kills one and starts it again. */
    async kill(at: number): Promise<void> {
      const server = servers[at];
      servers[at] = null;
      await server?.kill();
      await start(at);
    },
    anyServer(): RunningServer {
      const running = shop.servers();
      const server = running[random(running.length)];
      if (!server) throw new Error('No server runs.');
      return server;
    },
    /** What `work` brings from a server that answers: who got no answer sends the same again, to whichever runs. */
    async untilAnswered<T extends { status: number }>(work: (server: RunningServer) => Promise<T>): Promise<T> {
      const began = performance.now();
      let last: unknown;
      while (performance.now() - began < PATIENCE_MS) {
        try {
          last = await work(shop.anyServer());
          if ((last as T).status < 500) return last as T;
        } catch (error) {
          last = error;
        }
        await sleep(AGAIN_MS);
      }
      throw new Error(`Nobody answered: ${last instanceof Error ? last : JSON.stringify(last)}`);
    },
    /** A customer's phone at work: every call with a key of its own, until it is answered. */
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
      await context.jobs.stop();
      for (const server of shop.servers()) await server.stop();
      await database.close();
      for (const one of [...cables, payments, carrier, stripe, twilio.standIn]) await one.close();
      folder.remove();
    },
  };
  return shop;
}

function through(databaseUrl: string, proxy: FaultProxy | undefined): string {
  const url = new URL(databaseUrl);
  url.port = String(proxy?.port);
  url.hostname = '127.0.0.1';
  return url.href;
}
