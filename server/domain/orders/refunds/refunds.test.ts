import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorAnswer, isAppError } from '#server/platform/kernel/errors.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { spendAtTill } from '#test/support/ledger-acts.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { approveHeldOrder, refuseHeldOrder } from '../review/review-orders.ts';
import { type RefundInput, refundOrder } from './refund-order.ts';
import { sendQueuedRefunds, sendRefund } from './send-refund.ts';

describe.each(databaseKinds())('refunds on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const refund = async (target: RefundInput['target']) => {
    const done = await refundOrder(shop.context, {
      actor: machine,
      orderId: (await shop.stored.one('orders')).id,
      target,
      note: 'asked by the seller',
    });
    return isAppError(done) ? errorAnswer(done).body.message : done;
  };
  const tell = async (type: string) =>
    (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...stripe.post(type) })).statusCode;
  const givenAmounts = () => [...stripe.state.refunds.values()].map(({ amount }) => amount);
  const left = async () => {
    const accounts = await shop.stored.all('giftCardAccounts');
    return (await shop.cards()).map(({ deliveryState }, index) => {
      const { status, balanceCents } = accounts[index] ?? {};
      return [status === 'active' ? deliveryState : status, balanceCents];
    });
  };
  const status = async () => (await wren.orders())[0]?.status;

  it('voids the gift cards of a fully refunded order, and refunds nothing a second time', async () => {
    await wren.buyCards([{}, {}]);
    expect(await refund('everything')).toMatchObject({ amountCents: 5_000, state: 'succeeded' });
    expect(await status()).toBe('refunded');
    expect(await left()).toEqual([
      ['void', 0],
      ['void', 0],
    ]);
    expect(await refund('everything')).toMatch(/Only an approved order/);
    expect(givenAmounts()).toEqual([5_000]);
    expect(await tell('refund.created')).toBe(200);
    expect(await tell('charge.refunded')).toBe(200);
    expect(await shop.stored.all('refunds')).toMatchObject([{ amountCents: 5_000, state: 'succeeded' }]);
  });

  it('refunds the unspent value of one gift card, then no more than is left of the payment', async () => {
    await wren.buyCards([{}, {}]);
    const cards = await shop.cards();
    await spendAtTill(shop, 1_000, cards.slice(0, 1));
    expect(await refund({ orderLineId: Number(cards[0]?.orderLineId) })).toMatchObject({ amountCents: 1_500 });
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
    expect(givenAmounts()).toEqual([1_500, 500]);
  });

  it('limits the refund of one gift card to what is left of the payment', async () => {
    await wren.buyCards([{}, {}]);
    const { id: paymentId, orderId, createdAt } = await shop.stored.one('payments');
    await shop.stored.add('refunds', {
      orderId,
      paymentId,
      amountCents: 4_000,
      state: 'succeeded',
      requestedBy: 'provider',
      note: 'made at the provider',
      idempotencyKey: 'elsewhere',
      createdAt,
      updatedAt: createdAt,
    });
    const [card] = await shop.cards();
    expect(await refund({ orderLineId: Number(card?.orderLineId) })).toBe('This line has no unspent gift card.');
    expect(givenAmounts()).toEqual([]);
  });

  it('refunds once when the refund is requested concurrently', async () => {
    await wren.buyCards();
    const done = await Promise.all([refund('everything'), refund('everything'), refund('everything')]);
    expect(done.filter((result) => typeof result === 'object')).toHaveLength(1);
    expect(givenAmounts()).toEqual([2_500]);
  });

  it('resends a refund under the same idempotency key after a lost response', async () => {
    await wren.buyCards();
    stripe.loseAnswers(/refunds/);
    expect(await refund('everything')).toMatchObject({ state: 'queued' });
    stripe.loseAnswers(null);
    shop.wait(120_000);
    await sendQueuedRefunds(shop.context);
    expect(await shop.stored.all('refunds')).toMatchObject([{ state: 'succeeded' }]);
    expect(givenAmounts()).toEqual([2_500]);
  });

  it('does not repeat a refund that it finds at Stripe, even if Stripe has deleted its idempotency key', async () => {
    await wren.buyCards([{}, {}]);
    stripe.loseAnswers(/refunds$/);
    expect(await refund({ amountCents: 1_000 })).toMatchObject({ state: 'queued' });
    stripe.loseAnswers(null);
    stripe.clearKeys();
    shop.wait(25 * 3_600_000);
    await sendQueuedRefunds(shop.context);
    expect(await shop.stored.all('refunds')).toMatchObject([{ state: 'succeeded' }]);
    expect(givenAmounts()).toEqual([1_000]);
  });

  it("restores the card value once when two processes receive the provider's rejection", async () => {
    await wren.buyCards();
    const [intent] = [...stripe.state.intents.values()];
    stripe.state.dispute(intent?.id ?? '');
    await stripe.proxy.set('down');
    expect(await refund('everything')).toMatchObject({ state: 'queued' });
    await stripe.proxy.set('works');
    const { id } = await shop.stored.one('refunds');
    await Promise.all([1, 2, 3].map(() => sendRefund(shop.context, id)));
    expect(await shop.stored.all('refunds')).toMatchObject([{ state: 'failed' }]);
    expect(await left()).toEqual([['queued', 2_500]]);
  });

  it('keeps a final refund state that was reported before the response arrived', async () => {
    await wren.buyCards();
    const { payments } = shop.context.integrations;
    const send = payments.refund;
    payments.refund = async (request) => {
      const answer = await send(request);
      expect(await tell('refund.created')).toBe(200);
      return answer.state === 'rejected' ? answer : { ...answer, state: 'pending' };
    };
    expect(await refund('everything')).toMatchObject({ state: 'succeeded' });
  });

  it('leaves order and card unchanged when Stripe rejects the refund', async () => {
    await wren.buyCards();
    const [intent] = [...stripe.state.intents.values()];
    stripe.state.dispute(intent?.id ?? '');
    expect(await refund('everything')).toBe('This charge has been charged back.');
    expect(await status()).toBe('approved');
    expect(await left()).toEqual([['queued', 2_500]]);
  });

  it('records a refund made in the Stripe dashboard and voids card value', async () => {
    await wren.buyCards([{}, {}]);
    const [intent] = [...stripe.state.intents.values()];
    stripe.state.refund({ payment_intent: intent?.id, amount: '2500' });
    expect(await tell('charge.refunded')).toBe(200);
    expect(await tell('refund.created')).toBe(200);
    expect(await shop.stored.all('refunds')).toMatchObject([{ amountCents: 2_500, requestedBy: 'provider' }]);
    expect(await left()).toEqual([
      ['queued', 2_500],
      ['void', 0],
    ]);
    const rest = stripe.state.refund({ payment_intent: intent?.id });
    expect(await tell('refund.created')).toBe(200);
    expect(await status()).toBe('refunded');
    rest.status = 'failed';
    stripe.tell('refund.failed', rest);
    expect(await tell('refund.failed')).toBe(200);
    expect(await status()).toBe('approved');
  });

  it('deletes a saved card only for its owner, and also deletes it at Stripe', async () => {
    await wren.buyCards();
    const call = { token: wren.token };
    const cards = async () => (await shop.send('GET mobiledigital/savedcards', call)).body.data;
    const [card] = await cards();
    const remove = async (payment_method: string) =>
      (await shop.send('POST mobiledigital/deletesavedcard', { ...call, body: { payment_method } })).body;
    expect(await remove('pm_of_somebody')).toEqual({ status: false });
    expect(await remove(card?.id ?? '')).toEqual({ status: true });
    expect(await cards()).toEqual([]);
    expect(stripe.events.at(-1)?.type).toBe('payment_method.detached');
    expect(await tell('payment_method.detached')).toBe(200);
  });
});

