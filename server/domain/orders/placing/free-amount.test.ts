import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/account.ts';
import { type CardInput, cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { openPriceOfCard, testShop } from '#test/support/test-catalogue.ts';

describe.each(databaseKinds())('a card of an amount of one’s own on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  let cardInput: CardInput;

  beforeEach(async () => {
    shop = await openTestShop(kind, { working: true });
    const open = await openPriceOfCard(shop.context.database);
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    cardInput = { ...cardOf25, optionValue: open.optionValue, price: 1, amount: 37 };
  });
  afterEach(() => shop.close());

  const query = async (text: string) => (await shop.context.database.query(text)).rows;

  test('is charged, listed and worth exactly that, whatever price its details named', async () => {
    await fillCart(shop.send, customer, [cardInput, { ...cardInput, amount: 500, to: '0491570157' }]);
    const placed = await pay(shop.send, customer, 'pm_card_visa');
    expect(placed.status).toBe(200);
    const orders = (await shop.send('GET mobiledigital/orders', { token: customer.token })).body
      .orders as unknown as Order[];
    expect(orders[0]).toMatchObject({ grand_total: 537, items: [{ price: 37, total: 37 }, { price: 500 }] });
    const ledger = (await shop.app.inject({ url: '/sandbox/payments?order_id=000000001' })).json();
    expect(ledger).toMatchObject([{ amount: 537, status: 'succeeded' }]);
    expect(await query('select value_cents from gift_cards order by id')).toEqual([
      { value_cents: 3_700 },
      { value_cents: 50_000 },
    ]);
    expect(await query('select posted_cents as amount_cents from gift_card_entries order by id')).toEqual([
      { amount_cents: 3_700 },
      { amount_cents: 50_000 },
    ]);
    expect(await query('select price_cents from gift_card_details order by id')).toEqual([
      { price_cents: 3_700 },
      { price_cents: 50_000 },
    ]);
    expect((await query('select options from order_lines order by id'))[0].options).toEqual([
      { label: 'Gift Card Price', value: '$37' },
    ]);
  });

  test('cannot be worth another sum than was paid: the database rejects it', async () => {
    await fillCart(shop.send, customer, [cardInput]);
    await pay(shop.send, customer, 'pm_card_visa');
    await expect(query('update gift_cards set value_cents = 50000')).rejects.toThrow();
    await expect(query('update order_lines set price_cents = 100, total_cents = 100')).rejects.toThrow();
  });

  test('is not sold outside the limits its seller has set meanwhile', async () => {
    await fillCart(shop.send, customer, [{ ...cardInput, amount: 400 }]);
    await query("update variants set max_price_cents = 30000 where sku = 'CARD-OWN'");
    const refused = await pay(shop.send, customer, 'pm_card_visa');
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Please enter a whole dollar amount from $10 to $300' },
    });
    expect(await query('select id from payments')).toEqual([]);
  });

  test('is not sold once its seller has taken the choice away', async () => {
    await fillCart(shop.send, customer, [cardInput]);
    await query("update variants set max_price_cents = null where sku = 'CARD-OWN'");
    const refused = await pay(shop.send, customer, 'pm_card_visa');
    expect(refused).toMatchObject({ status: 400, body: { message: 'The amount of this product cannot be chosen' } });
    expect(await query('select id from payments')).toEqual([]);
  });

  test('is worth at most CARD_MAX_VALUE, whatever its seller allows, and so is one of a fixed price', async () => {
    await fillCart(shop.send, customer, [{ ...cardInput, amount: 400 }]);
    Object.assign(shop.context.settings, { CARD_MAX_VALUE: 300 });
    const over = { code: 'card_value_over', message: 'A gift card is worth at most $300.', parameters: ['$300'] };
    expect(await pay(shop.send, customer, 'pm_card_visa')).toMatchObject({ status: 400, body: over });
    expect(await query('select id from payments')).toEqual([]);
    await expect(fillCart(shop.send, customer, [{ ...cardInput, amount: 301 }])).rejects.toThrow('at most $300');
    await fillCart(shop.send, customer, [{ ...cardInput, amount: 300 }]);
    expect(await pay(shop.send, customer, 'pm_card_visa')).toMatchObject({ status: 200 });
    Object.assign(shop.context.settings, { CARD_MAX_VALUE: 24 });
    await expect(fillCart(shop.send, customer, [cardOf25])).rejects.toThrow('at most $24');
    const { data } = (await shop.send('GET mobiledigital/product', { query: { product_id: testShop.products.card } }))
      .body;
    expect([data?.free_amount?.max, data?.configurable_products]).toEqual([24, []]);
  });

  test('the product has limits and option, and its lists stay those of fixed prices', async () => {
    const { data } = (await shop.send('GET mobiledigital/product', { query: { product_id: testShop.products.card } }))
      .body;
    expect(data?.free_amount).toEqual({
      sku: 'CARD-OWN',
      option_value: cardInput.optionValue,
      currency: 'AUD',
      min: 10,
      max: 500,
      qty: 3,
    });
    expect(data?.card_validity_months).toBe(36);
    expect(data?.configurable_products.map(({ sku }) => sku)).toEqual(['CARD-25', 'CARD-50']);
    expect(data?.configurable_options.gift_card_price?.options).toHaveLength(2);
    expect(data?.options).toHaveLength(2);
    expect(JSON.stringify(data?.configurable_options_products)).not.toContain('CARD-OWN');
    const shirt = await shop.send('GET mobiledigital/product', { query: { product_id: testShop.products.shirt } });
    expect(shirt.body.data).not.toHaveProperty('free_amount');
    expect(shirt.body.data).not.toHaveProperty('card_validity_months');
  });
});
