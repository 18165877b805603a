import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import { addCard, cardOf25 as card, fillCart, home, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { everyDatabase } from '#test/support/database.ts';
import { callUrl, openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from './reconcile-pending-orders.ts';

describe.each(everyDatabase())('a payment provider that does not answer on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  /** Where the answer is lost: before the provider hears of it, after it has charged, or about the saved cards. */
  let unanswered: 'open' | 'confirm' | 'cards' | null = null;

  /** What a response of the provider waits for. */
  let waits: Promise<void> | null = null;

  beforeEach(async () => {
    unanswered = null;
    waits = null;
    shop = await openTestShop(kind, {
      change: ({ context }) => {
        const { payments } = context.integrations;
        const lost = () => paymentsUnreachable(new Error('timed out'));
        context.integrations.payments = {
          ...payments,
          createPayment: async (request) => {
            if (unanswered === 'open') throw lost();
            return payments.createPayment(request);
          },
          savedCards: async (providerCustomerId) => {
            if (unanswered === 'cards') throw lost();
            return payments.savedCards(providerCustomerId);
          },
          confirm: async (paymentId) => {
            const outcome = await payments.confirm(paymentId);
            await waits;
            if (unanswered === 'confirm') throw lost();
            return outcome;
          },
        };
      },
    });
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, customer, [card]);
  });
  afterEach(() => shop.close());

  const statuses = async () =>
    (await shop.context.database.query('select status from demo.sandbox_payments order by created_at, id')).rows.map(
      (row) => row.status,
    );
  const orders = async () => (await shop.send('GET mobiledigital/orders', { token: customer.token })).body.orders;

  test('leaves the order pending when the answer to the charge is lost; the scheduled job then finds one order, one charge', async () => {
    unanswered = 'confirm';
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(503);
    expect(await orders()).toHaveLength(0);
    unanswered = null;
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(shop.context);
    expect(await orders()).toMatchObject([{ increment_id: '000000001', status: 'approved' }]);
    expect(await statuses()).toEqual(['succeeded']);
  });

  test('is finished as soon as a server starts that has the database alone', async () => {
    unanswered = 'confirm';
    await pay(shop.send, customer, 'pm_card_visa');
    unanswered = null;
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 1_000));
    await reconcilePendingOrders(shop.context, 'regular');
    expect(await orders()).toHaveLength(0);
    await reconcilePendingOrders(shop.context, 'start');
    expect(await orders()).toHaveLength(kind === 'embedded' ? 1 : 0);
    expect(await statuses()).toEqual([kind === 'embedded' ? 'succeeded' : 'requires_capture']);
  });

  test('returns the same order to the customer who tries again', async () => {
    unanswered = 'confirm';
    await pay(shop.send, customer, 'pm_card_visa');
    unanswered = null;
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
    expect(await statuses()).toEqual(['succeeded']);
  });

  /** The answer to the charge is lost, and then a job places the order. */
  const placeByJob = async () => {
    unanswered = 'confirm';
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(503);
    unanswered = null;
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(shop.context);
  };

  test('returns the order that a job has placed, although the provider is silent about saved cards', async () => {
    await placeByJob();
    unanswered = 'cards';
    const again = await pay(shop.send, customer, 'pm_card_visa');
    expect([again.status, await orders()]).toMatchObject([200, [{ id: again.body, increment_id: '000000001' }]]);
    expect(await statuses()).toEqual(['succeeded']);
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 16 * 60_000));
    expect((await pay(shop.send, customer, 'pm_card_visa')).body).toMatchObject({ code: 'payments_unavailable' });
  });

  test('does not say that nothing was charged while the customer has no answer about a placed order', async () => {
    await placeByJob();
    unanswered = 'cards';
    await fillCart(shop.send, customer, [card]);
    const unsettled = await pay(shop.send, customer, 'pm_card_visa');
    expect([unsettled.status, unsettled.body]).toMatchObject([503, { code: 'payment_unsettled' }]);
    unanswered = null;
    const again = await pay(shop.send, customer, 'pm_card_visa');
    expect([again.status, await orders()]).toMatchObject([200, [{ id: again.body }]]);
    expect(await statuses()).toEqual(['succeeded']);
    // The customer knows of that order now.
    unanswered = 'cards';
    await fillCart(shop.send, customer, [card]);
    expect((await pay(shop.send, customer, 'pm_card_visa')).body).toMatchObject({ code: 'payments_unavailable' });
  });

  test('never charges for a cart that was changed after no answer, when nothing had reached the provider', async () => {
    unanswered = 'open';
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(503);
    unanswered = null;
    await fillCart(shop.send, customer, [card, card]);
    expect((await pay(shop.send, customer, 'pm_card_mastercard')).status).toBe(200);
    expect(await orders()).toMatchObject([{ grand_total: 50 }]);
    expect(await statuses()).toEqual(['succeeded']);
  });

  test('charges once when the same purchase is made anew after a job has placed the first', async () => {
    unanswered = 'confirm';
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(503);
    unanswered = null;
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(shop.context);
    const { cartId } = await fillCart(shop.send, customer, [card]);
    const again = await pay(shop.send, customer, 'pm_card_mastercard');
    expect(again.status).toBe(200);
    expect(await orders()).toMatchObject([{ id: again.body }]);
    expect(await statuses()).toEqual(['succeeded']);
    const left = await shop.send('GET mobiledigital/cartproducts', { token: customer.token });
    expect(left.body.data.items).toEqual([]);
    const body = { r_token: '', cart_id: cartId, order_id: again.body };
    expect(
      (await shop.send('POST mobiledigital/savegiftcardorderbycart', { token: customer.token, body })).body,
    ).toEqual({
      status: true,
    });
    // The customer knows of that order now: the same once more is another order.
    await fillCart(shop.send, customer, [card]);
    await pay(shop.send, customer, 'pm_card_visa');
    expect(await orders()).toHaveLength(2);
  });

  test('charges once when the phone hangs up before the order is placed', async () => {
    const address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
    let line: Socket | undefined;
    shop.app.server.on('request', ({ socket }) => {
      line = socket;
    });
    const phone = new AbortController();
    const overHttp: typeof shop.send = async (name, sending) => {
      const { token, body } = sending as { token: string; body: object };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { method, url } = callUrl(name, {});
      const sent = { method, headers, body: JSON.stringify(body), signal: phone.signal };
      return (await fetch(address + url, sent)) as never;
    };
    const goesOn = Promise.withResolvers<void>();
    waits = goesOn.promise;
    const hungUp = expect(pay(overHttp, customer, 'pm_card_visa')).rejects.toThrow('aborted');
    await vi.waitFor(async () => expect(await statuses()).toEqual(['requires_capture']), { timeout: 20_000 });
    phone.abort();
    await hungUp;
    await vi.waitFor(() => expect(line?.destroyed).toBe(true), { timeout: 20_000 });
    goesOn.resolve();
    await vi.waitFor(async () => expect(await orders()).toHaveLength(1), { timeout: 20_000 });
    await fillCart(shop.send, customer, [card]);
    const again = await pay(shop.send, customer, 'pm_card_mastercard');
    expect(await orders()).toMatchObject([{ id: again.body }]);
    expect(await statuses()).toEqual(['succeeded']);
  });

  test('sends goods to the address given the second time', async () => {
    const { token } = customer;
    const fill = async (street: string) => {
      await fillCart(shop.send, customer, []);
      await shop.send('POST carts/mine/items', { token, body: { cartItem: { sku: 'MUG', qty: 1 } } });
      const { country_id, ...rest } = home;
      const shipping_address = { ...rest, country_id, street: [street] };
      const addressInformation = {
        shipping_address,
        billing_address: shipping_address,
        shipping_carrier_code: 'flatrate',
        shipping_method_code: 'flatrate',
      };
      await shop.send('POST carts/mine/shipping-information', { token, body: { addressInformation } });
    };
    await fill('12 Fig Street');
    unanswered = 'confirm';
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(503);
    unanswered = null;
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(shop.context);
    await fill('7 Wattle Road');
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
    expect(await orders()).toHaveLength(2);
  });

  test('places another purchase, though nobody got an answer about the first', async () => {
    unanswered = 'confirm';
    await pay(shop.send, customer, 'pm_card_visa');
    unanswered = null;
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(shop.context);
    await fillCart(shop.send, customer, [{ ...card, to: '0491570157' }]);
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
    expect(await orders()).toHaveLength(2);
  });

  test('keeps the lines that another tab adds while the payment runs', async () => {
    unanswered = 'confirm';
    await pay(shop.send, customer, 'pm_card_visa');
    const { token } = customer;
    const { id: cartId } = (await shop.send('GET carts/mine', { token })).body;
    const cartItem = { sku: 'MUG', qty: 2 };
    await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem } });
    await addCard(shop.send, { token, cartId, card: { ...card, to: '0491570157' } });
    unanswered = null;
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(shop.context);
    expect(await orders()).toHaveLength(1);
    const left = await shop.send('GET mobiledigital/cartproducts', { token: customer.token });
    expect(left.body.data.items).toMatchObject([{ qty: 2, product: { name: 'Mug' } }, { qty: 1 }]);
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
    expect(await orders()).toHaveLength(2);
  });

  test('does not count given-up attempts as declines', async () => {
    for (let round = 0; round < 4; round += 1) {
      await fillCart(shop.send, customer, [card]);
      await pay(shop.send, customer, 'pm_card_authenticationRequired');
    }
    await fillCart(shop.send, customer, [card]);
    await pay(shop.send, customer, 'pm_card_visa');
    expect(await orders()).toMatchObject([{ status: 'approved' }]);
  });
});