describe.each(databaseKinds())('orders held for review on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe], env: { APPROVAL_MAX_TOTAL: '20' } });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const placeHeldOrder = async (): Promise<number> => {
    return (await wren.buyCards()).orderId;
  };
  const intent = () => [...stripe.state.intents.values()][0];
  const cards = async () => (await shop.cards()).length;
  const stock = async () => (await shop.stored.one('variants', { sku: 'CARD-25' })).qty;
  const tell = async (type: string) =>
    (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...stripe.post(type) })).statusCode;

  it('captures the payment of a held order and issues its card once, on approval', async () => {
    const orderId = await placeHeldOrder();
    expect(intent()?.status).toBe('requires_capture');
    expect(await cards()).toBe(0);
    const done = await Promise.all([
      approveHeldOrder(shop.context, { orderId: orderId, actor: machine }),
      approveHeldOrder(shop.context, { orderId: orderId, actor: machine }),
    ]);
    expect(done).toContain('approved');
    expect(intent()?.status).toBe('succeeded');
    expect(await wren.orders()).toMatchObject([{ status: 'approved' }]);
    expect(await cards()).toBe(1);
  });

  it('voids the payment, stores the reason and releases stock when an order is refused [LG-11]', async () => {
    const orderId = await placeHeldOrder();
    expect(await stock()).toBe(999);
    expect(await refuseHeldOrder(shop.context, { actor: machine, orderId, reason: 'fraud suspected' })).toBe('refused');
    expect(intent()?.status).toBe('canceled');
    expect(await shop.stored.all('orders')).toMatchObject([{ status: 'refused', refusalReason: 'fraud suspected' }]);
    expect([await stock(), await cards()]).toEqual([1_000, 0]);
    expect(isAppError(await approveHeldOrder(shop.context, { orderId: orderId, actor: machine }))).toBe(true);
  });

  it('approves a held order captured in the Stripe dashboard, and refuses a held order cancelled there', async () => {
    await placeHeldOrder();
    stripe.state.capture(intent()?.id ?? '');
    expect(await tell('payment_intent.succeeded')).toBe(200);
    expect(await wren.orders()).toMatchObject([{ status: 'approved' }]);
    await wren.buyCards();
    const last = [...stripe.state.intents.values()].at(-1);
    stripe.state.cancel(last?.id ?? '');
    expect(await tell('payment_intent.canceled')).toBe(200);
    expect(await shop.stored.all('orders')).toMatchObject([
      { status: 'approved', refusalReason: null },
      { status: 'refused', refusalReason: 'payment declined' },
    ]);
  });
});

