import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { load, testFolder } from '#test/support/catalogue-files.ts';
import { fillCart, type PhoneMessage, signIn, type TestCustomer } from '#test/support/customer.ts';
import { everyDatabase } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const CUSTOMERS = 4;
const ROUNDS = 4;
const GONE = 'qty_not_available';

describe.each(everyDatabase())('an import while customers pay on %s', (kind) => {
  const files = testFolder();
  let shop: TestShop;
  let customers: TestCustomer[];
  afterAll(() => files.remove());
  beforeEach(async () => {
    shop = await openTestShop(kind);
    const phone = async (to: string): Promise<PhoneMessage[]> =>
      (await shop.app.inject({ url: `/phone/messages?to=${encodeURIComponent(to)}` })).json();
    customers = [];
    for (let at = 0; at < CUSTOMERS; at += 1) customers.push(await signIn(shop.send, phone, `+6141234567${at}`));
  });
  afterEach(() => shop.close());
  const query = async (text: string) => (await shop.context.database.query(text)).rows;

  /** Prices of both products, and the stock of the one there is enough of. */
  const importPrices = (round: number) => {
    const head = 'sku,product_type,name,price,qty\n';
    const rows = `TEAPOT,simple,Teapot,${50 + round}.00,${100 + round}\nMUG,simple,Mug,${20 + round}.00,\n`;
    return load(shop.context.database, [files.write(`${kind}-${round}.csv`, head + rows)]);
  };
  async function cartOf(customer: TestCustomer, skus: readonly string[]): Promise<void> {
    const { cartId } = await fillCart(shop.send, customer, []);
    for (const sku of skus) {
      const body = { cartItem: { sku, qty: 1, quote_id: String(cartId) } };
      expect((await shop.send('POST carts/mine/items', { token: customer.token, body })).status).toBe(200);
    }
  }
  const shownTo = async ({ token }: TestCustomer): Promise<number> =>
    (await shop.send('GET carts/mine/items', { token })).body.reduce((sum, { price, qty }) => sum + price * qty, 0);
  async function pay({ token }: TestCustomer, expected_subtotal: number) {
    const additional_data = { cc_save: false, cc_stripejs_token: 'pm_card_visa', expected_subtotal };
    const body = { billingAddress: null, paymentMethod: { method: 'stripe_payments', additional_data } };
    return shop.send('POST carts/mine/payment-information', { token, body });
  }
  /** Pays what is shown, and looks again as often as a price has changed meanwhile. */
  async function buy(customer: TestCustomer): Promise<{ shown: number; bought: boolean }> {
    for (let tries = 0; tries <= ROUNDS; tries += 1) {
      const shown = await shownTo(customer);
      const { status, body } = await pay(customer, shown);
      if (status === 200) return { shown, bought: true };
      expect([status, [GONE, 'price_changed'].includes(body.code ?? '')]).toEqual([400, true]);
      if (body.code === GONE) return { shown, bought: false };
    }
    throw new Error('A price changed more often than the files say.');
  }

  test('sells the last piece once, charges what was shown or says that it changed, and neither side fails', {
    timeout: 120_000,
  }, async () => {
    await query("update variants set qty = 100 where sku = 'TEAPOT'");
    for (let round = 1; round <= ROUNDS; round += 1) {
      await query("update variants set qty = 1 where sku = 'MUG'");
      // Half of the carts name the two products the other way round than the rest.
      for (const [at, customer] of customers.entries())
        await cartOf(customer, at % 2 === 0 ? ['MUG', 'TEAPOT'] : ['TEAPOT', 'MUG']);
      const [result, ...bought] = await Promise.all([importPrices(round), ...customers.map(buy)]);
      expect(result.rowErrors.listed()).toEqual([]);
      expect(bought.filter((one) => one.bought)).toHaveLength(1);
      const [order] = await query('select subtotal_cents from orders where number is not null order by number desc');
      expect(order.subtotal_cents).toBe(Math.round((bought.find((one) => one.bought)?.shown ?? 0) * 100));
      expect(await query("select qty from variants where sku = 'MUG'")).toEqual([{ qty: 0 }]);
      expect(await query("select price_cents from variants where sku in ('MUG', 'TEAPOT') order by sku")).toEqual([
        { price_cents: (20 + round) * 100 },
        { price_cents: (50 + round) * 100 },
      ]);
    }
    expect(await query('select count(*)::int as n from orders where number is not null')).toEqual([{ n: ROUNDS }]);
    const charged = await query("select sum(amount_cents)::int as cents from payments where state = 'captured'");
    expect(charged).toEqual(await query('select sum(total_cents)::int as cents from orders where number is not null'));
  });

  test('a price that changed after it was shown is reported before anything is charged; then the new one is paid', async () => {
    const [customer] = customers as [TestCustomer];
    await cartOf(customer, ['TEAPOT']);
    const shown = await shownTo(customer);
    await importPrices(7);
    expect(await pay(customer, shown)).toMatchObject({
      status: 400,
      body: { code: 'price_changed', message: expect.stringContaining('Nothing was charged') },
    });
    expect(await query('select state from payments')).toEqual([]);
    expect(await shownTo(customer)).toBe(57);
    expect((await pay(customer, 57)).status).toBe(200);
  });
});
