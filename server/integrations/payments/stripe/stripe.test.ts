import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorForLog } from '#server/platform/kernel/redaction.ts';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { startTestingStripe, type TestingStripe } from '#test/fakes/stripe.ts';
import { createClock } from '../../../clock.ts';
import { isPaymentsError, type PaymentOutcome, type PaymentRequest, type Payments } from '../port.ts';
import { createStripePayments } from './stripe.ts';
import { createStripeClient, type StripeClient } from './stripe-client.ts';

let stripe: TestingStripe;
let proxy: FaultProxy;
let client: StripeClient;
let payments: Payments;
let hasty: { client: StripeClient; payments: Payments };
let attempts = 0;

beforeEach(async () => {
  stripe = await startTestingStripe();
  proxy = await startFaultProxy({ port: stripe.port, slowMs: 2_000 });
  ({ client, payments } = connect(10_000));
  hasty = connect(500);
});
afterEach(async () => {
  await proxy.close();
  await stripe.close();
});

function connect(timeoutMs: number) {
  const clock = createClock({ movable: false });
  const connected = createStripeClient({ secretKey: 'sk_test_1', apiBase: proxy.url, timeoutMs, clock });
  const names = {
    account: 'stripe-test' as const,
    publishableKey: 'pk_test_1',
    returnUrl: 'http://shop.test/checkout',
  };
  return { client: connected, payments: createStripePayments(connected, names) };
}

const wren = { customerId: 7, name: 'Wren Banks', email: 'wren@example.com', phone: '+61412345678', former: null };

async function createPaymentRequest(change: Partial<PaymentRequest> = {}): Promise<PaymentRequest> {
  attempts += 1;
  return {
    idempotencyKey: `order-1-${attempts}`,
    orderId: 1,
    cartId: 2,
    amountCents: 2_550,
    currency: 'AUD',
    providerCustomerId: await payments.createCustomer(wren),
    paymentMethod: 'pm_card_visa',
    saveCard: true,
    capture: true,
    ...change,
  };
}

async function openPayment(request: PaymentRequest): Promise<string> {
  const created = await payments.createPayment(request);
  if ('state' in created) throw new Error(created.message);
  return created.paymentId;
}

async function chargePayment(change: Partial<PaymentRequest> = {}): Promise<PaymentOutcome> {
  return payments.confirm(await openPayment(await createPaymentRequest(change)));
}

const listIntents = () => [...stripe.state.intents.values()].map(({ status, amount }) => [status, amount]);
const listPosts = (path: RegExp) =>
  stripe.requests.filter((request) => request.method === 'POST' && path.test(request.path));