describe.each(databaseKinds().slice(0, 1))('sandbox payments (%s)', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  it('refunds part of an order, then the rest, but no more', async () => {
    const { orderId } = await wren.buyCards([{}, {}]);
    const refund = { orderId, note: 'asked by the seller' };
    expect(
      await refundOrder(shop.context, { actor: machine, ...refund, target: { amountCents: 1_000 } }),
    ).toMatchObject({
      state: 'succeeded',
    });
    expect(await refundOrder(shop.context, { actor: machine, ...refund, target: 'everything' })).toMatchObject({
      amountCents: 4_000,
    });
    expect(isAppError(await refundOrder(shop.context, { actor: machine, ...refund, target: 'everything' }))).toBe(true);
    const ledger = await shop.app.inject({ url: `/sandbox/payments?order_id=${orderId}` });
    expect(ledger.json()).toMatchObject([{ amount: 50, status: 'refunded' }]);
    const sandboxRefunds = await shop.stored.all('sandboxRefunds');
    expect(sandboxRefunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(5_000);
  });

  it('deletes a saved payment card', async () => {
    await wren.buyCards();
    const call = { token: wren.token };
    const [card] = (await shop.send('GET mobiledigital/savedcards', call)).body.data;
    const body = { payment_method: card?.id ?? '' };
    expect((await shop.send('POST mobiledigital/deletesavedcard', { ...call, body })).body).toEqual({
      status: true,
    });
    expect((await shop.send('GET mobiledigital/savedcards', call)).body.data).toEqual([]);
    await wren.fillCart();
    expect((await wren.pay(body.payment_method, { cc_save: true })).status).toBe(400);
  });
});
