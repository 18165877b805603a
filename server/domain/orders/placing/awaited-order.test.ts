import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paymentsUnreachable } from '#server/integrations/payments/port.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from './reconcile-pending-orders.ts';

describe.each(databaseKinds())('the order status for a cart on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let silent = false;

  beforeEach(async () => {
    silent = false;
    shop = await openTestShop(kind, {
      change: ({ context }) => {
        const { payments } = context.integrations;
        const answer = <Outcome>(outcome: Promise<Outcome>) =>
          silent ? Promise.reject(paymentsUnreachable(new Error('timed out'))) : outcome;
        context.integrations.payments = {
          ...payments,
          confirm: (id) => answer(payments.confirm(id)),
          retrieve: (id) => answer(payments.retrieve(id)),
        };
      },
    });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const filled = async () => {
    await wren.fillCart();
    return String((await shop.send('GET carts/mine', { token: wren.token })).body.id);
  };
  const ask = async (cart_id: string, token = wren.token) =>
    (await shop.send('GET mobiledigital/checkoutsuccess', { token, query: { cart_id } })).body;

  it('returns the order of the given cart, not the latest order, and none for a cart without one', async () => {
    const first = await filled();
    await wren.pay('pm_card_visa');
    const second = await filled();
    expect(await ask(second)).toEqual({ status: false, placing: false });
    await wren.pay('pm_card_visa');
    expect((await ask(first)).data?.order_id).toBe('000000001');
    expect((await ask(second)).data?.order_id).toBe('000000002');
    expect((await ask('')).data?.order_id).toBe('000000002');
  });

  it('hides the order from other customers', async () => {
    const cart = await filled();
    await wren.pay('pm_card_visa');
    const other = await shop.customer('+61412345679');
    expect(await ask(cart, other.token)).toEqual({ status: false, placing: false });
    const { status } = await shop.send('GET mobiledigital/checkoutsuccess', {
      token: wren.token,
      query: { cart_id: 'x' },
    });
    expect(status).toBe(400);
  });

  it('reports an order as being placed while the provider does not respond, then returns the order', async () => {
    const cart = await filled();
    silent = true;
    expect((await wren.pay('pm_card_visa')).status).toBe(503);
    expect(await ask(cart)).toEqual({ status: false, placing: true });
    silent = false;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    expect((await ask(cart)).data?.order_id).toBe('000000001');
  });

  it('reports no order being placed after a decline or during a bank challenge', async () => {
    const cart = await filled();
    expect((await wren.pay('pm_card_chargeDeclined')).status).toBe(400);
    expect(await ask(cart)).toEqual({ status: false, placing: false });
    expect((await wren.pay('pm_card_authenticationRequired')).body).toMatchObject({
      code: 'authentication_required',
    });
    expect(await ask(cart)).toEqual({ status: false, placing: false });
    silent = true;
    expect(await ask(cart)).toEqual({ status: false, placing: true });
  });

  it('places the order after a passed challenge even if the payment response was lost', async () => {
    const cart = await filled();
    await wren.pay('pm_card_authenticationRequired');
    await shop.stored.change('sandboxPayments', { status: 'succeeded' });
    expect((await ask(cart)).data?.order_id).toBe('000000001');
  });
});