describe('Stripe as a payment provider', () => {
  it('creates one Stripe customer, and another only when Stripe no longer knows the first one', async () => {
    const first = await payments.createCustomer(wren);
    expect(await payments.createCustomer(wren)).toBe(first);
    expect(await payments.createCustomer({ ...wren, former: first })).not.toBe(first);
  });

  it('charges the exact amount in cents once, even when calls are repeated', async () => {
    const request = await createPaymentRequest();
    const paymentId = await openPayment(request);
    expect(await openPayment(request)).toBe(paymentId);
    expect(await payments.confirm(paymentId)).toEqual({ state: 'captured', paymentId });
    expect(await payments.confirm(paymentId)).toEqual({ state: 'captured', paymentId });
    expect(listIntents()).toEqual([['succeeded', 2_550]]);
    expect(listPosts(/payment_intents$/)[0]?.text).toContain('amount=2550&currency=aud');
  });

  it('captures or voids an authorised payment once, even when calls are repeated', async () => {
    const payment = await chargePayment({ capture: false });
    expect(payment.state).toBe('authorised');
    const paymentId = payment.paymentId ?? '';
    expect(await payments.capture(paymentId)).toEqual({ state: 'captured', paymentId });
    expect(await payments.capture(paymentId)).toEqual({ state: 'captured', paymentId });
    const cancelled = (await chargePayment({ capture: false })).paymentId ?? '';
    await payments.cancel(cancelled);
    await payments.cancel(cancelled);
    expect(await payments.retrieve(cancelled)).toEqual({ state: 'voided', paymentId: cancelled });
    await payments.cancel(paymentId);
    expect(await payments.retrieve(paymentId)).toMatchObject({ state: 'captured' });
  });

  it('passes the security code of a saved card to the bank and returns whether the bank confirmed it', async () => {
    await chargePayment();
    const { providerCustomerId } = await createPaymentRequest();
    const [saved] = await payments.savedCards(providerCustomerId);
    expect(saved?.cardPrint).toBe('print4242424242424242');
    const paymentOptions = { paymentMethod: saved?.id ?? '', capture: false };
    const paymentWithoutCode = await chargePayment(paymentOptions);
    expect(paymentWithoutCode).toMatchObject({ state: 'authorised', card: { country: 'US', failedChecks: [] } });
    expect(paymentWithoutCode).not.toHaveProperty('card.hasRightSecurityCode');
    const withCode = async (securityCodeToken: string) =>
      payments.confirm(await openPayment(await createPaymentRequest(paymentOptions)), { securityCodeToken });
    expect(await withCode('cvctok_1')).toMatchObject({ state: 'authorised', card: { hasRightSecurityCode: true } });
    expect(decodeURIComponent(listPosts(/confirm$/).at(-1)?.text ?? '')).toContain(
      'payment_method_options[card][cvc_token]=cvctok_1',
    );
    expect(await withCode('tok_1')).toMatchObject({ state: 'declined', message: "No such token: 'tok_1'" });
  });

  it("returns Stripe's decline message, but never reveals that the bank suspects fraud [VA-30]", async () => {
    expect(await chargePayment({ paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds' })).toMatchObject({
      state: 'declined',
      message: 'Your card has insufficient funds.',
    });
    expect(await payments.createPayment(await createPaymentRequest({ paymentMethod: 'pm_unknown' }))).toMatchObject({
      state: 'declined',
      message: "No such PaymentMethod: 'pm_unknown'",
    });
    const suspected = await openPayment(await createPaymentRequest());
    const intent = stripe.state.getIntent(suspected);
    intent.status = 'canceled';
    intent.last_payment_error = { decline_code: 'stolen_card', message: 'Your card was reported stolen.' };
    expect(await payments.retrieve(suspected)).toMatchObject({ state: 'declined', message: 'Your card was declined.' });
  });

  it('cancels a payment after a failed 3-D Secure challenge, so that it cannot be paid later', async () => {
    const payment = await chargePayment({ paymentMethod: 'pm_card_authenticationRequired' });
    if (payment.state !== 'requires_action') throw new Error(payment.state);
    stripe.state.answerChallenge({ clientSecret: payment.clientSecret, passed: true });
    expect(await payments.retrieve(payment.paymentId)).toMatchObject({ state: 'captured' });
    const secondPayment = await chargePayment({ paymentMethod: 'pm_card_authenticationRequired' });
    if (secondPayment.state !== 'requires_action') throw new Error(secondPayment.state);
    stripe.state.answerChallenge({ clientSecret: secondPayment.clientSecret, passed: false });
    expect(await payments.retrieve(secondPayment.paymentId)).toMatchObject({
      state: 'declined',
      message: /unable to authenticate/,
    });
    expect(stripe.state.getIntent(secondPayment.paymentId).status).toBe('canceled');
  });

  it('lists each saved card once, newest first, and detaches cards only for their owner', async () => {
    const { providerCustomerId } = await createPaymentRequest();
    for (const paymentMethod of ['pm_card_visa', 'pm_card_mastercard', 'pm_card_visa'])
      await chargePayment({ paymentMethod });
    const cards = await payments.savedCards(providerCustomerId);
    expect(cards.map(({ brand, last4 }) => [brand, last4])).toEqual([
      ['visa', '4242'],
      ['mastercard', '4444'],
    ]);
    const other = await payments.createCustomer({ ...wren, customerId: 8 });
    expect(await payments.removeCard(other, cards[0]?.id ?? '')).toBe(false);
    expect(await payments.removeCard(providerCustomerId, cards[0]?.id ?? '')).toBe(true);
    expect(await payments.removeCard(providerCustomerId, cards[0]?.id ?? '')).toBe(false);
    expect((await payments.savedCards(providerCustomerId)).map(({ brand }) => brand)).toEqual(['mastercard']);
    expect(await payments.savedCards('cus_gone')).toEqual([]);
  });

  it('reports a customer that Stripe does not know, without logging any values', async () => {
    const declined = await payments.createPayment(await createPaymentRequest({ providerCustomerId: 'cus_gone' }));
    if (!('state' in declined)) throw new Error('expected a decline');
    expect(declined).toMatchObject({ customerUnknown: true, message: 'There was an error processing your payment.' });
    const logged = JSON.stringify(errorForLog(declined.requestError as Error));
    expect(logged).toMatch(/HTTP 404, invalid_request_error, resource_missing, customer, req_/);
    expect(logged).not.toMatch(/cus_gone|sk_test|pm_card/);
  });
});

describe('when Stripe fails', () => {
  const outcome = (asking: Promise<unknown>) =>
    asking.then(
      (answer) => answer,
      (error: unknown) => (isPaymentsError(error) ? 'unknown' : error),
    );

  it.each(['down', 'slow', 'half-open', 'busy', 'garbage'] as const)(
    'treats the outcome as unknown while Stripe is %s, and charges once on retry',
    async (mode) => {
      const request = await createPaymentRequest();
      const paymentId = await openPayment(request);
      await proxy.set(mode);
      expect(await outcome(hasty.payments.confirm(paymentId))).toBe('unknown');
      expect(hasty.client.health()).toMatchObject({ service: 'payments', provider: 'stripe', state: 'failing' });
      await proxy.set('works');
      expect(await payments.confirm(paymentId)).toMatchObject({ state: 'captured' });
      expect(listIntents()).toEqual([['succeeded', 2_550]]);
    },
  );

  it("charges once when Stripe's response is lost and the confirmation is retried under the same idempotency key", async () => {
    const paymentId = await openPayment(await createPaymentRequest());
    stripe.loseAnswers(/confirm/);
    expect(await outcome(payments.confirm(paymentId))).toBe('unknown');
    stripe.loseAnswers(null);
    expect(await payments.confirm(paymentId)).toMatchObject({ state: 'captured' });
    expect(new Set(listPosts(/confirm/).map(({ key }) => key)).size).toBe(1);
    expect(listIntents()).toEqual([['succeeded', 2_550]]);
  });

  it.each([false, true])(
    'recovers without charging twice when Stripe replays a stored 5xx (write applied: %s)',
    async (done) => {
      const fresh = async <T>(path: RegExp, run: () => Promise<T>): Promise<T> => {
        stripe.breakAnswers(path, { done });
        await outcome(run());
        stripe.breakAnswers(null);
        return run();
      };
      const request = await createPaymentRequest();
      const paymentId = await fresh(/payment_intents$/, () => openPayment(request));
      expect(await fresh(/confirm$/, () => payments.confirm(paymentId))).toMatchObject({ state: 'captured' });
      const authorisedId = await openPayment(await createPaymentRequest({ capture: false }));
      await payments.confirm(authorisedId);
      expect(await fresh(/capture$/, () => payments.capture(authorisedId))).toMatchObject({ state: 'captured' });
      const open = await openPayment(await createPaymentRequest());
      await fresh(/cancel$/, () => payments.cancel(open));
      expect(await payments.retrieve(open)).toMatchObject({ state: 'voided' });
      const [card] = await payments.savedCards(request.providerCustomerId);
      await fresh(/detach$/, () => payments.removeCard(request.providerCustomerId, card?.id ?? ''));
      expect(await payments.savedCards(request.providerCustomerId)).toEqual([]);
      expect(listIntents().filter(([status]) => status === 'succeeded')).toHaveLength(2);
    },
  );

  it('stops calling Stripe after five consecutive failures', async () => {
    const { providerCustomerId } = await createPaymentRequest();
    await proxy.set('down');
    for (let time = 0; time < 3; time += 1)
      expect(await outcome(payments.savedCards(providerCustomerId))).toBe('unknown');
    expect(client.health().state).toBe('circuit_open');
    await proxy.set('works');
    const requestCount = stripe.requests.length;
    expect(await outcome(payments.savedCards(providerCustomerId))).toBe('unknown');
    expect(stripe.requests).toHaveLength(requestCount);
  });
});
