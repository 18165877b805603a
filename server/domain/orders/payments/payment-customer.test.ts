import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { reconcilePendingOrders } from '../placing/reconcile-pending-orders.ts';
import { keepPaymentCustomer } from '../stores/payment-customers-store.ts';

describe.each(databaseKinds())('the id Stripe has for a customer on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
  });
  afterEach(() => at.close());

  const saved = async () =>
    (await at.shop.send('GET mobiledigital/savedcards', { token: at.customer.token })).body.data;
  const kept = () => at.query('select account, provider_customer_id from payment_customers order by account');
  const customers = () => [...at.stripe.state.customers.keys()];
  test('is not created by listing saved cards, nor by deleting one', async () => {
    const call = { token: at.customer.token, body: { payment_method: 'pm_1' } };
    expect(await saved()).toEqual([]);
    expect((await at.shop.send('POST mobiledigital/deletesavedcard', call)).body).toEqual({ status: false });
    expect([customers(), await kept(), at.stripe.requests]).toEqual([[], [], []]);
    expect((await at.buy('pm_card_visa')).status).toBe(200);
    expect(customers()).toHaveLength(1);
  });

  test('is kept once by first payments that come at the same moment', async () => {
    const [customer] = await at.query('select id from customers');
    const key = { customerId: Number(customer?.id), account: 'stripe-test', providerCustomerId: 'cus_1' } as const;
    for (let round = 0; round < 400; round += 1) {
      await at.query('delete from payment_customers');
      const ids = await Promise.all(
        Array.from({ length: 8 }).map(() => keepPaymentCustomer(at.shop.context.database.orm, key)),
      );
      expect(new Set(ids)).toEqual(new Set(['cus_1']));
    }
  });

  test('that is unknown while an attempt was never answered ends that attempt, not the customer’s cart', async () => {
    at.stripe.loseAnswers(/payment_intents$/);
    expect((await at.buy('pm_card_visa')).status).toBe(503);
    at.stripe.loseAnswers(null);
    await at.query(
      'update payment_customers set provider_customer_id = null, former_provider_customer_id = provider_customer_id',
    );
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(at.shop.context);
    expect(await at.query('select state from payments')).toEqual([{ state: 'voided' }]);
    expect((await at.buy('pm_card_visa')).status).toBe(200);
    expect([...at.stripe.state.intents.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });
});
