import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorAnswer, isAppError } from '#server/platform/kernel/errors.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { spend } from '#test/support/ledger-entries.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { approveHeldOrder, refuseHeldOrder } from '../review/review-orders.ts';
import { type RefundInput, refundOrder } from './refund-order.ts';
import { sendQueuedRefunds, sendRefund } from './send-refund.ts';

const SANDBOX = { PAYMENTS: 'sandbox' };

describe.each(databaseKinds())('refunds on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
  });
  afterEach(() => at.close());

  const refund = async (what: RefundInput['what']) => {
    const [order] = await at.query('select id from orders');
    const done = await refundOrder(at.shop.context, {
      actor: machine,
      orderId: Number(order?.id),
      what,
      reason: 'asked by the seller',
    });
    return isAppError(done) ? errorAnswer(done).body.message : done;
  };
  const tell = async (type: string) =>
    (await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...at.stripe.post(type) })).statusCode;
  const given = () => [...at.stripe.state.refunds.values()].map(({ amount }) => amount);
  const left = async () =>
    (
      await at.query(
        `select case a.status when 'active' then c.delivery_state else a.status end as state, a.balance_cents as left
          from gift_cards c join gift_card_accounts a on a.gift_card_id = c.id order by c.id`,
      )
    ).map((row) => [row.state, row.left]);
  const status = async () => (await at.orders())[0]?.status;

  test('in full: the order is refunded, its cards are void, and a second time nothing is left', async () => {
    await at.buy('pm_card_visa', 2);
    expect(await refund('everything')).toMatchObject({ amountCents: 5_000, state: 'succeeded' });
    expect(await status()).toBe('refunded');
    expect(await left()).toEqual([
      ['void', 0],
      ['void', 0],
    ]);
    expect(await refund('everything')).toMatch(/Only an approved order/);
    expect(given()).toEqual([5_000]);
    expect(await tell('refund.created')).toBe(200);
    expect(await tell('charge.refunded')).toBe(200);
    expect(await at.query('select amount_cents, state from refunds')).toEqual([
      { amount_cents: 5_000, state: 'succeeded' },
    ]);
  });

  test('in part: one card’s unspent value, then no more than what is left', async () => {
    await at.buy('pm_card_visa', 2);
    const [card] = await at.query('select id, order_line_id from gift_cards order by id');
    await at.query(spend(1_000, `c.id = ${card?.id}`));
    expect(await refund({ orderLineId: Number(card?.order_line_id) })).toMatchObject({ amountCents: 1_500 });
    expect(await left()).toEqual([
      ['void', 0],
      ['queued', 2_500],
    ]);
    expect(await status()).toBe('approved');
    expect(await refund({ amountCents: 2_501 })).toBe('At most $25.00 can be refunded.');
    expect(await refund({ amountCents: 0.5 })).toBe('At most $25.00 can be refunded.');
    expect(await refund({ amountCents: 500 })).toMatchObject({ amountCents: 500 });
    expect(await left()).toEqual([
      ['void', 0],
      ['queued', 2_000],
    ]);
    expect(given()).toEqual([1_500, 500]);
  });

  test('of one card is no more than is left of the payment', async () => {
    await at.buy('pm_card_visa', 2);
    await at.query(`insert into refunds (order_id, payment_id, amount_cents, state, requested_by, reason, idempotency_key, created_at, updated_at)
      select order_id, id, 4000, 'succeeded', 'provider', 'made at the provider', 'elsewhere', created_at, created_at from payments`);
    const [card] = await at.query('select order_line_id from gift_cards order by id');
    expect(await refund({ orderLineId: Number(card?.order_line_id) })).toBe('This line has no unspent gift card.');
    expect(given()).toEqual([]);
  });

  test('requested twice at once, is made once', async () => {
    await at.buy('pm_card_visa');
    const done = await Promise.all([refund('everything'), refund('everything'), refund('everything')]);
    expect(done.filter((result) => typeof result === 'object')).toHaveLength(1);
    expect(given()).toEqual([2_500]);
  });

  test('without an answer of Stripe’s is sent again under the same key by the scheduled job', async () => {
    await at.buy('pm_card_visa');
    at.stripe.loseAnswers(/refunds/);
    expect(await refund('everything')).toMatchObject({ state: 'queued' });
    at.stripe.loseAnswers(null);
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
    await sendQueuedRefunds(at.shop.context);
    expect(await at.query('select state from refunds')).toEqual([{ state: 'succeeded' }]);
    expect(given()).toEqual([2_500]);
  });

  test('without an answer for so long that its key is deleted, is found at Stripe and not made again', async () => {
    await at.buy('pm_card_visa', 2);
    at.stripe.loseAnswers(/refunds$/);
    expect(await refund({ amountCents: 1_000 })).toMatchObject({ state: 'queued' });
    at.stripe.loseAnswers(null);
    at.stripe.clearKeys();
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 25 * 3_600_000));
    await sendQueuedRefunds(at.shop.context);
    expect(await at.query('select state from refunds')).toEqual([{ state: 'succeeded' }]);
    expect(given()).toEqual([1_000]);
  });

  test('and rejected to two processes at once, restores the card’s value once', async () => {
    await at.buy('pm_card_visa');
    const [intent] = [...at.stripe.state.intents.values()];
    at.stripe.state.dispute(intent?.id ?? '');
    await at.proxy.set('down');
    expect(await refund('everything')).toMatchObject({ state: 'queued' });
    await at.proxy.set('works');
    const [row] = await at.query('select id from refunds');
    await Promise.all([1, 2, 3].map(() => sendRefund(at.shop.context, Number(row?.id))));
    expect(await at.query('select state from refunds')).toEqual([{ state: 'failed' }]);
    expect(await left()).toEqual([['queued', 2_500]]);
  });

  test('whose end was reported before the response to the call keeps that end', async () => {
    await at.buy('pm_card_visa');
    const { payments } = at.shop.context.integrations;
    const send = payments.refund;
    payments.refund = async (request) => {
      const answer = await send(request);
      expect(await tell('refund.created')).toBe(200);
      return answer.state === 'rejected' ? answer : { ...answer, state: 'pending' };
    };
    expect(await refund('everything')).toMatchObject({ state: 'succeeded' });
  });

  test('rejected by Stripe, leaves order and card as they were', async () => {
    await at.buy('pm_card_visa');
    const [intent] = [...at.stripe.state.intents.values()];
    at.stripe.state.dispute(intent?.id ?? '');
    expect(await refund('everything')).toBe('This charge has been charged back.');
    expect(await status()).toBe('approved');
    expect(await left()).toEqual([['queued', 2_500]]);
  });

  test('in Stripe’s dashboard is recorded, and takes the card’s value with it', async () => {
    await at.buy('pm_card_visa', 2);
    const [intent] = [...at.stripe.state.intents.values()];
    at.stripe.state.refund({ payment_intent: intent?.id, amount: '2500' });
    expect(await tell('charge.refunded')).toBe(200);
    expect(await tell('refund.created')).toBe(200);
    expect(await at.query('select amount_cents, requested_by from refunds')).toEqual([
      { amount_cents: 2_500, requested_by: 'provider' },
    ]);
    expect(await left()).toEqual([
      ['queued', 2_500],
      ['void', 0],
    ]);
    const rest = at.stripe.state.refund({ payment_intent: intent?.id });
    expect(await tell('refund.created')).toBe(200);
    expect(await status()).toBe('refunded');
    rest.status = 'failed';
    at.stripe.tell('refund.failed', rest);
    expect(await tell('refund.failed')).toBe(200);
    expect(await status()).toBe('approved');
  });

  test('a saved card is deleted by its owner alone, also at Stripe', async () => {
    await at.buy('pm_card_visa');
    const call = { token: at.customer.token };
    const cards = async () => (await at.shop.send('GET mobiledigital/savedcards', call)).body.data;
    const [card] = await cards();
    const remove = async (payment_method: string) =>
      (await at.shop.send('POST mobiledigital/deletesavedcard', { ...call, body: { payment_method } })).body;
    expect(await remove('pm_of_somebody')).toEqual({ status: false });
    expect(await remove(card?.id ?? '')).toEqual({ status: true });
    expect(await cards()).toEqual([]);
    expect(at.stripe.events.at(-1)?.type).toBe('payment_method.detached');
    expect(await tell('payment_method.detached')).toBe(200);
  });
});

