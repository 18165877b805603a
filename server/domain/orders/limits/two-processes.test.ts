import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds, openTestPostgres } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const AT_ONCE = 8;
const env = { DECLINES_PER_CARD: '1000', DECLINES_PER_ADDRESS: '1000' };

async function openTwoProcesses() {
  const { database, databaseUrl } = await openTestPostgres('shop');
  const another = await openPostgres({ databaseUrl, connections: 10 });
  const shop = await openTestShop('postgres', { env, database });
  const second = await openTestShop('postgres', { env, database: another });
  const close = async () => {
    await second.close();
    await shop.close();
    await another.close();
    await database.close();
  };
  return { shop, second, close };
}

/** Only one process can open the embedded database. */
async function openOneProcess() {
  const shop = await openTestShop('embedded', { env });
  return { shop, second: shop, close: () => shop.close() };
}

describe.each(databaseKinds())('concurrent payments of one customer on %s', (kind) => {
  let shop: TestShop;
  let second: TestShop;
  let close: () => Promise<void>;
  let wren: Customer;
  beforeEach(async () => {
    ({ shop, second, close } = kind === 'postgres' ? await openTwoProcesses() : await openOneProcess());
    wren = await shop.customer();
    await wren.fillCart();
  });
  afterEach(() => close());

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
  const declined = () => shop.stored.count('sandboxPayments', { status: 'declined' });

  it('lets the bank decline exactly five payments across both processes', { timeout: 120_000 }, async () => {
    for (let isLimited = false; !isLimited; ) {
      const cards = await Promise.all(Array.from({ length: AT_ONCE }, () => typeCard('4000000000000002')));
      const answers = await Promise.all(cards.map((card, index) => pay(index % 2 === 0 ? shop.app : second.app, card)));
      for (const { status, code } of answers)
        expect(`${status} ${code}`).toMatch(/^(400 card_declined|429 too_many_declines|503 payment_unsettled)$/);
      expect(await declined()).toBeLessThanOrEqual(5);
      isLimited = answers.every(({ status }) => status === 429);
    }
    expect(await declined()).toBe(5);
    const good = await typeCard('4242424242424242');
    for (const app of [shop.app, second.app])
      expect(await pay(app, good)).toEqual({ status: 429, code: 'too_many_declines' });
    expect(await shop.stored.one('variants', { sku: 'CARD-25' })).toMatchObject({ qty: 1_000 });
  });
});
