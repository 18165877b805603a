import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signPayload, startTestingStripe, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import { watchCalls } from '../steps/calls.ts';
import { answerAsBank, readStripeCalls, type StripeSays, serveStripe } from '../steps/fake-stripe.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const stripe = await startTestingStripe();

describe('a Stripe purchase from the first tap to the webhook', () => {
  const shop = setUpShop({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
  });
  let customer: Session;
  let card: Record<string, unknown>;

  beforeAll(async () => {
    customer = await signInCustomer(shop.server());
    card = await createLocalCard(shop.server().send, customer, { scheduledAt: '2026-11-20 09:30:00', complete: true });
  });
  afterAll(() => stripe.close());

  async function checkout(says: StripeSays, key: string) {
    const giftCards = { [`aaaaaaaa-0000-4000-8000-00000000000${key}`]: card };
    const page = await shop.enter({ as: customer, giftCards, expected: /status of 400/ });
    // Sets a known device, because a new device would have to enter the security code.
    await page.context().addCookies([{ name: 'device', value: 'd'.repeat(43), url: shop.server().url }]);
    await serveStripe(page, says);
    await page.goto('/checkout');
    return page;
  }
  const intents = () => [...stripe.state.intents.values()].map(({ status }) => status);
  const orders = async () =>
    (await shop.server().send('GET mobiledigital/orders', { token: customer.token })).body.orders;

  it('charges a card once after the bank approves, and sends the shop no card number [CK-39, CA-55]', async () => {
    const page = await checkout({ method: 'pm_card_authenticationRequired' }, '1');
    await answerAsBank(page, (clientSecret) => stripe.state.answerChallenge({ clientSecret, passed: true }));
    const calls = watchCalls(page);
    await page.getByLabel('Card number').fill('4000000000003220');
    await page.getByRole('button', { name: 'Confirm Purchase' }).click();
    await page.waitForURL('**/success**');
    await page.getByText('000000001').first().waitFor();
    const bodies = calls.listRequests('POST carts/mine/payment-information').map((request) => request.postData() ?? '');
    expect(bodies).toHaveLength(2);
    expect(bodies.join()).not.toContain('4000000000003220');
    expect(intents()).toEqual(['succeeded']);
    const { payload } = stripe.post('payment_intent.succeeded');
    const response = await fetch(`${shop.server().url}/webhooks/stripe`, {
      method: 'POST',
      body: payload,
      headers: signPayload(payload, { secret: WEBHOOK_SECRET }),
    });
    expect(response.status).toBe(200);
    expect(await orders()).toHaveLength(1);
  });

  it('pays the next order with the saved card in one tap [CK-37, ST-085]', async () => {
    const page = await checkout({}, '2');
    await page.getByText('3155').first().waitFor();
    await page.getByRole('button', { name: 'Confirm Purchase' }).click();
    await page.waitForURL('**/success**');
    expect(intents()).toEqual(['succeeded', 'succeeded']);
    expect(await orders()).toHaveLength(2);
  });

  it('charges the displayed amount by Google Pay in one tap, without saving the card [CK-38]', async () => {
    const page = await checkout({ wallets: ['googlePay'], method: 'pm_card_visa' }, '3');
    const calls = watchCalls(page);
    await page.getByRole('button', { name: 'Buy with Google Pay' }).click();
    await page.waitForURL('**/success**');
    const [order] = calls.listRequests('POST carts/mine/payment-information');
    expect(order?.postDataJSON().paymentMethod).toEqual({
      method: 'stripe_payments',
      additional_data: {
        cc_save: false,
        cc_stripejs_token: 'pm_card_visa',
        expected_subtotal: Number(card.price),
        expected_card_due: Number(card.price),
      },
    });
    const recordedCalls = await readStripeCalls(page);
    const express = recordedCalls.find(({ name }) => name === 'create expressCheckout');
    expect(express?.input.paymentMethods).toMatchObject({ link: 'never', paypal: 'never', klarna: 'never' });
    const amounts = recordedCalls.filter(({ name }) => name === 'elements').map(({ input }) => input.amount);
    expect(new Set(amounts)).toEqual(new Set([Number(card.price) * 100]));
    expect(intents()).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(await orders()).toHaveLength(3);
    const { body } = await shop.server().send('GET mobiledigital/savedcards', { token: customer.token });
    expect(body.data?.map(({ last4 }) => last4)).toEqual(['3155']);
  });
});
