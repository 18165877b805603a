import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import { home, pay } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { everyDatabase } from '#test/support/database.ts';
import { callUrl, openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from './reconcile-pending-orders.ts';

describe.each(everyDatabase())('when the payment provider does not respond on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let unanswered: 'open' | 'confirm' | 'cards' | null = null;

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
    wren = await shop.customer();
    await wren.fillCart();
  });
  afterEach(() => shop.close());

  const statuses = async () => (await shop.charges()).map((charge) => charge.split(' ')[1]);

  it('leaves the order pending when the charge response is lost, until a job settles it with one charge', async () => {
    unanswered = 'confirm';
    expect((await wren.pay('pm_card_visa')).status).toBe(503);
    expect(await wren.orders()).toHaveLength(0);
    unanswered = null;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    expect(await wren.orders()).toMatchObject([{ increment_id: '000000001', status: 'approved' }]);
    expect(await statuses()).toEqual(['succeeded']);
  });

  it('finishes a pending order when a server starts as the only process on the database', async () => {
    unanswered = 'confirm';
    await wren.pay('pm_card_visa');
    unanswered = null;
    shop.wait(1_000);
    await reconcilePendingOrders(shop.context, 'regular');
    expect(await wren.orders()).toHaveLength(0);
    await reconcilePendingOrders(shop.context, 'start');
    expect(await wren.orders()).toHaveLength(kind === 'embedded' ? 1 : 0);
    expect(await statuses()).toEqual([kind === 'embedded' ? 'succeeded' : 'requires_capture']);
  });

  it('returns the same order when the customer retries after a lost response', async () => {
    unanswered = 'confirm';
    await wren.pay('pm_card_visa');
    unanswered = null;
    expect((await wren.pay('pm_card_visa')).status).toBe(200);
    expect(await statuses()).toEqual(['succeeded']);
  });

  const placeByJob = async () => {
    unanswered = 'confirm';
    expect((await wren.pay('pm_card_visa')).status).toBe(503);
    unanswered = null;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
  };

  it('returns the order that a job placed, even if saved cards cannot be read', async () => {
    await placeByJob();
    unanswered = 'cards';
    const retry = await wren.pay('pm_card_visa');
    expect([retry.status, await wren.orders()]).toMatchObject([200, [{ id: retry.body, increment_id: '000000001' }]]);
    expect(await statuses()).toEqual(['succeeded']);
    shop.wait(16 * 60_000);
    expect((await wren.pay('pm_card_visa')).body).toMatchObject({ code: 'payments_unavailable' });
  });

  it('reports the payment as unsettled if a job placed an order that the customer has not seen', async () => {
    await placeByJob();
    unanswered = 'cards';
    await wren.fillCart();
    const unsettled = await wren.pay('pm_card_visa');
    expect([unsettled.status, unsettled.body]).toMatchObject([503, { code: 'payment_unsettled' }]);
    unanswered = null;
    const retry = await wren.pay('pm_card_visa');
    expect([retry.status, await wren.orders()]).toMatchObject([200, [{ id: retry.body }]]);
    expect(await statuses()).toEqual(['succeeded']);
    unanswered = 'cards';
    await wren.fillCart();
    expect((await wren.pay('pm_card_visa')).body).toMatchObject({ code: 'payments_unavailable' });
  });

  it('charges only the changed cart when the first attempt never reached the provider', async () => {
    unanswered = 'open';
    expect((await wren.pay('pm_card_visa')).status).toBe(503);
    unanswered = null;
    await wren.fillCart([{}, {}]);
    expect((await wren.pay('pm_card_mastercard')).status).toBe(200);
    expect(await wren.orders()).toMatchObject([{ grand_total: 50 }]);
    expect(await statuses()).toEqual(['succeeded']);
  });

  it('charges once when the purchase is repeated after a job has placed the first order', async () => {
    unanswered = 'confirm';
    expect((await wren.pay('pm_card_visa')).status).toBe(503);
    unanswered = null;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    const { cartId } = await wren.fillCart();
    const retry = await wren.pay('pm_card_mastercard');
    expect(retry.status).toBe(200);
    expect(await wren.orders()).toMatchObject([{ id: retry.body }]);
    expect(await statuses()).toEqual(['succeeded']);
    const left = await shop.send('GET mobiledigital/cartproducts', { token: wren.token });
    expect(left.body.data.items).toEqual([]);
    const body = { r_token: '', cart_id: cartId, order_id: retry.body };
    expect((await shop.send('POST mobiledigital/savegiftcardorderbycart', { token: wren.token, body })).body).toEqual({
      status: true,
    });
    await wren.fillCart();
    await wren.pay('pm_card_visa');
    expect(await wren.orders()).toHaveLength(2);
  });

  it('charges once when the client disconnects before the order is placed', async () => {
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
      const request = { method, headers, body: JSON.stringify(body), signal: phone.signal };
      return (await fetch(address + url, request)) as never;
    };
    const goesOn = Promise.withResolvers<void>();
    waits = goesOn.promise;
    const hungUp = expect(pay(overHttp, wren, 'pm_card_visa')).rejects.toThrow('aborted');
    await vi.waitFor(async () => expect(await statuses()).toEqual(['requires_capture']), { timeout: 20_000 });
    phone.abort();
    await hungUp;
    await vi.waitFor(() => expect(line?.destroyed).toBe(true), { timeout: 20_000 });
    goesOn.resolve();
    await vi.waitFor(async () => expect(await wren.orders()).toHaveLength(1), { timeout: 20_000 });
    await wren.fillCart();
    const retry = await wren.pay('pm_card_mastercard');
    expect(await wren.orders()).toMatchObject([{ id: retry.body }]);
    expect(await statuses()).toEqual(['succeeded']);
  });

  it('places a second order for the same goods to another address', async () => {
    const { token } = wren;
    const fill = async (street: string) => {
      await wren.fillCart([], { MUG: 1 });
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
    expect((await wren.pay('pm_card_visa')).status).toBe(503);
    unanswered = null;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    await fill('7 Wattle Road');
    expect((await wren.pay('pm_card_visa')).status).toBe(200);
    expect(await wren.orders()).toHaveLength(2);
  });

  it('places a different order while the payment provider has not answered the first', async () => {
    unanswered = 'confirm';
    await wren.pay('pm_card_visa');
    unanswered = null;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    await wren.fillCart([{ to: '0491570157' }]);
    expect((await wren.pay('pm_card_visa')).status).toBe(200);
    expect(await wren.orders()).toHaveLength(2);
  });

  it('keeps cart lines that another tab adds while the payment is running', async () => {
    unanswered = 'confirm';
    await wren.pay('pm_card_visa');
    const { token } = wren;
    const { id: cartId } = (await shop.send('GET carts/mine', { token })).body;
    const cartItem = { sku: 'MUG', qty: 2 };
    await shop.send('POST carts/mine/items', { token: wren.token, body: { cartItem } });
    await wren.addCard(Number(cartId), { to: '0491570157' });
    unanswered = null;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    expect(await wren.orders()).toHaveLength(1);
    const left = await shop.send('GET mobiledigital/cartproducts', { token: wren.token });
    expect(left.body.data.items).toMatchObject([{ qty: 2, product: { name: 'Mug' } }, { qty: 1 }]);
    expect((await wren.pay('pm_card_visa')).status).toBe(200);
    expect(await wren.orders()).toHaveLength(2);
  });

  it('does not count abandoned payment attempts as declines', async () => {
    for (let round = 0; round < 4; round += 1) {
      await wren.fillCart();
      await wren.pay('pm_card_authenticationRequired');
    }
    await wren.fillCart();
    await wren.pay('pm_card_visa');
    expect(await wren.orders()).toMatchObject([{ status: 'approved' }]);
  });
});