describe.each(databaseKinds())('an order held for an operator on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind, { APPROVAL_MAX_TOTAL: '20' });
  });
  afterEach(() => at.close());

  const held = async (): Promise<number> => {
    await at.buy('pm_card_visa');
    return Number((await at.query('select id from orders'))[0]?.id);
  };
  const intent = () => [...at.stripe.state.intents.values()][0];
  const cards = async () => (await at.query('select id from gift_cards')).length;
  const stock = async () => (await at.query("select qty from variants where sku = 'CARD-25'"))[0]?.qty;
  const tell = async (type: string) =>
    (await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...at.stripe.post(type) })).statusCode;

  test('is authorised, and captured once when it is approved; then its card exists', async () => {
    const orderId = await held();
    expect(intent()?.status).toBe('requires_capture');
    expect(await cards()).toBe(0);
    const done = await Promise.all([
      approveHeldOrder(at.shop.context, { orderId: orderId, actor: machine }),
      approveHeldOrder(at.shop.context, { orderId: orderId, actor: machine }),
    ]);
    expect(done).toContain('approved');
    expect(intent()?.status).toBe('succeeded');
    expect(await at.orders()).toMatchObject([{ status: 'approved' }]);
    expect(await cards()).toBe(1);
  });

  test('refused, voids the payment, keeps the reason and releases the stock [LG-11]', async () => {
    const orderId = await held();
    expect(await stock()).toBe(999);
    expect(await refuseHeldOrder(at.shop.context, { actor: machine, orderId, reason: 'fraud suspected' })).toBe(
      'refused',
    );
    expect(intent()?.status).toBe('canceled');
    expect(await at.query('select status, refusal_reason from orders')).toEqual([
      { status: 'refused', refusal_reason: 'fraud suspected' },
    ]);
    expect([await stock(), await cards()]).toEqual([1_000, 0]);
    expect(isAppError(await approveHeldOrder(at.shop.context, { orderId: orderId, actor: machine }))).toBe(true);
  });

  test('captured in Stripe’s dashboard is approved; cancelled there, it is refused', async () => {
    await held();
    at.stripe.state.capture(intent()?.id ?? '');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await at.orders()).toMatchObject([{ status: 'approved' }]);
    await at.buy('pm_card_visa');
    const last = [...at.stripe.state.intents.values()].at(-1);
    at.stripe.state.cancel(last?.id ?? '');
    expect(await tell('payment_intent.canceled')).toBe(200);
    expect(await at.query('select status, refusal_reason from orders order by id')).toEqual([
      { status: 'approved', refusal_reason: null },
      { status: 'refused', refusal_reason: 'payment declined' },
    ]);
  });
});

