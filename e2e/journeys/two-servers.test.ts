import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { hasPostgres, openTestPostgres } from '#test/support/database.ts';
import { type Stored, storedRows } from '#test/support/stored.ts';
import { expectWithinASecond } from '#test/support/within-a-second.ts';
import { createDataFolder, findFreePort, type RunningServer, startServer } from '../steps/server.ts';

const REAL = {
  NODE_ENV: 'production',
  CLOCK: 'real',
  WEB: 'none',
  SESSION_SECRET: 'a secret that every server of this shop has',
  CARD_KEYS: 'k1:a key of gift cards that every server of this shop has',
  PUBLIC_URL: 'https://shop.example',
  TRUST_PROXY: 'none',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_API_BASE: 'https://127.0.0.1:9',
  MESSAGES: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+61491570110',
  TWILIO_API_BASE: 'https://127.0.0.1:9',
  HUMAN_CHECK: 'altcha',
};

const ELSEWHERE = [
  ['GET', '/phone/messages?to=%2B61412345678'],
  ['GET', '/sandbox/payments?order_id=1'],
  ['POST', '/sandbox/payment-methods'],
  ['POST', '/sandbox/challenge'],
  ['GET', '/clock'],
  ['POST', '/clock'],
  ['GET', '/gallery'],
  ['GET', '/metrics'],
] as const;

it('serves no fake services in production, and metrics only on their own port', async () => {
  const folder = createDataFolder();
  const METRICS_PORT = String(await findFreePort());
  const server = await startServer({ ...REAL, METRICS_PORT, DATA_DIR: folder.path, DATABASE_URL: '' });
  try {
    for (const [method, path] of ELSEWHERE) {
      expect((await fetch(server.url + path, { method, redirect: 'manual' })).status, path).toBe(404);
    }
    for (const hook of ['/webhooks/stripe', '/hooks/messages/twilio/receipts']) {
      const headers = { 'content-type': hook.includes('stripe') ? 'application/json' : 'text/plain' };
      const answer = await fetch(server.url + hook, { method: 'POST', headers, body: '{}' });
      expect([400, 403], hook).toContain(answer.status);
    }
    const figures = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
    expect(await figures.text()).toContain('call="/hooks/messages/twilio/receipts"');
  } finally {
    await server.stop();
    folder.remove();
  }
});

describe.runIf(hasPostgres())('two server processes on one PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof openTestPostgres>>;
  let stored: Stored;
  let servers: RunningServer[];
  beforeEach(async () => {
    postgres = await openTestPostgres();
    stored = storedRows(postgres.database);
    const env = { ...REAL, DATA_DIR: createDataFolder().path, DATABASE_URL: postgres.databaseUrl, SEED: 'none' };
    servers = await Promise.all([startServer(env), startServer(env)]);
  });
  afterEach(async () => {
    for (const server of servers) await server.stop();
    await postgres.database.close();
  });

  async function bearer(): Promise<string> {
    const token = 'a-bearer-that-was-given-out-long-ago-12345';
    const now = new Date();
    const { id: customerId } = await stored.add('customers', {
      mobile: '+61412345678',
      email: 'ann@shop.test',
      firstname: 'Ann',
      lastname: 'Lee',
      termsVersion: '1',
      termsAcceptedAt: now,
      createdAt: now,
    });
    const expiresAt = new Date(now.getTime() + 50 * 60_000);
    await stored.add('sessions', { tokenHash: sha256(token), customerId, createdAt: now, expiresAt });
    return token;
  }
  const onBoth = (token: string) =>
    Promise.all(
      servers.map(async ({ url }) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${url}/rest/default/V1/customers/me`, { headers })).status;
      }),
    );

  it('ends a session immediately on the server that receives the sign-out, and on the other within a second', async () => {
    const token = await bearer();
    expect(await onBoth(token)).toEqual([200, 200]);
    await servers[0]?.send('POST mobiledigital/signout', { token });
    expect((await onBoth(token))[0]).toBe(401);
    await expectWithinASecond(() => onBoth(token), [401, 401]);
  });

  it('ends the sessions of a suspended customer on both servers within a second', async () => {
    const token = await bearer();
    expect(await onBoth(token)).toEqual([200, 200]);
    await stored.change('customers', { suspendedAt: new Date() });
    await expectWithinASecond(() => onBoth(token), [401, 401]);
  });
});

it.runIf(hasPostgres())('updates the stock on a cached page within a second', async () => {
  const { database, databaseUrl } = await openTestPostgres();
  const folder = createDataFolder();
  const server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: databaseUrl });
  try {
    const stored = storedRows(database);
    const variants = await stored.all('variants');
    const byProduct = Map.groupBy(variants, ({ productId }) => productId);
    const productId = Math.min(...[...byProduct].flatMap(([id, all]) => (all.length === 1 ? id : [])));
    const setStock = (qty: number) => stored.change('variants', { qty }, { productId });
    await setStock(3);
    const left = async () => {
      const html = await (await fetch(`${server.url}/product/${productId}`)).text();
      return /only \d left|last one/.exec(html)?.[0];
    };
    await expectWithinASecond(left, 'only 3 left');
    await setStock(2);
    await expectWithinASecond(left, 'only 2 left');
    await setStock(1);
    await expectWithinASecond(left, 'last one');
  } finally {
    await server.stop();
    await database.close();
    folder.remove();
  }
});
