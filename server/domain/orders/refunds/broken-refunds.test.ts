import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { reconcilePendingOrders } from '../placing/reconcile-pending-orders.ts';
import { refundOrder } from './refund-order.ts';
import { sendQueuedRefunds, sendRefund } from './send-refund.ts';

const MINUTE_MS = 60_000;

describe.each(databaseKinds())('a Stripe that answers 500, and again for the same key, on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
  });
  afterEach(() => at.close());

  const refund = async (amountCents: number) =>
    refundOrder(at.shop.context, {
      actor: machine,
      orderId: Number((await at.query('select id from orders'))[0]?.id),
      what: { amountCents },
      reason: 'asked by the seller',
    });
  const given = () => [...at.stripe.state.refunds.values()].map(({ amount }) => amount);
  const sent = () => at.stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
  const keys = () => new Set(sent().map(({ key }) => key)).size;
  const rows = () => at.query('select state, attempt from refunds order by id');
  const later = async (minutes: number) => {
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + minutes * MINUTE_MS));
    await sendQueuedRefunds(at.shop.context);
  };

  test('has a refund sent under another key, but only once the first can no longer be at work', async () => {
    await at.buy('pm_card_visa', 2);
    at.stripe.breakAnswers(/refunds$/);
    expect(await refund(1_000)).toMatchObject({ state: 'queued' });
    at.stripe.breakAnswers(null);
    await later(2);
    expect([given(), keys(), await rows()]).toEqual([[], 1, [{ state: 'queued', attempt: 1 }]]);
    await later(4);
    expect([given(), keys(), await rows()]).toEqual([[1_000], 2, [{ state: 'succeeded', attempt: 2 }]]);
    await later(10);
    expect(given()).toEqual([1_000]);
  });

  test('but has made the refund, is not sent another', async () => {
    await at.buy('pm_card_visa', 2);
    at.stripe.breakAnswers(/refunds$/, { done: true });
    await refund(1_000);
    at.stripe.breakAnswers(null);
    await later(10);
    expect([given(), keys(), await rows()]).toEqual([[1_000], 1, [{ state: 'succeeded', attempt: 1 }]]);
  });

  test('to every attempt gets one attempt after the other, all processes the same', async () => {
    await at.buy('pm_card_visa', 2);
    at.stripe.breakAnswers(/refunds$/);
    await refund(1_000);
    await later(6);
    at.stripe.breakAnswers(null);
    await later(3);
    expect(given()).toEqual([]);
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 6 * MINUTE_MS));
    const [row] = await at.query('select id from refunds');
    await Promise.all([1, 2, 3].map(() => sendRefund(at.shop.context, Number(row?.id))));
    expect([given(), await rows()]).toEqual([[1_000], [{ state: 'succeeded', attempt: 3 }]]);
  });

  test('and makes it long after it was abandoned, is recorded as having refunded twice', async () => {
    await at.buy('pm_card_visa', 2);
    await refund(1_000);
    const [first] = [...at.stripe.state.refunds.values()];
    at.stripe.state.refund({ payment_intent: first?.payment_intent, amount: '1000', metadata: first?.metadata });
    const hook = at.stripe.post('refund.created');
    expect((await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(200);
    expect(await at.query('select amount_cents, reason from refunds order by id')).toEqual([
      { amount_cents: 1_000, reason: 'asked by the seller' },
      { amount_cents: 1_000, reason: 'made a second time' },
    ]);
    expect(await at.query('select sum(posted_cents)::int as left from gift_card_entries')).toEqual([{ left: 3_000 }]);
  });

  test('a refund that waits does not keep those after it waiting', async () => {
    await at.buy('pm_card_visa', 2);
    await refund(1_000);
    await at.query("update refunds set state = 'queued', amount_cents = 1, updated_at = created_at");
    await at.query(`insert into refunds (order_id, payment_id, amount_cents, state, requested_by, reason, idempotency_key, created_at, updated_at)
      select order_id, payment_id, 100, 'queued', 'operator', '', 'stuck-' || n, created_at, created_at from refunds, generate_series(1, 120) n`);
    await at.proxy.set('down');
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 2 * MINUTE_MS));
    await sendQueuedRefunds(at.shop.context);
    const looked = async () =>
      (await at.query('select count(*)::int as n from refunds where updated_at > created_at'))[0]?.n;
    expect(await looked()).toBe(100);
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 1_000));
    await sendQueuedRefunds(at.shop.context);
    expect(await looked()).toBe(121);
  });

  test.each([/payment_intents$/, /confirm$/])('to %s is paid by the next attempt, once', async (path) => {
    at.stripe.breakAnswers(path);
    expect((await at.buy('pm_card_visa')).status).toBe(503);
    at.stripe.breakAnswers(null);
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 2 * MINUTE_MS));
    await reconcilePendingOrders(at.shop.context);
    expect(await at.orders()).toHaveLength(1);
    const paid = [...at.stripe.state.intents.values()].filter(({ status }) => status === 'succeeded');
    expect(paid).toHaveLength(1);
  });
});
