import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { addCard, cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { refuseHeldOrder } from '../review/review-orders.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())('an order that is placed on %s', (kind) => {
  let shop: TestShop;
  let wren: TestCustomer;
  let zoe: TestCustomer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await signIn(shop.send, shop.phone, '+61412345678');
    zoe = await signIn(shop.send, shop.phone, '+61412345679');
  });
  afterEach(() => shop.close());

  const change = (settings: Partial<TestShop['context']['settings']>) => {
    shop.context.settings = { ...shop.context.settings, ...settings };
  };
  const query = async (sql: string) => (await shop.context.database.query(sql)).rows;
  const buy = async (customer: TestCustomer, card = 'pm_card_visa') => {
    await fillCart(shop.send, customer, [cardOf25]);
    return pay(shop.send, customer, card);
  };
  const heldFor = async () =>
    (await query('select held_for from orders where number is not null order by number')).map((row) => row.held_for);

  test('is held for velocity by the orders of its own customer in the hour before, and of nobody else', async () => {
    change({ APPROVAL_ORDERS_PER_HOUR: 2 });
    for (const customer of [zoe, zoe, wren, wren]) expect((await buy(customer)).status).toBe(200);
    expect(await heldFor()).toEqual([null, null, null, null]);
    await buy(wren);
    expect(await heldFor()).toEqual([null, null, null, null, 'velocity']);
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + HOUR_MS + 1));
    await query('delete from sessions');
    wren = await signIn(shop.send, shop.phone, wren.mobile);
    await buy(wren);
    expect((await heldFor()).at(-1)).toBeNull();
  });

  test('is held for declines of its own customer in the hour before, and of nobody else', async () => {
    change({ APPROVAL_DECLINES: 2 });
    for (const customer of [zoe, zoe, wren]) expect((await buy(customer, 'pm_card_chargeDeclined')).status).toBe(400);
    expect((await buy(wren)).status).toBe(200);
    await buy(wren, 'pm_card_chargeDeclined');
    expect((await buy(wren)).status).toBe(200);
    expect(await heldFor()).toEqual([null, 'declines']);
  });

  test('is no answer for another customer, who pays without a cart', async () => {
    expect((await buy(wren)).status).toBe(200);
    expect(await pay(shop.send, zoe, 'pm_card_visa')).toMatchObject({ status: 404, body: { code: 'no_active_cart' } });
  });

  test('is no answer for the same purchase made again once it was refused', async () => {
    change({ APPROVAL_MAX_TOTAL: 20 });
    const refused = (await buy(wren)).body;
    await refuseHeldOrder(shop.context, { actor: machine, orderId: refused, reason: 'unverifiable' });
    // Its answer was lost on the way to the customer.
    await query('update orders set acknowledged_at = null');
    const again = await buy(wren);
    expect(again.status).toBe(200);
    expect(again.body).not.toBe(refused);
  });

  /** The answer to the latest order was lost on the way to its customer. */
  const loseAnswer = () => query('update orders set acknowledged_at = null');

  test("is no repetition of another customer's order, or of a card with another template", async () => {
    const first = (await buy(wren)).body;
    await loseAnswer();
    expect((await buy(zoe)).body).not.toBe(first);
    await query(`with other as (insert into templates (mms_template_id, name, picture_id, layout)
        select 'other', name, picture_id, layout from templates returning id)
      insert into product_templates (product_id, template_id, position) select ${cardOf25.productId}, id, 1 from other`);
    await fillCart(shop.send, wren, [{ ...cardOf25, templateId: 'other' }]);
    expect((await pay(shop.send, wren, 'pm_card_visa')).body).not.toBe(first);
    expect(await query('select 1 from orders where number is not null')).toHaveLength(3);
  });

  test('is no repetition when the same goods go to another address', async () => {
    const buyMug = async (city: string) => {
      await fillCart(shop.send, wren, []);
      await shop.send('POST carts/mine/items', { token: wren.token, body: { cartItem: { sku: 'MUG', qty: 1 } } });
      await query(`update carts set shipping_address = shipping_address || '{"city": "${city}"}' where state = 'open'`);
      const { body } = await pay(shop.send, wren, 'pm_card_visa');
      await loseAnswer();
      return body;
    };
    const first = await buyMug('Pyrmont');
    expect(await buyMug('Pyrmont')).toBe(first);
    expect(await buyMug('Ultimo')).not.toBe(first);
  });

  test('is the answer for fifteen minutes to a customer who pays again without a cart', async () => {
    const { body } = await buy(wren);
    expect((await pay(shop.send, wren, 'pm_card_visa')).body).toBe(body);
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 15 * 60_000 + 1));
    expect((await pay(shop.send, wren, 'pm_card_visa')).status).toBe(404);
  });

  test.each([
    ['pieces', { OPEN_ORDER_UNITS: 2 }, '2 items and $100000.00'],
    ['money', { OPEN_ORDER_VALUE: 50 }, '2000 items and $50.00'],
  ])('is one too many of a customer who has so much open: %s', async (_what, limit, words) => {
    change({ APPROVAL_MAX_TOTAL: 20, ...limit });
    const held = (await buy(wren)).body;
    expect((await buy(wren)).status).toBe(200);
    expect(await buy(wren)).toMatchObject({
      status: 400,
      body: { code: 'open_orders_full', message: expect.stringContaining(words) },
    });
    expect(await query("select qty from variants where sku = 'CARD-25'")).toEqual([{ qty: 998 }]);
    expect((await buy(zoe)).status).toBe(200);
    await refuseHeldOrder(shop.context, { actor: machine, orderId: held, reason: 'unverifiable' });
    expect((await buy(wren)).status).toBe(200);
  });

  test('has no more lines than a cart holds', async () => {
    const { cartId } = await fillCart(shop.send, wren, []);
    await query("update variants set qty = 2000 where sku like 'CARD%'");
    await query(`insert into cart_lines (cart_id, variant_id, qty)
      select ${cartId}, (select v.id from variants v where v.sku like 'CARD%' limit 1), 1 from generate_series(1, 1000)`);
    const added = addCard(shop.send, { token: wren.token, cartId, card: cardOf25 });
    await expect(added).rejects.toThrow(/at most 1,?000 gift cards/);
  });
});
