import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createContext } from '#server/bootstrap.ts';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { cardOf25, fillCart, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { urlOf } from '#test/support/postgres-server.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const AT_ONCE = 8;

/** Another process over the same database: its own connections, and nothing in memory that the first has. */
async function openSecond(shop: TestShop): Promise<{ app: TestShop['app']; close: () => Promise<void> }> {
  const [{ name }] = (await shop.context.database.query('select current_database() as name')).rows as [
    { name: string },
  ];
  const databaseUrl = urlOf(inject('testDatabases').postgres?.url ?? '', name);
  const database = await openPostgres({ databaseUrl, connections: 10 });
  const { context, providerRoutes } = await createContext(shop.context.settings, database);
  context.clock.moveTo?.(shop.context.clock.now());
  const app = await createApp(context, providerRoutes);
  const close = async () => {
    await app.close();
    await context.jobs.stop();
    await database.close();
  };
  return { app, close };
}

describe.each(databaseKinds())('many calls at once of one customer on %s', (kind) => {
  let shop: TestShop;
  let second: Awaited<ReturnType<typeof openSecond>>;
  let wren: TestCustomer;
  beforeEach(async () => {
    shop = await openTestShop(kind, { env: { DECLINES_PER_CARD: '1000', DECLINES_PER_ADDRESS: '1000' } });
    second = kind === 'postgres' ? await openSecond(shop) : { app: shop.app, close: async () => undefined };
    wren = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, wren, [cardOf25]);
  });
  afterEach(async () => {
    await second.close();
    await shop.close();
  });

  /** A card that was typed: each is another payment method, so that no call joins the attempt of another. */
  async function typeCard(number: string): Promise<string> {
    const payload = { number, exp_month: 12, exp_year: 2030, cvc: '123' };
    return (await shop.app.inject({ method: 'POST', url: '/sandbox/payment-methods', payload })).json().id;
  }
  async function pay(app: TestShop['app'], card: string) {
    const { statusCode, json } = await app.inject({
      method: 'POST',
      url: '/rest/default/V1/carts/mine/payment-information',
      headers: { authorization: `Bearer ${wren.token}` },
      payload: { paymentMethod: { method: 'stripe_payments', additional_data: { cc_stripejs_token: card } } },
    });
    return { status: statusCode, code: json().code };
  }
  const declined = async () =>
    (await shop.context.database.query("select 1 from demo.sandbox_payments where status = 'declined'")).rows.length;

  test('the bank declines five, not one more, whatever process they reach', { timeout: 120_000 }, async () => {
    for (let isLimited = false; !isLimited; ) {
      const cards = await Promise.all(Array.from({ length: AT_ONCE }, () => typeCard('4000000000000002')));
      const answers = await Promise.all(cards.map((card, at) => pay(at % 2 === 0 ? shop.app : second.app, card)));
      for (const { status, code } of answers)
        expect(`${status} ${code}`).toMatch(/^(400 card_declined|429 too_many_declines|503 payment_unsettled)$/);
      expect(await declined()).toBeLessThanOrEqual(5);
      isLimited = answers.every(({ status }) => status === 429);
    }
    expect(await declined()).toBe(5);
    const good = await typeCard('4242424242424242');
    for (const app of [shop.app, second.app])
      expect(await pay(app, good)).toEqual({ status: 429, code: 'too_many_declines' });
    expect((await shop.context.database.query("select qty from variants where sku = 'CARD-25'")).rows).toEqual([
      { qty: 1_000 },
    ]);
  });
});
