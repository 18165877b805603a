import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { sendQueuedRefunds } from './send-refund.ts';

describe.each(databaseKinds())('money paid for an attempt that was over on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
    await at.buy('pm_card_visa');
    await at.query("update payments set state = 'voided'");
    await at.query("update orders set status = 'declined', number = null");
  });
  afterEach(() => at.close());

  const intent = () => [...at.stripe.state.intents.values()][0];
  const tell = async (type: string) => {
    const hook = at.stripe.post(type);
    expect((await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(200);
  };
  /** Stripe posts that it was paid, once more. */
  const tellPaid = async () => {
    at.stripe.tell('payment_intent.succeeded', intent());
    await tell('payment_intent.succeeded');
  };
  const given = () => [...at.stripe.state.refunds.values()].map(({ amount }) => amount);
  const refunds = async () =>
    (await at.query('select state, amount_cents as cents, requested_by as who from refunds order by id')).map((row) => [
      row.who,
      row.state,
      row.cents,
    ]);

  test.each([
    ['and this is known', true],
    ['and nobody has said so', false],
  ])('goes back as far as the dashboard has not refunded it, %s', async (_, isRecorded) => {
    at.stripe.state.refund({ payment_intent: intent()?.id, amount: '1000' });
    if (isRecorded) await tell('refund.created');
    await tellPaid();
    await tellPaid();
    expect(given()).toEqual([1_000, 1_500]);
    expect(await refunds()).toEqual([
      ['provider', 'succeeded', 1_000],
      ['shop', 'succeeded', 1_500],
    ]);
  });

  test.each([
    ['its dispute is won', 'charge.dispute.closed'],
    ['Stripe tells of it again', 'payment_intent.succeeded'],
  ])('that could not be refunded is refunded when %s', async (_, type) => {
    const { id } = at.stripe.state.dispute(intent()?.id ?? '');
    await tellPaid();
    await tell('charge.dispute.created');
    expect(await refunds()).toEqual([['shop', 'failed', 2_500]]);
    at.stripe.state.endDispute(id, 'won');
    at.stripe.tell('payment_intent.succeeded', intent());
    await tell(type);
    await tell(type);
    expect(await refunds()).toEqual([
      ['shop', 'failed', 2_500],
      ['shop', 'succeeded', 2_500],
    ]);
  });

  test('that the bank has taken back already is not refunded as well', async () => {
    const { id } = at.stripe.state.dispute(intent()?.id ?? '');
    at.stripe.state.endDispute(id, 'lost');
    await tell('charge.dispute.closed');
    await tellPaid();
    expect(await refunds()).toEqual([]);
  });

  test('waits for a key that may refund', async () => {
    at.stripe.denyRequests(/^\/v1\/refunds$/);
    const hook = at.stripe.post('payment_intent.succeeded');
    expect((await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...hook })).statusCode).toBe(503);
    expect(await refunds()).toEqual([['shop', 'queued', 2_500]]);
    at.stripe.denyRequests(null);
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 120_000));
    await sendQueuedRefunds(at.shop.context);
    expect(given()).toEqual([2_500]);
  });
});
