import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';

describe.each(databaseKinds())('placing an order on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;

  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const charges = async (orderId: number | string) =>
    (await shop.app.inject({ url: `/sandbox/payments?order_id=${orderId}` })).json();
  const stock = async (sku: string) => (await shop.stored.one('variants', { sku })).qty;

  it('returns an integer order id and lists the order with its number [CA-25]', async () => {
    await wren.fillCart();
    const placed = await wren.pay('pm_card_visa:visa:4242');
    expect(placed.status).toBe(200);
    expect(placed.body).toBeTypeOf('number');
    const [order] = await wren.orders();
    expect(order).toMatchObject({
      increment_id: '000000001',
      status: 'approved',
      grand_total: 25,
      shipping_amount: 0,
      tax_amount: 0,
      customer_name: 'Wren Banks',
    });
    const success = await shop.send('GET mobiledigital/checkoutsuccess', {
      token: wren.token,
      query: { seller_id: '', campaign_id: '' },
    });
    const sold = { gift_card_details_id: expect.any(Number), state: 'queued', send_at: expect.stringMatching(/Z$/) };
    const tenders = [{ kind: 'payment_card', amount: 25, last4: null, seller_name: null }];
    expect(success.body).toEqual({
      status: true,
      data: { order_id: '000000001', shop_name: 'Teapots & Co', status: 'approved', tenders, gift_cards: [sold] },
    });
  });

  it('creates one order and one charge from 20 concurrent calls', async () => {
    await wren.fillCart();
    const answers = await Promise.all(Array.from({ length: 20 }, () => wren.pay('pm_card_visa')));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await wren.orders()).toHaveLength(1);
    const ledger = await charges('000000001');
    expect(ledger).toMatchObject([{ order_id: '000000001', amount: 25, currency: 'AUD', status: 'succeeded' }]);
    expect(await stock('CARD-25')).toBe(999);
  });

  it('returns the same order for 15 minutes when the call is repeated', async () => {
    await wren.fillCart();
    const first = await wren.pay('pm_card_visa');
    expect((await wren.pay('pm_card_visa')).body).toBe(first.body);
    await shop.moveTo('2026-11-02T01:16:00Z');
    expect((await wren.pay('pm_card_visa')).status).toBe(404);
    expect(await wren.orders()).toHaveLength(1);
  });

  it("shows the provider's decline message, reserves no stock and charges the next card [VA-30]", async () => {
    await wren.fillCart();
    const declined = await wren.pay('pm_card_chargeDeclinedInsufficientFunds');
    expect(declined).toMatchObject({ status: 400, body: { message: 'Your card has insufficient funds.' } });
    expect(await stock('CARD-25')).toBe(1000);
    expect(await wren.orders()).toHaveLength(0);
    const paid = await wren.pay('pm_card_visa');
    expect(paid.status).toBe(200);
    const ledger = await charges(paid.body);
    expect(ledger.map((row: { status: string }) => row.status)).toEqual(['declined', 'succeeded']);
    expect((await wren.orders())[0]?.increment_id).toBe('000000001');
  });

  it("places the same order after the bank's 3-D Secure challenge", async () => {
    await wren.fillCart();
    const answer = await wren.pay('pm_card_authenticationRequired');
    expect(answer.status).toBe(400);
    const secret = /^Authentication Required: (pi_\w+_secret_\w+)$/.exec(answer.body.message ?? '')?.[1];
    expect((await wren.pay('pm_card_authenticationRequired')).body.message).toBe(answer.body.message);
    await shop.app.inject({
      method: 'POST',
      url: '/sandbox/challenge',
      payload: { client_secret: secret, passed: true },
    });
    expect((await wren.pay('pm_card_authenticationRequired')).status).toBe(200);
    expect(await wren.orders()).toHaveLength(1);
    expect(await charges('000000001')).toHaveLength(1);
  });

  it('abandons the challenge when the customer pays with another card, and charges only that card', async () => {
    await wren.fillCart();
    await wren.pay('pm_card_authenticationRequired');
    const paid = await wren.pay('pm_card_visa');
    expect(paid.status).toBe(200);
    const ledger = await charges(paid.body);
    expect(ledger.map((row: { status: string }) => row.status)).toEqual(['canceled', 'succeeded']);
    expect(await stock('CARD-25')).toBe(999);
  });

  it('ships to the current address, not to the address of an unfinished attempt', async () => {
    await wren.fillCart();
    await wren.pay('pm_card_authenticationRequired');
    const address = {
      firstname: 'Wren',
      lastname: 'Banks',
      telephone: '+61412345678',
      street: ['1 New Road'],
      city: 'Hobart',
      region_code: 'TAS',
      postcode: '7000',
    };
    const changed = await shop.send('POST carts/mine/shipping-information', {
      token: wren.token,
      body: {
        addressInformation: {
          shipping_address: address,
          shipping_carrier_code: 'flatrate',
          shipping_method_code: 'flatrate',
        },
      },
    });
    expect(changed.status).toBe(200);
    const answer = await wren.pay('pm_card_authenticationRequired');
    const client_secret = answer.body.message?.replace('Authentication Required: ', '');
    await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: { client_secret, passed: true } });
    const paid = await wren.pay('pm_card_authenticationRequired');
    expect(paid.status).toBe(200);
    expect((await charges(paid.body)).map((row: { status: string }) => row.status)).toEqual(['canceled', 'succeeded']);
    expect((await wren.orders())[0]?.shipping_address).toMatchObject({ city: 'Hobart' });
  });

  it('never oversells stock to concurrent customers', async () => {
    const otherCustomers = await Promise.all(['+61412345679', '+61412345680'].map((mobile) => shop.customer(mobile)));
    for (const person of [wren, ...otherCustomers])
      await person.fillCart([{ optionValue: testShop.options.price50, price: 50 }]);
    const answers = await Promise.all([wren, ...otherCustomers].map((person) => person.pay('pm_card_visa')));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 400]);
    expect(answers.find((answer) => answer.status === 400)?.body.message).toBe('The requested qty is not available');
    expect(await stock('CARD-50')).toBe(0);
  });

  it('saves the payment card on purchase and lists it with brand, last four digits and expiry [BC-27, CA-30]', async () => {
    await wren.fillCart();
    await wren.pay('pm_card_mastercard', { cc_save: true });
    const saved = await shop.send('GET mobiledigital/savedcards', { token: wren.token });
    expect(saved.body.data).toMatchObject([{ brand: 'mastercard', last4: '4444', exp_month: 12 }]);
    await wren.fillCart();
    const secondAnswer = await wren.pay(saved.body.data[0]?.id ?? '');
    expect(secondAnswer.status).toBe(200);
  });

  it("rejects another customer's saved card", async () => {
    await wren.buyCards();
    const saved = await shop.send('GET mobiledigital/savedcards', { token: wren.token });
    const thief = await shop.customer('+61412345679');
    await thief.fillCart();
    expect((await thief.pay(saved.body.data[0]?.id ?? '', { cc_save: true })).status).toBe(400);
  });

  it('rejects a gift card with a missing part, and any unsupported payment method [BC-26]', async () => {
    await wren.fillCart([{ templateId: 'no such template' }]);
    expect((await wren.pay('pm_card_visa')).body.message).toBe('Please select a template');
    const other = await shop.send('POST carts/mine/payment-information', {
      token: wren.token,
      body: { paymentMethod: { method: 'checkmo', additional_data: { cc_stripejs_token: 'pm_card_visa' } } },
    });
    expect(other.status).toBe(400);
    expect(await wren.orders()).toHaveLength(0);
  });

  it('authorises but does not capture the payment for an order over the value limit, and issues no cards', async () => {
    await shop.close();
    shop = await openTestShop(kind, { env: { APPROVAL_MAX_TOTAL: '20' } });
    wren = await shop.customer();
    await wren.fillCart();
    const placed = await wren.pay('pm_card_visa');
    const [order] = await wren.orders();
    expect(order).toMatchObject({ status: 'held', items: [{ gift_card: { state: 'waiting' } }] });
    expect(await charges(placed.body)).toMatchObject([{ status: 'requires_capture' }]);
    expect(await shop.cards()).toEqual([]);
  });

  it('hides orders from other customers', async () => {
    await wren.fillCart();
    const placed = await wren.pay('pm_card_visa');
    const other = await shop.customer('+61412345679');
    for (const order_id of [String(placed.body), '000000001']) {
      expect((await shop.send('GET mobiledigital/order', { token: other.token, query: { order_id } })).body).toEqual({
        status: false,
      });
    }
    const ownOrder = await shop.send('GET mobiledigital/order', {
      token: wren.token,
      query: { order_id: '000000001' },
    });
    expect(JSON.parse(ownOrder.body.data ?? '')).toMatchObject({
      increment_id: '000000001',
      items: [{ name: 'Gift card', price: 25, qty: 1, total: 25 }],
    });
  });
});
