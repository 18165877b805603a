import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { reconcilePendingOrders } from './reconcile-pending-orders.ts';

describe.each(databaseKinds())('an order paid by Stripe on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
  });
  afterEach(() => at.close());

  const intents = () => [...at.stripe.state.intents.values()].map(({ status, amount }) => [status, amount]);
  const again = (card: string) => pay(at.shop.send, at.customer, card);

  test('is charged once at the server’s price in cents, and its card is kept [BC-26, BC-27]', async () => {
    expect((await at.buy('pm_card_visa:visa:4242', 2)).status).toBe(200);
    expect(await at.orders()).toMatchObject([{ increment_id: '000000001', status: 'approved', grand_total: 50 }]);
    expect(intents()).toEqual([['succeeded', 5_000]]);
    const saved = await at.shop.send('GET mobiledigital/savedcards', { token: at.customer.token });
    expect(saved.body.data).toMatchObject([{ brand: 'visa', last4: '4242' }]);
    expect((await at.buy(saved.body.data[0]?.id ?? '')).status).toBe(200);
    expect(at.stripe.state.customers.size).toBe(1);
  });

  test('shows a decline in the provider’s words and charges the next card [VA-30, ER-24]', async () => {
    const declined = await at.buy('pm_card_chargeDeclined');
    expect(declined).toMatchObject({ status: 400, body: { message: 'Your card was declined.' } });
    expect((await again('pm_card_visa')).status).toBe(200);
    expect(intents().map(([status]) => status)).toEqual(['requires_payment_method', 'succeeded']);
    expect(await at.orders()).toHaveLength(1);
  });

  test('waits for 3-D Secure, then the same call places it once', async () => {
    const asked = await at.buy('pm_card_authenticationRequired');
    const clientSecret = /^Authentication Required: (pi_\w+_secret_\w+)$/.exec(asked.body.message ?? '')?.[1] ?? '';
    expect(asked.status).toBe(400);
    at.stripe.state.answerChallenge({ clientSecret, passed: true });
    const placed = await Promise.all([1, 2, 3].map(() => again('pm_card_authenticationRequired')));
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await at.orders()).toHaveLength(1);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  test('a failed challenge ends that payment for good, and another card pays', async () => {
    const asked = await at.buy('pm_card_authenticationRequired');
    const clientSecret = asked.body.message?.replace('Authentication Required: ', '') ?? '';
    at.stripe.state.answerChallenge({ clientSecret, passed: false });
    expect(await again('pm_card_authenticationRequired')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('unable to authenticate') },
    });
    expect((await again('pm_card_visa')).status).toBe(200);
    expect(intents().map(([status]) => status)).toEqual(['canceled', 'succeeded']);
  });

  test('stays pending while the response is lost; the scheduled job finds one order, one charge', async () => {
    at.stripe.loseAnswers(/confirm/);
    expect(await at.buy('pm_card_visa')).toMatchObject({ status: 503, body: { message: /still being confirmed/ } });
    expect(await at.orders()).toHaveLength(0);
    at.stripe.loseAnswers(null);
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(at.shop.context);
    expect(await at.orders()).toHaveLength(1);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  test('is not said to be uncharged when it may have been, and Stripe is down at the next try', async () => {
    at.stripe.loseAnswers(/confirm/);
    await at.buy('pm_card_visa');
    await at.proxy.set('down');
    expect(await again('pm_card_visa')).toMatchObject({ status: 503, body: { code: 'payment_unsettled' } });
    at.stripe.loseAnswers(null);
    await at.proxy.set('works');
    expect((await again('pm_card_visa')).status).toBe(200);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  test('is asked for before it is confirmed again: Stripe repeats its first answer for a day', async () => {
    const { state } = at.stripe;
    const { confirm } = state;
    state.confirm = (id) => ({ ...confirm(id), status: 'processing' });
    expect(await at.buy('pm_card_visa')).toMatchObject({ status: 503, body: { code: 'payment_unsettled' } });
    state.confirm = confirm;
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(at.shop.context);
    expect(await at.orders()).toMatchObject([{ status: 'approved' }]);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  test('a Stripe that is down says so in plain words and stops nothing else', async () => {
    await at.proxy.set('down');
    const words = 'Payments are not available right now. Nothing was charged. Please try again in a few minutes.';
    expect(await at.buy('pm_card_visa')).toMatchObject({ status: 503, body: { message: words } });
    expect((await at.shop.send('GET mobiledigital/categories')).status).toBe(200);
    const ready = await at.shop.app.inject({ url: '/readyz' });
    expect(ready.statusCode).toBe(200);
    expect(ready.json().services).toMatchObject([{ service: 'payments', provider: 'stripe', state: 'failing' }]);
    await at.proxy.set('works');
    expect((await again('pm_card_visa')).status).toBe(200);
    expect(intents()).toEqual([['succeeded', 2_500]]);
    await at.proxy.set('down');
    expect((await at.shop.send('GET mobiledigital/savedcards', { token: at.customer.token })).status).toBe(503);
  });

  test('has a customer of its own at Stripe, whatever the sandbox called the customer before', async () => {
    await at.query("insert into payment_customers select id, 'sandbox', 'cus_sandbox_1' from customers");
    expect((await at.buy('pm_card_visa')).status).toBe(200);
    expect(await at.query('select account, provider_customer_id from payment_customers order by account')).toEqual([
      { account: 'sandbox', provider_customer_id: 'cus_sandbox_1' },
      { account: 'stripe-test', provider_customer_id: [...at.stripe.state.customers.keys()][0] },
    ]);
  });

  test('an open attempt of the sandbox is abandoned, never looked up at Stripe', async () => {
    await at.buy('pm_card_authenticationRequired');
    await at.query("update payments set provider = 'sandbox', provider_payment_id = 'pi_sandbox'");
    expect((await again('pm_card_visa')).status).toBe(200);
    expect(await at.orders()).toHaveLength(1);
  });

  test('an attempt of the test mode is abandoned under other keys; it never charged anybody', async () => {
    at.stripe.loseAnswers(/confirm/);
    await at.buy('pm_card_visa');
    at.stripe.loseAnswers(null);
    at.shop.context.integrations.payments.account = 'stripe-live';
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
    await reconcilePendingOrders(at.shop.context);
    expect(await at.query('select state from payments')).toEqual([{ state: 'voided' }]);
    expect(await at.query("select qty from variants where sku = 'CARD-25'")).toEqual([{ qty: 1_000 }]);
  });

  test('an attempt of the live mode waits for its keys, and its customer reads so in plain words', async () => {
    at.stripe.loseAnswers(/confirm/);
    await at.buy('pm_card_visa');
    at.stripe.loseAnswers(null);
    await at.query("update payments set provider = 'stripe-live'");
    expect(await again('pm_card_visa')).toMatchObject({ status: 503, body: { message: /still being confirmed/ } });
    expect(await at.query('select state from payments')).toEqual([{ state: 'started' }]);
    await at.query("update payments set provider = 'stripe-test'");
    expect((await again('pm_card_visa')).status).toBe(200);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  test('each attempt has a key no other shop at the same account can come by', async () => {
    await at.buy('pm_card_visa');
    const [row] = await at.query('select idempotency_key as key from payments');
    expect(row?.key).toMatch(/^order-\d+-1-[\da-f]{8}-[\da-f-]{27}$/);
    expect([...at.stripe.state.intents.values()][0]?.metadata.attempt).toBe(row?.key);
  });

  test('a doubled tap does not end the challenge that the first one waits for', async () => {
    const { payments } = at.shop.context.integrations;
    const { createPayment } = payments;
    let tapped: Promise<unknown> | null = null;
    payments.createPayment = async (request) => {
      const opened = await createPayment(request);
      // The second call has opened the same intent, and is slower than all of the first.
      if (tapped === null) {
        tapped = again('pm_card_authenticationRequired');
        await tapped;
      }
      return opened;
    };
    const asked = await at.buy('pm_card_authenticationRequired');
    expect(asked).toMatchObject({ status: 400, body: { message: /^Authentication Required: / } });
    expect(intents()).toEqual([['requires_action', 2_500]]);
  });

  test.each([
    [49, 'at least $0.50'],
    [100_000_000, 'at most $999999.99'],
  ])('of %i cents is refused before anything is reserved', async (cents, words) => {
    await at.query(`update variants set price_cents = ${cents} where sku = 'MUG'`);
    await fillCart(at.shop.send, at.customer, []);
    const cartItem = { sku: 'MUG', qty: 1 };
    await at.shop.send('POST carts/mine/items', { token: at.customer.token, body: { cartItem } });
    await at.query('update sellers set flat_shipping_cents = 0');
    expect(await again('pm_card_visa')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(words) },
    });
    expect(await at.query('select 1 from orders')).toEqual([]);
  });

  test('a customer unknown to Stripe is created anew for the next attempt', async () => {
    await at.buy('pm_card_visa');
    at.stripe.state.customers.clear();
    expect(await at.buy('pm_card_visa')).toMatchObject({
      status: 400,
      body: { message: 'There was an error processing your payment.' },
    });
    expect((await again('pm_card_visa')).status).toBe(200);
    expect(await at.orders()).toHaveLength(2);
  });
});
