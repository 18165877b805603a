import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/account.ts';
import type { AnswerOf } from '#contract/calls.ts';
import { roundEleventh } from '#contract/rules/money/gst.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

describe.each(databaseKinds())('an order of two teapots on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let before: AnswerOf<'GET customers/me'>;
  let order: Order;

  beforeAll(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    before = (await shop.send('GET customers/me', { token: wren.token })).body;
    await wren.fillCart([], { TEAPOT: 2 });
    expect((await wren.pay('pm_card_visa', { cc_save: true })).status).toBe(200);
    order = (await wren.orders())[0] as Order;
  });
  afterAll(() => shop.close());

  const place = { street: ['12 Fig Street'], city: 'Pyrmont', region_code: 'NSW', postcode: '2009' };

  it('returns ids, customer, amounts and both addresses of the order [EN-29]', async () => {
    expect(order).toMatchObject({
      id: expect.any(Number),
      increment_id: '000000001',
      customer_name: 'Wren Banks',
      shipping_address: place,
      billing_address: place,
    });
    expect(order.shipping_amount).toBeGreaterThanOrEqual(0);
    expect(order.grand_total).toBe(order.subtotal + order.shipping_amount);
    const gst = roundEleventh(toCents(order.subtotal)) + roundEleventh(toCents(order.shipping_amount));
    expect(toCents(order.tax_amount)).toBe(gst);
    expect(gst).toBeGreaterThan(0);
    const query = { order_id: String(order.id) };
    const { body } = await shop.send('GET mobiledigital/order', { token: wren.token, query });
    expect(JSON.parse(body.data ?? '')).toEqual(order);
  });

  it('returns name, price, quantity and total of each item [EN-30]', () => {
    expect(order.items).toHaveLength(1);
    const [item] = order.items;
    expect(item).toMatchObject({ name: 'Teapot', qty: 2 });
    expect(item?.price).toBeGreaterThan(0);
    expect(item?.total).toBe((item?.price ?? 0) * 2);
    expect(order.subtotal).toBe(item?.total);
  });

  it('saves only id, brand, last four digits and expiry of the payment card [EN-31]', async () => {
    const { body } = await shop.send('GET mobiledigital/savedcards', { token: wren.token });
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^pm_/),
        brand: 'visa',
        last4: '4242',
        exp_month: expect.any(Number),
        exp_year: expect.any(Number),
        wants_security_code: true,
      },
    ]);
  });

  it("shows the seller of the customer's latest purchase, and no seller before the first [EN-07]", async () => {
    expect(before.shop_image).toBe('');
    const { body } = await shop.send('GET customers/me', { token: wren.token });
    const seller = await shop.send('GET mobiledigital/seller', { query: { product_id: testShop.products.teapot } });
    expect(body.shop_image).toBe(seller.body.data?.image);
    expect(body.shop_image).toMatch(/^\/media\//);
  });

  it('lists fifty orders a page, newest first and each once, and omits `more` on the last page', async () => {
    const list = async (query = {}) => (await shop.send('GET mobiledigital/orders', { token: wren.token, query })).body;
    expect(Object.keys(await list())).toEqual(['status', 'orders']);
    const { id: _cart, ...cart } = await shop.stored.last('carts');
    const { id: _order, ...placed } = await shop.stored.one('orders');
    await shop.stored.addAll('carts', Array(101).fill({ ...cart, state: 'ordered' }));
    const added = (await shop.stored.all('carts')).slice(-101);
    await shop.stored.addAll(
      'orders',
      added.map(({ id: cartId }, index) => ({ ...placed, cartId, number: index + 2 })),
    );
    const first = await list();
    expect([first.orders.length, first.more]).toEqual([50, true]);
    const second = await list({ before: first.orders.at(-1)?.increment_id });
    const last = await list({ before: second.orders.at(-1)?.increment_id });
    expect([second.orders.length, second.more, last.orders.length, last.more]).toEqual([50, true, 2, undefined]);
    const numbers = [first, second, last].flatMap(({ orders }) => orders.map((order) => Number(order.increment_id)));
    expect(numbers).toEqual(Array.from({ length: 102 }, (_, index) => 102 - index));
    for (const before of ['1', 'abc', "'; --"]) {
      const query = { before };
      expect((await shop.send('GET mobiledigital/orders', { token: wren.token, query })).status).toBe(400);
    }
  });
});
