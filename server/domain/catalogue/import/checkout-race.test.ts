import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, load } from '#test/support/catalogue-files.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { everyDatabase } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const CUSTOMERS = 4;
const ROUNDS = 4;
const GONE = 'qty_not_available';

describe.each(everyDatabase())('an import during checkout on %s', (kind) => {
  const files = createTestFolder();
  let shop: TestShop;
  let customers: Customer[];
  afterAll(() => files.remove());
  beforeEach(async () => {
    shop = await openTestShop(kind);
    customers = [];
    for (let index = 0; index < CUSTOMERS; index += 1) customers.push(await shop.customer(`+6141234567${index}`));
  });
  afterEach(() => shop.close());
  const stock = (sku: string, qty: number) => shop.stored.change('variants', { qty }, { sku });
  const orders = async () => (await shop.stored.all('orders')).filter(({ number }) => number !== null);

  const importPrices = (round: number) => {
    const head = 'sku,product_type,name,price,qty\n';
    const rows = `TEAPOT,simple,Teapot,${50 + round}.00,${100 + round}\nMUG,simple,Mug,${20 + round}.00,\n`;
    return load(shop.context.database, [files.write(`${kind}-${round}.csv`, head + rows)]);
  };
  const addToCart = (customer: Customer, skus: readonly string[]) =>
    customer.fillCart([], Object.fromEntries(skus.map((sku) => [sku, 1])));
  const shownTo = async ({ token }: Customer): Promise<number> =>
    (await shop.send('GET carts/mine/items', { token })).body.reduce((sum, { price, qty }) => sum + price * qty, 0);
  async function pay({ token }: Customer, expected_subtotal: number) {
    const additional_data = { cc_save: false, cc_stripejs_token: 'pm_card_visa', expected_subtotal };
    const body = { billingAddress: null, paymentMethod: { method: 'stripe_payments', additional_data } };
    return shop.send('POST carts/mine/payment-information', { token, body });
  }
  async function buy(customer: Customer): Promise<{ shown: number; bought: boolean }> {
    for (let tries = 0; tries <= ROUNDS; tries += 1) {
      const shown = await shownTo(customer);
      const { status, body } = await pay(customer, shown);
      if (status === 200) return { shown, bought: true };
      expect([status, [GONE, 'price_changed'].includes(body.code ?? '')]).toEqual([400, true]);
      if (body.code === GONE) return { shown, bought: false };
    }
    throw new Error('A price changed more often than the files say.');
  }

  it('sells the last unit only once, and charges the displayed price or reports that it changed', {
    timeout: 120_000,
  }, async () => {
    await stock('TEAPOT', 100);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await stock('MUG', 1);
      for (const [index, customer] of customers.entries())
        await addToCart(customer, index % 2 === 0 ? ['MUG', 'TEAPOT'] : ['TEAPOT', 'MUG']);
      const [result, ...bought] = await Promise.all([importPrices(round), ...customers.map(buy)]);
      expect(result.rowErrors.listed()).toEqual([]);
      expect(bought.filter((purchase) => purchase.bought)).toHaveLength(1);
      const order = (await orders()).toSorted((row, other) => Number(other.number) - Number(row.number))[0];
      expect(order?.subtotalCents).toBe(Math.round((bought.find((purchase) => purchase.bought)?.shown ?? 0) * 100));
      expect(await shop.stored.one('variants', { sku: 'MUG' })).toMatchObject({
        qty: 0,
        priceCents: (20 + round) * 100,
      });
      expect(await shop.stored.one('variants', { sku: 'TEAPOT' })).toMatchObject({ priceCents: (50 + round) * 100 });
    }
    expect(await orders()).toHaveLength(ROUNDS);
    const captured = await shop.stored.all('payments', { state: 'captured' });
    const charged = captured.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(charged).toBe((await orders()).reduce((sum, { totalCents }) => sum + totalCents, 0));
  });

  it('reports a changed price before charging anything, then charges the new price', async () => {
    const [customer] = customers as [Customer];
    await addToCart(customer, ['TEAPOT']);
    const shownTotal = await shownTo(customer);
    await importPrices(7);
    expect(await pay(customer, shownTotal)).toMatchObject({
      status: 400,
      body: { code: 'price_changed', message: expect.stringContaining('Nothing was charged') },
    });
    expect(await shop.stored.count('payments')).toBe(0);
    expect(await shownTo(customer)).toBe(57);
    expect((await pay(customer, 57)).status).toBe(200);
  });
});
