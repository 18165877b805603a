import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signPayload, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { claimEvent, endClaim } from '../stores/provider-events-store.ts';

describe.each(databaseKinds())('Stripe webhooks on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, {
      providers: [stripe],
      env: { APPROVAL_MISMATCH: 'off', APPROVAL_GIFTS_PER_CARD: '0' },
    });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const post = async (hook: { payload: string; headers: Record<string, string> }) =>
    (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode;
  const tell = (type: string, options = {}) => post(stripe.post(type, options));
  const intents = () => [...stripe.state.intents.values()].map(({ status }) => status);
  const events = () => shop.stored.all('paymentEvents');
  const accounts = () => shop.stored.all('giftCardAccounts');
  const buy = async (paymentCard: string) => {
    await wren.fillCart();
    return wren.pay(paymentCard, { cc_save: true });
  };
  const endUnseen = async () => {
    await shop.stored.change('payments', { state: 'voided' });
    await shop.stored.change('orders', { status: 'declined', number: null });
  };

  it('settles an order once after a lost response, even when the webhook is delivered concurrently', async () => {
    stripe.loseAnswers(/confirm/);
    expect((await buy('pm_card_visa')).status).toBe(503);
    stripe.loseAnswers(null);
    const statuses = await Promise.all([1, 2, 3].map(() => tell('payment_intent.succeeded')));
    expect(statuses.every((status) => status === 200 || status === 503) && statuses.includes(200)).toBe(true);
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await wren.orders()).toMatchObject([{ increment_id: '000000001', status: 'approved' }]);
    expect(await shop.cards()).toHaveLength(1);
    expect(intents()).toEqual(['succeeded']);
    expect(await events()).toMatchObject([
      { type: 'payment_intent.succeeded', result: 'order settled', timesReceived: 4 },
    ]);
  });

  it('takes over an event that was claimed over a minute ago, and ignores the former process', async () => {
    const { orm } = shop.context.database;
    const event = { account: 'stripe-test', eventId: 'evt_one', type: 'payment_intent.succeeded' } as const;
    const begun = shop.context.clock.ms();
    const claim = (process: string, ms: number) =>
      claimEvent(orm, {
        ...event,
        claim: process,
        now: new Date(begun + ms),
        staleBefore: new Date(begun + ms - 60_000),
      });
    const end = (process: string) =>
      endClaim(orm, { ...event, claim: process, result: 'done', now: new Date(begun + 60_002) });
    expect(await claim('first', 0)).toEqual({ mine: true, settled: false });
    expect(await claim('second', 60_000)).toEqual({ mine: false, settled: false });
    expect(await claim('second', 60_001)).toEqual({ mine: true, settled: false });
    await end('first');
    expect(await claim('third', 60_002)).toEqual({ mine: false, settled: false });
    await end('second');
    expect(await claim('third', 60_003)).toEqual({ mine: false, settled: true });
  });

  it('places the order on a retry when the webhook arrived before the response that the shop lost', async () => {
    stripe.loseAnswers(/payment_intents$/);
    expect((await buy('pm_card_visa')).status).toBe(503);
    stripe.loseAnswers(null);
    const [intent] = [...stripe.state.intents.values()];
    stripe.state.confirm(intent?.id ?? '');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect((await wren.pay('pm_card_visa', { cc_save: true })).status).toBe(200);
    expect(await wren.orders()).toHaveLength(1);
    expect(intents()).toEqual(['succeeded']);
  });

  it('finishes 3-D Secure when the browser does not return, and ignores older events that arrive later', async () => {
    const answer = await buy('pm_card_authenticationRequired');
    const clientSecret = answer.body.message?.replace('Authentication Required: ', '') ?? '';
    stripe.state.answerChallenge({ clientSecret, passed: true });
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await tell('payment_intent.requires_action')).toBe(200);
    expect(await wren.orders()).toHaveLength(1);
    expect((await events()).map((row) => row.result).sort()).toEqual(['known already', 'order settled']);
  });

  it('rejects a forged, altered or old webhook and stores nothing', async () => {
    await wren.buyCards();
    const { payload, headers } = stripe.post('payment_intent.succeeded');
    expect(await tell('payment_intent.succeeded', { secret: 'whsec_of_somebody' })).toBe(400);
    expect(await tell('payment_intent.succeeded', { signedAt: new Date(Date.now() - 400_000) })).toBe(400);
    expect(await post({ payload: payload.replace('2500', '9900'), headers })).toBe(400);
    expect(await post({ payload, headers: { 'content-type': 'application/json' } })).toBe(400);
    expect(await post({ payload: 'no json', headers: signPayload('no json', { secret: WEBHOOK_SECRET }) })).toBe(400);
    expect(await post({ payload, headers: { ...headers, 'content-type': 'text/plain' } })).toBe(415);
    expect(await events()).toEqual([]);
    expect(await post({ payload, headers })).toBe(200);
  });

  it('acknowledges and ignores an event for an unknown payment or account', async () => {
    await wren.buyCards();
    const [event] = stripe.events;
    const original = JSON.parse(event?.text ?? '{}');
    const send = (change: object) => {
      const payload = JSON.stringify({ ...original, ...change });
      return post({ payload, headers: signPayload(payload, { secret: WEBHOOK_SECRET }) });
    };
    expect(await send({ id: 'evt_live', livemode: true })).toBe(200);
    expect(await send({ id: 'evt_connected', account: 'acct_other' })).toBe(200);
    expect(await events()).toEqual([]);
    const foreign = { object: { id: 'pi_foreign', object: 'payment_intent', metadata: {} } };
    expect(await send({ id: 'evt_foreign', data: foreign })).toBe(200);
    expect(await send({ id: 'evt_other', type: 'payment_method.detached' })).toBe(200);
    expect((await events()).map((row) => row.result).sort()).toEqual(['not ours', 'nothing to do']);
  });

  it('rejects the event while Stripe cannot be queried, so that Stripe delivers it again', async () => {
    stripe.loseAnswers(/confirm/);
    await buy('pm_card_visa');
    stripe.loseAnswers(null);
    await stripe.proxy.set('down');
    expect(await tell('payment_intent.succeeded')).toBe(503);
    expect(await wren.orders()).toHaveLength(0);
    await stripe.proxy.set('works');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await wren.orders()).toHaveLength(1);
  });

  it('refunds a charge for an attempt that had already ended', async () => {
    await wren.buyCards();
    await endUnseen();
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect([...stripe.state.refunds.values()].map(({ amount }) => amount)).toEqual([2_500]);
    expect(await shop.stored.all('refunds')).toMatchObject([{ state: 'succeeded', requestedBy: 'shop' }]);
  });

  it.each(['charge.refunded', 'refund.created'])(
    'leaves no spendable gift card when a refund event (%s) arrives before the order is recorded',
    async (type) => {
      stripe.loseAnswers(/confirm/);
      expect((await buy('pm_card_visa')).status).toBe(503);
      stripe.loseAnswers(null);
      stripe.state.refund({ payment_intent: [...stripe.state.intents.keys()][0] });
      expect(await tell(type)).toBe(200);
      expect(await tell('payment_intent.succeeded')).toBe(200);
      expect(await shop.stored.all('orders')).toMatchObject([{ status: 'refunded' }]);
      expect(await accounts()).toMatchObject([{ status: 'void' }]);
      expect(await shop.stored.all('refunds')).toMatchObject([{ amountCents: 2_500 }]);
    },
  );

  it('records a failed refund when the charge for an ended attempt cannot be refunded', async () => {
    await wren.buyCards();
    await endUnseen();
    stripe.state.dispute([...stripe.state.intents.keys()][0] ?? '');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await shop.stored.all('refunds')).toMatchObject([{ state: 'failed' }]);
    expect((await events()).map((row) => row.result)).toEqual(['refund failed']);
  });

  it('freezes the gift card of a disputed order, and voids it when the dispute is lost', async () => {
    await wren.buyCards();
    const [intent] = [...stripe.state.intents.values()];
    const dispute = stripe.state.dispute(intent?.id ?? '');
    expect(await tell('charge.dispute.created')).toBe(200);
    expect(await shop.stored.all('disputes')).toMatchObject([
      { reason: 'fraudulent', amountCents: 2_500, state: 'open' },
    ]);
    expect(await accounts()).toMatchObject([{ status: 'frozen' }]);
    dispute.status = 'lost';
    stripe.tell('charge.dispute.closed', dispute);
    expect(await tell('charge.dispute.closed')).toBe(200);
    expect(await shop.stored.all('disputes')).toMatchObject([{ state: 'lost' }]);
    expect(await accounts()).toMatchObject([{ status: 'void', balanceCents: 0 }]);
  });
});
