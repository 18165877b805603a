import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing.ts';
import { settleWaitingOrders } from './settle-waiting.ts';
import { openStripeShop, type StripeShop } from './testing-stripe-shop.ts';

describe.each(databaseKinds())('the name Stripe has for a shopper on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
  });
  afterEach(() => at.close());

  const saved = async () => (await at.shop.send('GET mobiledigital/savedcards', { token: at.buyer.token })).body.data;
  const kept = () => at.query('select account, customer_id from payment_customers order by account');
  const customers = () => [...at.stripe.state.customers.keys()];
  /** As migration 0016 leaves what was kept before: a customer with one card. */
  const withUnknownMode = async (): Promise<string> => {
    await at.buy('pm_card_visa');
    await at.query("update payment_customers set account = 'stripe'");
    return customers()[0] ?? '';
  };

  test('is not asked for by looking at saved cards, nor by deleting one', async () => {
    const call = { token: at.buyer.token, body: { payment_method: 'pm_1' } };
    expect(await saved()).toEqual([]);
    expect((await at.shop.send('POST mobiledigital/deletesavedcard', call)).body).toEqual({ status: false });
    expect([customers(), await kept(), at.stripe.requests]).toEqual([[], [], []]);
    expect((await at.buy('pm_card_visa')).status).toBe(200);
    expect(customers()).toHaveLength(1);
  });

  test('of unknown mode is used, with its cards, once Stripe has said that it is of this mode', async () => {
    const customer = await withUnknownMode();
    expect(await saved()).toMatchObject([{ brand: 'visa', last4: '4242' }]);
    expect(await kept()).toEqual([{ account: 'stripe-test', customer_id: customer }]);
    expect((await at.buy('pm_card_visa')).status).toBe(200);
    expect(customers()).toEqual([customer]);
    const asked = at.stripe.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(customer));
    expect(asked).toHaveLength(1);
  });

  test.each(['unknown to this key', 'of the other mode', 'deleted'])(
    'that is %s is made anew by the next payment and stays kept for the mode it is of',
    async (how) => {
      const customer = await withUnknownMode();
      if (how === 'unknown to this key') at.stripe.state.customers.delete(customer);
      else if (how === 'deleted')
        at.stripe.state.customers.set(customer, { id: customer, object: 'customer', deleted: true });
      else Object.assign(at.stripe.state.customers.get(customer) ?? {}, { livemode: true });
      expect(await saved()).toEqual([]);
      expect(await kept()).toEqual([{ account: 'stripe', customer_id: customer }]);
      expect((await at.buy('pm_card_mastercard')).status).toBe(200);
      expect(await saved()).toMatchObject([{ brand: 'mastercard' }]);
      expect(await kept()).toEqual([
        { account: 'stripe', customer_id: customer },
        { account: 'stripe-test', customer_id: expect.not.stringMatching(customer) },
      ]);
    },
  );

  test('is verified once by calls that come at once, and lost by none', async () => {
    const customer = await withUnknownMode();
    await Promise.all([saved(), saved(), saved()]);
    expect(await kept()).toEqual([{ account: 'stripe-test', customer_id: customer }]);
  });

  test('that has gone while an attempt was never answered ends that attempt, not the shopper’s cart', async () => {
    at.stripe.loseAnswers(/payment_intents$/);
    expect((await at.buy('pm_card_visa')).status).toBe(503);
    at.stripe.loseAnswers(null);
    await at.query('update payment_customers set customer_id = null, former_id = customer_id');
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
    await settleWaitingOrders(at.shop.context);
    expect(await at.query('select state from payments')).toEqual([{ state: 'voided' }]);
    expect((await at.buy('pm_card_visa')).status).toBe(200);
    expect([...at.stripe.state.intents.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });
});
