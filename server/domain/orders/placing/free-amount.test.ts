import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CardInput } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { openPriceOfCard, testShop } from '#test/support/test-catalogue.ts';

describe.each(databaseKinds())('a gift card with a custom amount on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let ownAmount: Partial<CardInput>;

  beforeEach(async () => {
    shop = await openTestShop(kind, { working: true });
    const open = await openPriceOfCard(shop.context.database);
    wren = await shop.customer();
    ownAmount = { optionValue: open.optionValue, price: 1, amount: 37 };
  });
  afterEach(() => shop.close());

  const setMaxPrice = (maxPriceCents: number | null) =>
    shop.stored.change('variants', { maxPriceCents }, { sku: 'CARD-OWN' });

  it('charges, lists and issues the chosen amount, ignoring the price in its details', async () => {
    await wren.fillCart([ownAmount, { ...ownAmount, amount: 500, to: '0491570157' }]);
    const placed = await wren.pay('pm_card_visa');
    expect(placed.status).toBe(200);
    expect((await wren.orders())[0]).toMatchObject({
      grand_total: 537,
      items: [{ price: 37, total: 37 }, { price: 500 }],
    });
    const ledger = (await shop.app.inject({ url: '/sandbox/payments?order_id=000000001' })).json();
    expect(ledger).toMatchObject([{ amount: 537, status: 'succeeded' }]);
    expect(await shop.cards()).toMatchObject([{ valueCents: 3_700 }, { valueCents: 50_000 }]);
    expect(await shop.stored.all('giftCardEntries')).toMatchObject([{ postedCents: 3_700 }, { postedCents: 50_000 }]);
    expect(await shop.stored.all('giftCardDetails')).toMatchObject([{ priceCents: 3_700 }, { priceCents: 50_000 }]);
    expect((await shop.stored.all('orderLines'))[0]?.options).toEqual([{ label: 'Gift Card Price', value: '$37' }]);
  });

  it('rejects, in the database, a card value that differs from the price paid', async () => {
    await wren.fillCart([ownAmount]);
    await wren.pay('pm_card_visa');
    await expect(shop.stored.change('giftCards', { valueCents: 50_000 })).rejects.toThrow();
    await expect(shop.stored.change('orderLines', { priceCents: 100, totalCents: 100 })).rejects.toThrow();
  });

  it('rejects an amount outside limits that the seller set after the card was added', async () => {
    await wren.fillCart([{ ...ownAmount, amount: 400 }]);
    await setMaxPrice(30_000);
    const refused = await wren.pay('pm_card_visa');
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Please enter a whole dollar amount from $10 to $300' },
    });
    expect(await shop.stored.all('payments')).toEqual([]);
  });

  it('rejects a custom amount once the seller no longer offers custom amounts', async () => {
    await wren.fillCart([ownAmount]);
    await setMaxPrice(null);
    const refused = await wren.pay('pm_card_visa');
    expect(refused).toMatchObject({ status: 400, body: { message: 'The amount of this product cannot be chosen' } });
    expect(await shop.stored.all('payments')).toEqual([]);
  });

  it('rejects a gift card above CARD_MAX_VALUE, whether its price is custom or fixed', async () => {
    await wren.fillCart([{ ...ownAmount, amount: 400 }]);
    Object.assign(shop.context.settings, { CARD_MAX_VALUE: 300 });
    const refusal = { code: 'card_value_over', message: 'A gift card is worth at most $300.', parameters: ['$300'] };
    expect(await wren.pay('pm_card_visa')).toMatchObject({ status: 400, body: refusal });
    expect(await shop.stored.all('payments')).toEqual([]);
    await expect(wren.fillCart([{ ...ownAmount, amount: 301 }])).rejects.toThrow('at most $300');
    await wren.fillCart([{ ...ownAmount, amount: 300 }]);
    expect(await wren.pay('pm_card_visa')).toMatchObject({ status: 200 });
    Object.assign(shop.context.settings, { CARD_MAX_VALUE: 24 });
    await expect(wren.fillCart([{}])).rejects.toThrow('at most $24');
    const { data } = (await shop.send('GET mobiledigital/product', { query: { product_id: testShop.products.card } }))
      .body;
    expect([data?.free_amount?.max, data?.configurable_products]).toEqual([24, []]);
  });

  it('returns the limits and the option for custom amounts, and lists only fixed prices', async () => {
    const { data } = (await shop.send('GET mobiledigital/product', { query: { product_id: testShop.products.card } }))
      .body;
    expect(data?.free_amount).toEqual({
      sku: 'CARD-OWN',
      option_value: ownAmount.optionValue,
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
