import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signed, WEBHOOK_SECRET } from '#test/fakes/stripe.ts';
import { pay } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { claimEvent, endClaim } from '../stores/provider-events-store.ts';

const CARD_STATES = `select case a.status when 'active' then c.delivery_state else a.status end as state
  from gift_cards c join gift_card_accounts a on a.gift_card_id = c.id`;

describe.each(databaseKinds())('webhooks of Stripe on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    // Charged in one step; webhooks of two steps are in server/domain/orders/placing/approval-rules.test.ts.
    at = await openStripeShop(kind, { APPROVAL_MISMATCH: 'off', APPROVAL_GIFTS_PER_CARD: '0' });
  });
  afterEach(() => at.close());

  const post = async (hook: { payload: string; headers: Record<string, string> }) =>
    (await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode;
  const tell = (type: string, how = {}) => post(at.stripe.post(type, how));
  const intents = () => [...at.stripe.state.intents.values()].map(({ status }) => status);
  const events = () =>
    at.query('select type, result, times_received from payment_events order by received_at, event_id');

  test('settles an order whose answer was lost, once, however often it is delivered at once', async () => {
    at.stripe.loseAnswers(/confirm/);
    expect((await at.buy('pm_card_visa')).status).toBe(503);
    at.stripe.loseAnswers(null);
    const statuses = await Promise.all([1, 2, 3].map(() => tell('payment_intent.succeeded')));
    expect(statuses.every((status) => status === 200 || status === 503) && statuses.includes(200)).toBe(true);
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await at.orders()).toMatchObject([{ increment_id: '000000001', status: 'approved' }]);
    expect(await at.query('select 1 from gift_cards')).toHaveLength(1);
    expect(intents()).toEqual(['succeeded']);
    expect(await events()).toEqual([{ type: 'payment_intent.succeeded', result: 'order settled', times_received: 4 }]);
  });

  test('is taken over from a process that is silent for a minute, which cannot end the claim of the next one', async () => {
    const { orm } = at.shop.context.database;
    const event = { account: 'stripe-test', eventId: 'evt_one', type: 'payment_intent.succeeded' } as const;
    const begun = at.shop.context.clock.ms();
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

  test('may come before the answer to the call, whose repetition then finds the order', async () => {
    at.stripe.loseAnswers(/payment_intents$/);
    expect((await at.buy('pm_card_visa')).status).toBe(503);
    at.stripe.loseAnswers(null);
    const [intent] = [...at.stripe.state.intents.values()];
    at.stripe.state.confirm(intent?.id ?? '');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect((await pay(at.shop.send, at.customer, 'pm_card_visa')).status).toBe(200);
    expect(await at.orders()).toHaveLength(1);
    expect(intents()).toEqual(['succeeded']);
  });

  test('finishes 3-D Secure when the browser never comes back, and old events change nothing after', async () => {
    const asked = await at.buy('pm_card_authenticationRequired');
    const clientSecret = asked.body.message?.replace('Authentication Required: ', '') ?? '';
    at.stripe.state.answerChallenge({ clientSecret, passed: true });
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await tell('payment_intent.requires_action')).toBe(200);
    expect(await at.orders()).toHaveLength(1);
    expect((await events()).map((row) => row.result).sort()).toEqual(['known already', 'order settled']);
  });

  test('is rejected when forged, changed or old, and leaves no trace', async () => {
    await at.buy('pm_card_visa');
    const { payload, headers } = at.stripe.post('payment_intent.succeeded');
    expect(await tell('payment_intent.succeeded', { secret: 'whsec_of_somebody' })).toBe(400);
    expect(await tell('payment_intent.succeeded', { at: new Date(Date.now() - 400_000) })).toBe(400);
    expect(await post({ payload: payload.replace('2500', '9900'), headers })).toBe(400);
    expect(await post({ payload, headers: { 'content-type': 'application/json' } })).toBe(400);
    expect(await post({ payload: 'no json', headers: signed('no json', { secret: WEBHOOK_SECRET }) })).toBe(400);
    expect(await post({ payload, headers: { ...headers, 'content-type': 'text/plain' } })).toBe(415);
    expect(await events()).toEqual([]);
    expect(await post({ payload, headers })).toBe(200);
  });

  test('of a payment or an account that is not ours is answered and left alone', async () => {
    await at.buy('pm_card_visa');
    const [event] = at.stripe.events;
    const ours = JSON.parse(event?.text ?? '{}');
    const send = (change: object) => {
      const payload = JSON.stringify({ ...ours, ...change });
      return post({ payload, headers: signed(payload, { secret: WEBHOOK_SECRET }) });
    };
    expect(await send({ id: 'evt_live', livemode: true })).toBe(200);
    expect(await send({ id: 'evt_connected', account: 'acct_other' })).toBe(200);
    expect(await events()).toEqual([]);
    const foreign = { object: { id: 'pi_foreign', object: 'payment_intent', metadata: {} } };
    expect(await send({ id: 'evt_foreign', data: foreign })).toBe(200);
    expect(await send({ id: 'evt_other', type: 'payment_method.detached' })).toBe(200);
    expect((await events()).map((row) => row.result).sort()).toEqual(['not ours', 'nothing to do']);
  });

  test('is delivered again while Stripe cannot be queried', async () => {
    at.stripe.loseAnswers(/confirm/);
    await at.buy('pm_card_visa');
    at.stripe.loseAnswers(null);
    await at.proxy.set('down');
    expect(await tell('payment_intent.succeeded')).toBe(503);
    expect(await at.orders()).toHaveLength(0);
    await at.proxy.set('works');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await at.orders()).toHaveLength(1);
  });

  test('refunds what was paid for an attempt that was over', async () => {
    await at.buy('pm_card_visa');
    await at.query("update payments set state = 'voided'");
    await at.query("update orders set status = 'declined', number = null");
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect([...at.stripe.state.refunds.values()].map(({ amount }) => amount)).toEqual([2_500]);
    expect(await at.query('select state, requested_by from refunds')).toEqual([
      { state: 'succeeded', requested_by: 'shop' },
    ]);
  });

  test.each(['charge.refunded', 'refund.created'])(
    'a refund made before the order was recorded (%s) leaves no card to be spent',
    async (type) => {
      at.stripe.loseAnswers(/confirm/);
      expect((await at.buy('pm_card_visa')).status).toBe(503);
      at.stripe.loseAnswers(null);
      at.stripe.state.refund({ payment_intent: [...at.stripe.state.intents.keys()][0] });
      expect(await tell(type)).toBe(200);
      expect(await tell('payment_intent.succeeded')).toBe(200);
      expect(await at.query('select status from orders')).toEqual([{ status: 'refunded' }]);
      expect(await at.query(CARD_STATES)).toEqual([{ state: 'void' }]);
      expect(await at.query('select amount_cents from refunds')).toEqual([{ amount_cents: 2_500 }]);
    },
  );

  test('logs that what was paid for an attempt that was over cannot be refunded', async () => {
    await at.buy('pm_card_visa');
    await at.query("update payments set state = 'voided'");
    await at.query("update orders set status = 'declined', number = null");
    at.stripe.state.dispute([...at.stripe.state.intents.keys()][0] ?? '');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await at.query('select state from refunds')).toEqual([{ state: 'failed' }]);
    expect((await events()).map((row) => row.result)).toEqual(['refund failed']);
  });

  test('a dispute is kept and freezes the card of its order; lost, it voids the card', async () => {
    await at.buy('pm_card_visa');
    const [intent] = [...at.stripe.state.intents.values()];
    const dispute = at.stripe.state.dispute(intent?.id ?? '');
    expect(await tell('charge.dispute.created')).toBe(200);
    expect(await at.query('select reason, amount_cents, state from disputes')).toEqual([
      { reason: 'fraudulent', amount_cents: 2_500, state: 'open' },
    ]);
    expect(await at.query(CARD_STATES)).toEqual([{ state: 'frozen' }]);
    dispute.status = 'lost';
    at.stripe.tell('charge.dispute.closed', dispute);
    expect(await tell('charge.dispute.closed')).toBe(200);
    expect(await at.query('select state from disputes')).toEqual([{ state: 'lost' }]);
    expect(await at.query(CARD_STATES)).toEqual([{ state: 'void' }]);
    expect(await at.query('select sum(posted_cents)::int as left from gift_card_entries')).toEqual([{ left: 0 }]);
  });
});
