import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { home } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { refuseHeldOrder } from '../review/review-orders.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())('reserving an order on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let zoe: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    zoe = await shop.customer('+61412345679');
  });
  afterEach(() => shop.close());

  const change = (settings: Partial<TestShop['context']['settings']>) => {
    shop.context.settings = { ...shop.context.settings, ...settings };
  };
  const buy = async (customer: Customer, paymentCard = 'pm_card_visa') => {
    await customer.fillCart();
    return customer.pay(paymentCard, { cc_save: true });
  };
  const numbered = async () => (await shop.stored.all('orders')).filter(({ number }) => number !== null);
  const heldFor = async () =>
    (await numbered())
      .sort((order, other) => Number(order.number) - Number(other.number))
      .map((order) => order.heldFor);
  const loseAnswer = () => shop.stored.change('orders', { acknowledgedAt: null });

  it("counts only the same customer's orders in the past hour under the velocity rule", async () => {
    change({ APPROVAL_ORDERS_PER_HOUR: 2 });
    for (const customer of [zoe, zoe, wren, wren]) expect((await buy(customer)).status).toBe(200);
    expect(await heldFor()).toEqual([null, null, null, null]);
    await buy(wren);
    expect(await heldFor()).toEqual([null, null, null, null, 'velocity']);
    shop.wait(HOUR_MS + 1);
    await shop.stored.remove('sessions');
    wren = await shop.customer(wren.mobile);
    await buy(wren);
    expect((await heldFor()).at(-1)).toBeNull();
  });

  it("counts only the same customer's declines in the past hour under the declines rule", async () => {
    change({ APPROVAL_DECLINES: 2 });
    for (const customer of [zoe, zoe, wren]) expect((await buy(customer, 'pm_card_chargeDeclined')).status).toBe(400);
    expect((await buy(wren)).status).toBe(200);
    await buy(wren, 'pm_card_chargeDeclined');
    expect((await buy(wren)).status).toBe(200);
    expect(await heldFor()).toEqual([null, 'declines']);
  });

  it('returns no order to another customer who tries to pay without a cart', async () => {
    expect((await buy(wren)).status).toBe(200);
    expect(await zoe.pay('pm_card_visa', { cc_save: true })).toMatchObject({
      status: 404,
      body: { code: 'no_active_cart' },
    });
  });

  it('places a new order when a refused purchase is repeated', async () => {
    change({ APPROVAL_MAX_TOTAL: 20 });
    const refused = (await buy(wren)).body;
    await refuseHeldOrder(shop.context, { actor: machine, orderId: Number(refused), reason: 'unverifiable' });
    await loseAnswer();
    const retry = await buy(wren);
    expect(retry.status).toBe(200);
    expect(retry.body).not.toBe(refused);
  });

  it("does not treat another customer's order, or an order with another template, as a repeat", async () => {
    const first = (await buy(wren)).body;
    await loseAnswer();
    expect((await buy(zoe)).body).not.toBe(first);
    const { id: _id, ...template } = await shop.stored.one('templates');
    const { id: templateId } = await shop.stored.add('templates', { ...template, mmsTemplateId: 'other' });
    await shop.stored.add('productTemplates', { productId: testShop.products.card, templateId, position: 1 });
    await wren.fillCart([{ templateId: 'other' }]);
    expect((await wren.pay('pm_card_visa', { cc_save: true })).body).not.toBe(first);
    expect(await numbered()).toHaveLength(3);
  });

  it('does not treat an order for the same goods to another address as a repeat', async () => {
    const buyMug = async (city: string) => {
      await wren.fillCart([], { MUG: 1 });
      await shop.stored.change(
        'carts',
        ({ shippingAddress }) => ({ shippingAddress: { ...(shippingAddress ?? home), city } }),
        { state: 'open' },
      );
      const { body } = await wren.pay('pm_card_visa', { cc_save: true });
      await loseAnswer();
      return body;
    };
    const first = await buyMug('Pyrmont');
    expect(await buyMug('Pyrmont')).toBe(first);
    expect(await buyMug('Ultimo')).not.toBe(first);
  });

  it('returns the order for fifteen minutes to a customer who pays again without a cart', async () => {
    const { body } = await buy(wren);
    expect((await wren.pay('pm_card_visa', { cc_save: true })).body).toBe(body);
    shop.wait(15 * 60_000 + 1);
    expect((await wren.pay('pm_card_visa', { cc_save: true })).status).toBe(404);
  });

  it.each([
    ['pieces', { OPEN_ORDER_UNITS: 2 }, '2 items and $100000.00'],
    ['money', { OPEN_ORDER_VALUE: 50 }, '2000 items and $50.00'],
  ])("rejects an order over the customer's open-order limit: %s", async (_what, limit, words) => {
    change({ APPROVAL_MAX_TOTAL: 20, ...limit });
    const heldOrderId = (await buy(wren)).body;
    expect((await buy(wren)).status).toBe(200);
    expect(await buy(wren)).toMatchObject({
      status: 400,
      body: { code: 'open_orders_full', message: expect.stringContaining(words) },
    });
    expect(await shop.stored.one('variants', { sku: 'CARD-25' })).toMatchObject({ qty: 998 });
    expect((await buy(zoe)).status).toBe(200);
    await refuseHeldOrder(shop.context, { actor: machine, orderId: Number(heldOrderId), reason: 'unverifiable' });
    expect((await buy(wren)).status).toBe(200);
  });

  it('rejects a gift card beyond the maximum number in a cart', async () => {
    const { cartId } = await wren.fillCart([]);
    await shop.stored.change('variants', { qty: 2_000 }, { productId: testShop.products.card });
    const { id: variantId } = await shop.stored.one('variants', { sku: 'CARD-25' });
    await shop.stored.addAll('cartLines', Array(1_000).fill({ cartId, variantId, qty: 1 }));
    const added = wren.addCard(cartId);
    await expect(added).rejects.toThrow(/at most 1,?000 gift cards/);
  });
});
