import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds, openTestPostgres } from '#test/support/database.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { runTool } from '../steps/tool.ts';

const OPERATOR = '+61491570157';
const RECIPIENT = '+61491570156';
const SOON = { timeout: 60_000, interval: 200 };

describe.each(databaseKinds())('an operator deciding held orders on %s', (kind) => {
  let env: Record<string, string>;
  let cleanUp: () => Promise<void>;
  let server: RunningServer;
  let customer: TestCustomer;

  beforeEach(async () => {
    const folder = createDataFolder();
    const postgres = kind === 'postgres' ? await openTestPostgres() : null;
    env = {
      DATA_DIR: folder.path,
      DATABASE_URL: postgres?.databaseUrl ?? '',
      WEB: 'none',
      HUMAN_CHECK: 'none',
      SESSION_SECRET: 'the same secret for the shop and for its operator',
      CLOCK: 'movable',
      CLOCK_FROM: '2026-11-02T01:00:00Z',
      APPROVAL_MAX_TOTAL: '1',
      OPERATOR_MOBILE: OPERATOR,
    };
    cleanUp = async () => {
      await postgres?.database.close();
      folder.remove();
    };
    server = await startServer(env);
    customer = await signIn(server.send, server.phone, '+61412345678');
  });
  afterEach(async () => {
    await server.stop();
    await cleanUp();
  });

  const orders = (...words: string[]) => runTool(env, 'orders', ...words);
  const texts = async (to: string) => (await server.phone(to)).map(({ purpose, text }) => `${purpose}: ${text}`);
  const status = async () => {
    const { body } = await server.send('GET mobiledigital/orders', { token: customer.token });
    return body.orders.map((order) => [order.status, order.refusal_reason]);
  };
  const buy = async () => {
    const delivery = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570156' };
    await fillCart(server.send, customer, [await prepareDemoCard(server.send, customer, delivery)]);
    expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
  };

  it('texts the operator about a held order and delivers the card after approval, while the shop runs', async () => {
    await buy();
    expect(await status()).toEqual([['held', undefined]]);
    await vi.waitFor(async () => {
      expect(await texts(OPERATOR)).toEqual([
        expect.stringMatching(/^order: .* order 000000001 of \$.* is held .* npm run orders -- show 000000001$/),
      ]);
    }, SOON);
    expect((await orders('held')).stdout).toContain('\n000000001  ');
    expect(await orders('approve', '000000001')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Order 000000001 is approved'),
    });
    await vi.waitFor(async () => expect(await texts(RECIPIENT)).toHaveLength(2), SOON);
    expect(await orders('refund', '1', '--yes')).toMatchObject({ status: 0 });
    expect(await status()).toEqual([['refunded', undefined]]);
    expect(await orders('refuse', '000000001', '--reason', 'sad')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('one of: fraud suspected'),
    });
  });

  it('refuses an order while the shop is stopped, and tells the customer why after the restart [LG-11]', async () => {
    await buy();
    await server.stop();
    expect(await orders('held')).toMatchObject({ status: 0, stdout: expect.stringContaining('000000001') });
    expect(await orders('refuse', '000000001', '--reason', 'unverifiable')).toMatchObject({ status: 0, stderr: '' });
    server = await startServer(env);
    const text = "your order 000000001 was refused (unverifiable). You haven't been charged.";
    await vi.waitFor(
      async () => expect((await texts(customer.mobile)).filter((received) => received.includes(text))).toHaveLength(1),
      SOON,
    );
    expect(await status()).toEqual([['refused', 'unverifiable']]);
    expect(await texts(RECIPIENT)).toEqual([]);
  });
});
