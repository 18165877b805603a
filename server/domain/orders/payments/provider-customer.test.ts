import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from '../placing/reconcile-pending-orders.ts';
import { recordPaymentCustomer } from '../stores/payment-customers-store.ts';

describe.each(databaseKinds())('Stripe customer ids on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const saved = async () => (await shop.send('GET mobiledigital/savedcards', { token: wren.token })).body.data;
  const customers = () => [...stripe.state.customers.keys()];
  it('creates no Stripe customer when saved cards are listed or deleted', async () => {
    const call = { token: wren.token, body: { payment_method: 'pm_1' } };
    expect(await saved()).toEqual([]);
    expect((await shop.send('POST mobiledigital/deletesavedcard', call)).body).toEqual({ status: false });
    expect([customers(), await shop.stored.all('paymentCustomers'), stripe.requests]).toEqual([[], [], []]);
    await wren.buyCards();
    expect(customers()).toHaveLength(1);
  });

  it('stores one Stripe customer id for concurrent first payments', async () => {
    const key = { customerId: await wren.id(), account: 'stripe-test', providerCustomerId: 'cus_1' } as const;
    for (let round = 0; round < 400; round += 1) {
      await shop.stored.remove('paymentCustomers');
      const ids = await Promise.all(
        Array.from({ length: 8 }).map(() => recordPaymentCustomer(shop.context.database.orm, key)),
      );
      expect(new Set(ids)).toEqual(new Set(['cus_1']));
    }
  });

  it('ends an unanswered attempt when Stripe no longer knows the customer id, but keeps the cart', async () => {
    stripe.loseAnswers(/payment_intents$/);
    await wren.fillCart();
    expect((await wren.pay('pm_card_visa', { cc_save: true })).status).toBe(503);
    stripe.loseAnswers(null);
    await shop.stored.change('paymentCustomers', ({ providerCustomerId }) => ({
      providerCustomerId: null,
      formerProviderCustomerId: providerCustomerId,
    }));
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    expect(await shop.stored.all('payments')).toMatchObject([{ state: 'voided' }]);
    await wren.buyCards();
    expect([...stripe.state.intents.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });
});