describe.each(databaseKinds().slice(0, 1))('the sandbox refunds as Stripe does (%s)', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind, SANDBOX);
  });
  afterEach(() => at.close());

  test('in part, then the rest, and no more', async () => {
    const placed = await at.buy('pm_card_visa', 2);
    const refund = { orderId: placed.body as number, reason: 'asked by the seller' };
    expect(
      await refundOrder(at.shop.context, { actor: machine, ...refund, what: { amountCents: 1_000 } }),
    ).toMatchObject({
      state: 'succeeded',
    });
    expect(await refundOrder(at.shop.context, { actor: machine, ...refund, what: 'everything' })).toMatchObject({
      amountCents: 4_000,
    });
    expect(isAppError(await refundOrder(at.shop.context, { actor: machine, ...refund, what: 'everything' }))).toBe(
      true,
    );
    const ledger = await at.shop.app.inject({ url: `/sandbox/payments?order_id=${placed.body}` });
    expect(ledger.json()).toMatchObject([{ amount: 50, status: 'refunded' }]);
    expect(await at.query('select sum(amount_cents)::int as given from demo.sandbox_refunds')).toEqual([
      { given: 5_000 },
    ]);
  });

  test('deletes a saved card', async () => {
    await at.buy('pm_card_visa');
    const call = { token: at.customer.token };
    const [card] = (await at.shop.send('GET mobiledigital/savedcards', call)).body.data;
    const body = { payment_method: card?.id ?? '' };
    expect((await at.shop.send('POST mobiledigital/deletesavedcard', { ...call, body })).body).toEqual({
      status: true,
    });
    expect((await at.shop.send('GET mobiledigital/savedcards', call)).body.data).toEqual([]);
    expect((await at.buy(body.payment_method)).status).toBe(400);
  });
});
