import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { reconcilePendingOrders } from '../placing/reconcile-pending-orders.ts';
import { refundOrder } from './refund-order.ts';
import { sendQueuedRefunds, sendRefund } from './send-refund.ts';

const MINUTE_MS = 60_000;

describe.each(databaseKinds())('refunds while Stripe repeats its 500 response for the same key on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const refund = async (amountCents: number) =>
    refundOrder(shop.context, {
      actor: machine,
      orderId: (await shop.stored.one('orders')).id,
      target: { amountCents },
      note: 'asked by the seller',
    });
  const givenAmounts = () => [...stripe.state.refunds.values()].map(({ amount }) => amount);
  const refundRequests = () =>
    stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
  const keys = () => new Set(refundRequests().map(({ key }) => key)).size;
  const rows = async () => (await shop.stored.all('refunds')).map(({ state, attempt }) => ({ state, attempt }));
  const later = async (minutes: number) => {
    shop.wait(minutes * MINUTE_MS);
    await sendQueuedRefunds(shop.context);
  };

  it('resends a refund under a new idempotency key only when the first attempt can no longer be running', async () => {
    await wren.buyCards([{}, {}]);
    stripe.breakAnswers(/refunds$/);
    expect(await refund(1_000)).toMatchObject({ state: 'queued' });
    stripe.breakAnswers(null);
    await later(2);
    expect([givenAmounts(), keys(), await rows()]).toEqual([[], 1, [{ state: 'queued', attempt: 1 }]]);
    await later(4);
    expect([givenAmounts(), keys(), await rows()]).toEqual([[1_000], 2, [{ state: 'succeeded', attempt: 2 }]]);
    await later(10);
    expect(givenAmounts()).toEqual([1_000]);
  });

  it('does not repeat a refund that Stripe made despite its 500 response', async () => {
    await wren.buyCards([{}, {}]);
    stripe.breakAnswers(/refunds$/, { done: true });
    await refund(1_000);
    stripe.breakAnswers(null);
    await later(10);
    expect([givenAmounts(), keys(), await rows()]).toEqual([[1_000], 1, [{ state: 'succeeded', attempt: 1 }]]);
  });

  it('makes one refund when several processes resend it at once after several 500 responses', async () => {
    await wren.buyCards([{}, {}]);
    stripe.breakAnswers(/refunds$/);
    await refund(1_000);
    await later(6);
    stripe.breakAnswers(null);
    await later(3);
    expect(givenAmounts()).toEqual([]);
    shop.wait(6 * MINUTE_MS);
    const { id } = await shop.stored.one('refunds');
    await Promise.all([1, 2, 3].map(() => sendRefund(shop.context, id)));
    expect([givenAmounts(), await rows()]).toEqual([[1_000], [{ state: 'succeeded', attempt: 3 }]]);
  });

  it('records a second refund when Stripe makes an abandoned refund late', async () => {
    await wren.buyCards([{}, {}]);
    await refund(1_000);
    const [first] = [...stripe.state.refunds.values()];
    stripe.state.refund({ payment_intent: first?.payment_intent, amount: '1000', metadata: first?.metadata });
    const hook = stripe.post('refund.created');
    expect((await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(200);
    expect(await shop.stored.all('refunds')).toMatchObject([
      { amountCents: 1_000, note: 'asked by the seller' },
      { amountCents: 1_000, note: 'made a second time' },
    ]);
    expect(await shop.balances()).toEqual(['2500/0', '500/0']);
  });

  it('does not let stuck refunds block later ones', async () => {
    await wren.buyCards([{}, {}]);
    await refund(1_000);
    const { id, ...refunded } = await shop.stored.one('refunds');
    const queued = { ...refunded, state: 'queued' as const, updatedAt: refunded.createdAt };
    await shop.stored.change('refunds', { ...queued, amountCents: 1 }, { id });
    const stuck = { ...queued, amountCents: 100, providerRefundId: null };
    const stuckKeys = Array.from({ length: 120 }, (_, index) => `stuck-${index}`);
    await shop.stored.addAll(
      'refunds',
      stuckKeys.map((idempotencyKey) => ({ ...stuck, idempotencyKey })),
    );
    await stripe.proxy.set('down');
    shop.wait(2 * MINUTE_MS);
    await sendQueuedRefunds(shop.context);
    const looked = async () =>
      (await shop.stored.all('refunds')).filter(({ createdAt, updatedAt }) => updatedAt > createdAt).length;
    expect(await looked()).toBe(100);
    shop.wait(1_000);
    await sendQueuedRefunds(shop.context);
    expect(await looked()).toBe(121);
  });

  it.each([/payment_intents$/, /confirm$/])(
    'charges the payment card once, with a new attempt, after a 500 response from %s',
    async (path) => {
      stripe.breakAnswers(path);
      await wren.fillCart();
      expect((await wren.pay('pm_card_visa', { cc_save: true })).status).toBe(503);
      stripe.breakAnswers(null);
      shop.wait(2 * MINUTE_MS);
      await reconcilePendingOrders(shop.context);
      expect(await wren.orders()).toHaveLength(1);
      const paid = [...stripe.state.intents.values()].filter(({ status }) => status === 'succeeded');
      expect(paid).toHaveLength(1);
    },
  );
});
