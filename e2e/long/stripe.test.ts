import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { readStripeCalls, type StripeSays, serveStripe, setStripeResponse } from '../steps/fake-stripe.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const PLACE = 'POST carts/mine/payment-information';
const FAILED = 'There was an error processing your payment.';
const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
/** No server listens at this URL, so that no test reaches Stripe. */
const NOWHERE = 'http://127.0.0.1:9';

const SAYINGS = [
  'Your card number is incomplete.',
  'Your card number is invalid.',
  'Your card’s expiration date is in the past.',
  'Your card’s security code is incomplete.',
  'Your card was declined.',
  'Your card has insufficient funds.',
  'Your card has expired.',
  'Your card’s security code is incorrect.',
  'An error occurred while processing your card. Try again in a little bit.',
  'Your card does not support this type of purchase.',
];

describe('checkout with Stripe', () => {
  const shop = setUpShop({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    STRIPE_API_BASE: NOWHERE,
  });
  let customer: Session;
  let card: Record<string, unknown>;

  beforeAll(async () => {
    customer = await signInCustomer(shop.server());
    card = await createLocalCard(shop.server().send, customer, { scheduledAt: '2026-11-20 09:30:00', complete: true });
  });

  const confirm = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });
  const cardError = (page: Page): Locator => page.locator('[data-card-error]');
  const field = (page: Page): Locator => page.getByLabel('Card number');
  const ordered = (page: Page) => page.waitForURL('**/success**');

  /** Mocks the list of saved cards, because the server would request it from Stripe. */
  const noSavedCards = (page: Page) => answerCall(page, 'GET mobiledigital/savedcards', { body: { data: [] } });

  async function open(says: StripeSays, errors: object[] = []): Promise<Page> {
    const page = await shop.enter({ as: customer, giftCards: { [KEY]: card }, expected: /status of 400|ERR_FAILED/ });
    await serveStripe(page, says);
    await noSavedCards(page);
    const left = [...errors];
    let placed = false;
    await answerCall(page, PLACE, () => {
      const error = left.shift();
      placed = error === undefined;
      return placed ? { body: 77 } : { status: 400, body: error };
    });
    const success = { status: true, data: { order_id: '000000077', shop_name: 'Petal & Post' } };
    await answerCall(page, 'GET mobiledigital/checkoutsuccess', () => ({
      body: placed ? success : { status: false, placing: false },
    }));
    await answerCall(page, 'POST mobiledigital/savegiftcardorderbycart', { body: { status: true } });
    await page.goto('/checkout');
    await confirm(page).waitFor();
    return page;
  }

  it('shows why a wallet cannot pay, and keeps the card form open', async () => {
    const page = await open({ wallets: ['applePay'], createError: 'Your card was declined.' });
    await page.getByRole('button', { name: 'Buy with Apple Pay' }).click();
    await cardError(page).getByText('Your card was declined.').waitFor();
    expect((await readStripeCalls(page)).map(({ name }) => name)).toContain('paymentFailed');
    await setStripeResponse(page, {});
    await field(page).fill('4242');
    await confirm(page).click();
    await ordered(page);
  });

  it('shows only the card form on a phone without a wallet, and saves the card', async () => {
    const page = await open({});
    await field(page).waitFor();
    expect(await page.getByText('or pay by card').count()).toBe(0);
    const calls = watchCalls(page);
    await confirm(page).click();
    await cardError(page).getByText('Please enter a Card for Payment').waitFor();
    await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await field(page).fill('4242');
    await confirm(page).click();
    await ordered(page);
    expect(calls.listRequests(PLACE)[0]?.postDataJSON().paymentMethod.additional_data).toEqual({
      cc_save: true,
      cc_stripejs_token: 'pm_fake_1',
      expected_subtotal: Number(card.price),
      expected_card_due: Number(card.price),
    });
    const call = (await readStripeCalls(page)).find(({ name }) => name === 'createPaymentMethod');
    expect(call?.input).toEqual({
      params: { billing_details: { name: 'Wren Banks', email: expect.any(String), phone: '+61412345678' } },
    });
  });

  it('requires an address before opening a wallet, and names the missing fields', async () => {
    const page = await shop.enter({ as: customer, giftCards: { [KEY]: card } });
    await serveStripe(page, { wallets: ['googlePay'] });
    await noSavedCards(page);
    const { body } = await shop.server().send('GET carts/mine', { token: customer.token });
    const noAddresses = { ...body.customer, addresses: [] };
    const extension_attributes = { ...body.extension_attributes, shipping_assignments: [] };
    await answerCall(page, 'GET carts/mine', { body: { ...body, customer: noAddresses, extension_attributes } });
    await page.goto('/checkout');
    await page.getByRole('button', { name: 'Buy with Google Pay' }).click();
    await page.getByText('Please enter your full name').waitFor();
    expect((await readStripeCalls(page)).map(({ name }) => name)).toContain('wallet rejected');
  });

  it('shows each Stripe message verbatim under the card fields, and allows another try', async () => {
    const page = await open(
      {},
      SAYINGS.map((message) => ({ message })),
    );
    await field(page).fill('4242');
    for (const message of SAYINGS) {
      await setStripeResponse(page, { createError: message });
      await confirm(page).click();
      await cardError(page).getByText(message, { exact: true }).waitFor();
      await setStripeResponse(page, { submitError: message });
      await confirm(page).click();
      await cardError(page).getByText(message, { exact: true }).waitFor();
      expect(await field(page).inputValue()).toBe('4242');
    }
    await setStripeResponse(page, {});
    for (const message of SAYINGS) {
      await confirm(page).click();
      await cardError(page).getByText(message, { exact: true }).waitFor();
      await cardError(page).getByText(FAILED, { exact: true }).waitFor();
      expect(await field(page).inputValue()).toBe('4242');
    }
    await confirm(page).click();
    await ordered(page);
  });

  it('shows why a 3-D Secure check failed, and resubmits the same order after it succeeds', async () => {
    const asks = {
      code: 'authentication_required',
      message: 'Authentication Required: pi_1_secret_2',
      parameters: ['pi_1_secret_2'],
    };
    const page = await open({ challengeError: 'We are unable to authenticate your payment method.' }, [asks, asks]);
    const calls = watchCalls(page);
    await field(page).fill('4242');
    await confirm(page).click();
    await cardError(page).getByText('We are unable to authenticate your payment method.').waitFor();
    await setStripeResponse(page, {});
    await confirm(page).click();
    await ordered(page);
    const secrets = (await readStripeCalls(page)).filter(({ name }) => name === 'handleNextAction');
    expect(secrets.map(({ input }) => input.clientSecret)).toEqual(['pi_1_secret_2', 'pi_1_secret_2']);
    const tokens = calls
      .listRequests(PLACE)
      .map((request) => request.postDataJSON().paymentMethod.additional_data.cc_stripejs_token);
    expect(tokens).toEqual(['pm_fake_1', 'pm_fake_2', 'pm_fake_2']);
  });

  it('offers a retry when the Stripe script fails to load', async () => {
    const page = await shop.enter({ as: customer, giftCards: { [KEY]: card }, expected: /ERR_FAILED|ERR_CONNECTION/ });
    let refused = true;
    await serveStripe(page);
    await noSavedCards(page);
    await page.route('https://js.stripe.com/**', (route) => (refused ? route.abort() : route.fallback()));
    await page.goto('/checkout');
    await page.getByText('Card entry could not be loaded.').waitFor();
    refused = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await field(page).waitFor();
  });
});
