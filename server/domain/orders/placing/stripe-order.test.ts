import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from './reconcile-pending-orders.ts';

describe.each(databaseKinds())('an order paid by Stripe on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const intents = () => [...stripe.state.intents.values()].map(({ status, amount }) => [status, amount]);
  const pay = (card: string) => wren.pay(card, { cc_save: true });
  const buy = async (card: string, cards = 1) => {
    await wren.fillCart(Array(cards).fill({}));
    return pay(card);
  };
  const states = async () => (await shop.stored.all('payments')).map(({ state }) => state);
  const becomeProvider = (provider: 'stripe-live' | 'stripe-test') => shop.stored.change('payments', { provider });

  it("charges the server's price in cents once, and saves the payment card [BC-26, BC-27]", async () => {
    expect((await buy('pm_card_visa:visa:4242', 2)).status).toBe(200);
    expect(await wren.orders()).toMatchObject([{ increment_id: '000000001', status: 'approved', grand_total: 50 }]);
    expect(intents()).toEqual([['succeeded', 5_000]]);
    const saved = await shop.send('GET mobiledigital/savedcards', { token: wren.token });
    expect(saved.body.data).toMatchObject([{ brand: 'visa', last4: '4242' }]);
    expect((await buy(saved.body.data[0]?.id ?? '')).status).toBe(200);
    expect(stripe.state.customers.size).toBe(1);
  });

  it("shows Stripe's decline message and charges the next card [VA-30, ER-24]", async () => {
    const declined = await buy('pm_card_chargeDeclined');
    expect(declined).toMatchObject({ status: 400, body: { message: 'Your card was declined.' } });
    expect((await pay('pm_card_visa')).status).toBe(200);
    expect(intents().map(([status]) => status)).toEqual(['requires_payment_method', 'succeeded']);
    expect(await wren.orders()).toHaveLength(1);
  });

  it('waits for 3-D Secure, then places the order once when the call is repeated', async () => {
    const answer = await buy('pm_card_authenticationRequired');
    const clientSecret = /^Authentication Required: (pi_\w+_secret_\w+)$/.exec(answer.body.message ?? '')?.[1] ?? '';
    expect(answer.status).toBe(400);
    stripe.state.answerChallenge({ clientSecret, passed: true });
    const placed = await Promise.all([1, 2, 3].map(() => pay('pm_card_authenticationRequired')));
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await wren.orders()).toHaveLength(1);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  it('ends the payment permanently after a failed challenge, and accepts another card', async () => {
    const answer = await buy('pm_card_authenticationRequired');
    const clientSecret = answer.body.message?.replace('Authentication Required: ', '') ?? '';
    stripe.state.answerChallenge({ clientSecret, passed: false });
    expect(await pay('pm_card_authenticationRequired')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('unable to authenticate') },
    });
    expect((await pay('pm_card_visa')).status).toBe(200);
    expect(intents().map(([status]) => status)).toEqual(['canceled', 'succeeded']);
  });

  it("keeps the order pending when Stripe's response is lost, until a job settles it with one charge", async () => {
    stripe.loseAnswers(/confirm/);
    expect(await buy('pm_card_visa')).toMatchObject({ status: 503, body: { message: /still being confirmed/ } });
    expect(await wren.orders()).toHaveLength(0);
    stripe.loseAnswers(null);
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    expect(await wren.orders()).toHaveLength(1);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  it('reports the payment as unsettled if Stripe is down and may have charged the card', async () => {
    stripe.loseAnswers(/confirm/);
    await buy('pm_card_visa');
    await stripe.proxy.set('down');
    expect(await pay('pm_card_visa')).toMatchObject({ status: 503, body: { code: 'payment_unsettled' } });
    stripe.loseAnswers(null);
    await stripe.proxy.set('works');
    expect((await pay('pm_card_visa')).status).toBe(200);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  it('queries the payment before confirming again, because Stripe replays its first response for a day', async () => {
    const { state } = stripe;
    const { confirm } = state;
    state.confirm = (id) => ({ ...confirm(id), status: 'processing' });
    expect(await buy('pm_card_visa')).toMatchObject({ status: 503, body: { code: 'payment_unsettled' } });
    state.confirm = confirm;
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    expect(await wren.orders()).toMatchObject([{ status: 'approved' }]);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  it('reports that nothing was charged while Stripe is down, and keeps the rest of the shop running', async () => {
    await stripe.proxy.set('down');
    const words = 'Payments are not available right now. Nothing was charged. Please try again in a few minutes.';
    expect(await buy('pm_card_visa')).toMatchObject({ status: 503, body: { message: words } });
    expect((await shop.send('GET mobiledigital/categories')).status).toBe(200);
    const ready = await shop.app.inject({ url: '/readyz' });
    expect(ready.statusCode).toBe(200);
    expect(ready.json().services).toMatchObject([{ service: 'payments', provider: 'stripe', state: 'failing' }]);
    await stripe.proxy.set('works');
    expect((await pay('pm_card_visa')).status).toBe(200);
    expect(intents()).toEqual([['succeeded', 2_500]]);
    await stripe.proxy.set('down');
    expect((await shop.send('GET mobiledigital/savedcards', { token: wren.token })).status).toBe(503);
  });

  it('creates a Stripe customer even if the customer already has a sandbox id', async () => {
    const customerId = await wren.id();
    await shop.stored.add('paymentCustomers', {
      customerId,
      account: 'sandbox',
      providerCustomerId: 'cus_sandbox_1',
    });
    expect((await buy('pm_card_visa')).status).toBe(200);
    expect(await shop.stored.all('paymentCustomers')).toMatchObject([
      { account: 'sandbox', providerCustomerId: 'cus_sandbox_1' },
      { account: 'stripe-test', providerCustomerId: [...stripe.state.customers.keys()][0] },
    ]);
  });

  it('abandons an open sandbox attempt without looking it up at Stripe', async () => {
    await buy('pm_card_authenticationRequired');
    await shop.stored.change('payments', { provider: 'sandbox', providerPaymentId: 'pi_sandbox' });
    expect((await pay('pm_card_visa')).status).toBe(200);
    expect(await wren.orders()).toHaveLength(1);
  });

  it('abandons a test-mode attempt under live keys, because it charged nothing', async () => {
    stripe.loseAnswers(/confirm/);
    await buy('pm_card_visa');
    stripe.loseAnswers(null);
    shop.context.integrations.payments.account = 'stripe-live';
    shop.wait(120_000);
    await reconcilePendingOrders(shop.context);
    expect(await states()).toEqual(['voided']);
    expect(await shop.stored.one('variants', { sku: 'CARD-25' })).toMatchObject({ qty: 1_000 });
  });

  it('keeps a live-mode attempt open until the keys of its account are configured again', async () => {
    stripe.loseAnswers(/confirm/);
    await buy('pm_card_visa');
    stripe.loseAnswers(null);
    await becomeProvider('stripe-live');
    expect(await pay('pm_card_visa')).toMatchObject({ status: 503, body: { message: /still being confirmed/ } });
    expect(await states()).toEqual(['started']);
    await becomeProvider('stripe-test');
    expect((await pay('pm_card_visa')).status).toBe(200);
    expect(intents()).toEqual([['succeeded', 2_500]]);
  });

  it('gives each attempt an idempotency key that no other shop on the same account can produce', async () => {
    await buy('pm_card_visa');
    const { idempotencyKey } = await shop.stored.one('payments');
    expect(idempotencyKey).toMatch(/^order-\d+-1-[\da-f]{8}-[\da-f-]{27}$/);
    expect([...stripe.state.intents.values()][0]?.metadata.attempt).toBe(idempotencyKey);
  });

  it("keeps the first call's bank challenge on a double tap", async () => {
    const { payments } = shop.context.integrations;
    const { createPayment } = payments;
    let tapped: Promise<unknown> | null = null;
    payments.createPayment = async (request) => {
      const opened = await createPayment(request);
      if (tapped === null) {
        tapped = pay('pm_card_authenticationRequired');
        await tapped;
      }
      return opened;
    };
    const answer = await buy('pm_card_authenticationRequired');
    expect(answer).toMatchObject({ status: 400, body: { message: /^Authentication Required: / } });
    expect(intents()).toEqual([['requires_action', 2_500]]);
  });

  it.each([
    [49, 'at least $0.50'],
    [100_000_000, 'at most $999999.99'],
  ])('rejects a payment of %i cents before reserving anything', async (cents, words) => {
    await shop.stored.change('variants', { priceCents: cents }, { sku: 'MUG' });
    await wren.fillCart([], { MUG: 1 });
    await shop.stored.change('sellers', { flatShippingCents: 0 });
    expect(await pay('pm_card_visa')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(words) },
    });
    expect(await shop.stored.all('orders')).toEqual([]);
  });

  it('creates a new Stripe customer for the next attempt when Stripe no longer knows the old one', async () => {
    await buy('pm_card_visa');
    stripe.state.customers.clear();
    expect(await buy('pm_card_visa')).toMatchObject({
      status: 400,
      body: { message: 'There was an error processing your payment.' },
    });
    expect((await pay('pm_card_visa')).status).toBe(200);
    expect(await wren.orders()).toHaveLength(2);
  });
});
