import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { sendQueuedRefunds } from './send-refund.ts';

describe.each(databaseKinds())('payments that arrive after their attempt ended on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
    await wren.buyCards();
    await shop.stored.change('payments', { state: 'voided' });
    await shop.stored.change('orders', { status: 'declined', number: null });
  });
  afterEach(() => shop.close());

  const intent = () => [...stripe.state.intents.values()][0];
  const tell = async (type: string) => {
    const hook = stripe.post(type);
    expect((await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(200);
  };
  const tellPaid = async () => {
    stripe.tell('payment_intent.succeeded', intent());
    await tell('payment_intent.succeeded');
  };
  const givenAmounts = () => [...stripe.state.refunds.values()].map(({ amount }) => amount);
  const refunds = async () =>
    (await shop.stored.all('refunds')).map(({ requestedBy, state, amountCents }) => [requestedBy, state, amountCents]);

  it.each([
    ['after a webhook reported the dashboard refund', true],
    ['even without a webhook about the dashboard refund', false],
  ])('refunds only the part that the Stripe dashboard has not refunded, %s', async (_, isRecorded) => {
    stripe.state.refund({ payment_intent: intent()?.id, amount: '1000' });
    if (isRecorded) await tell('refund.created');
    await tellPaid();
    await tellPaid();
    expect(givenAmounts()).toEqual([1_000, 1_500]);
    expect(await refunds()).toEqual([
      ['provider', 'succeeded', 1_000],
      ['shop', 'succeeded', 1_500],
    ]);
  });

  it.each([
    ['its dispute is won', 'charge.dispute.closed'],
    ['Stripe sends the payment event again', 'payment_intent.succeeded'],
  ])('retries a failed refund when %s', async (_, type) => {
    const { id } = stripe.state.dispute(intent()?.id ?? '');
    await tellPaid();
    await tell('charge.dispute.created');
    expect(await refunds()).toEqual([['shop', 'failed', 2_500]]);
    stripe.state.endDispute(id, 'won');
    stripe.tell('payment_intent.succeeded', intent());
    await tell(type);
    await tell(type);
    expect(await refunds()).toEqual([
      ['shop', 'failed', 2_500],
      ['shop', 'succeeded', 2_500],
    ]);
  });

  it('does not refund money that the bank has already taken back', async () => {
    const { id } = stripe.state.dispute(intent()?.id ?? '');
    stripe.state.endDispute(id, 'lost');
    await tell('charge.dispute.closed');
    await tellPaid();
    expect(await refunds()).toEqual([]);
  });

  it('queues the refund until the shop has a Stripe key that may make refunds', async () => {
    stripe.denyRequests(/^\/v1\/refunds$/);
    const hook = stripe.post('payment_intent.succeeded');
    expect((await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(503);
    expect(await refunds()).toEqual([['shop', 'queued', 2_500]]);
    stripe.denyRequests(null);
    shop.wait(120_000);
    await sendQueuedRefunds(shop.context);
    expect(givenAmounts()).toEqual([2_500]);
  });
});
