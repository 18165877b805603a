import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAppError } from '#server/platform/kernel/errors.ts';
import type { Refund } from '#test/fakes/stripe-state.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { spendAtTill } from '#test/support/ledger-acts.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { refundOrder } from './refund-order.ts';
import { sendQueuedRefunds } from './send-refund.ts';

describe.each(databaseKinds())('a refund that fails after it was sent on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const refund = async (amountCents?: number) =>
    refundOrder(shop.context, {
      actor: machine,
      orderId: (await shop.stored.one('orders')).id,
      target: amountCents === undefined ? 'everything' : { amountCents },
      note: 'asked by the seller',
    });
  const last = (): Refund => [...stripe.state.refunds.values()].at(-1) as Refund;
  const tell = async (type: string) =>
    (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...stripe.post(type) })).statusCode;
  const becomes = async (status: string, type: string) => {
    const refund = last();
    refund.status = status;
    stripe.tell(type, refund);
    expect(await tell(type)).toBe(200);
  };
  const cards = async () => {
    const accounts = await shop.stored.all('giftCardAccounts');
    return (await shop.cards()).map(({ deliveryState }, index) => {
      const { status, balanceCents } = accounts[index] ?? {};
      return [status === 'active' ? deliveryState : status, balanceCents];
    });
  };
  const causes = async () =>
    (await shop.stored.all('giftCardEntries'))
      .filter(({ kind }) => kind !== 'issue')
      .map(({ kind, postedCents, refundId }) => [kind, postedCents, refundId]);
  const status = async () => (await wren.orders())[0]?.status;
  const jobs = async () => (await shop.jobs.list('send-message')).length;

  it.each([
    ['failed', 'refund.failed'],
    ['failed', 'charge.refund.updated'],
    ['canceled', 'refund.updated'],
  ])(
    'restores the card value and the order status once when the refund becomes %s (%s)',
    async (refundStatus, type) => {
      await wren.buyCards([{}, {}]);
      const before = await jobs();
      await refund();
      expect([await status(), await cards()]).toEqual([
        'refunded',
        [
          ['void', 0],
          ['void', 0],
        ],
      ]);
      for (const { id } of await shop.cards()) await shop.deliver(id);
      await becomes(refundStatus, type);
      await becomes(refundStatus, type);
      expect([await status(), await cards()]).toEqual([
        'approved',
        [
          ['queued', 2_500],
          ['queued', 2_500],
        ],
      ]);
      const { id, state } = await shop.stored.one('refunds');
      expect(state).toBe('failed');
      expect(await causes()).toEqual([
        ['void', -2_500, id],
        ['void', -2_500, id],
        ['restore', 2_500, id],
        ['restore', 2_500, id],
      ]);
      expect(await jobs()).toBe(before + 4);
    },
  );

  it('restores only the value that the failed refund voided, even after part of the rest was spent', async () => {
    await wren.buyCards([{}, {}]);
    await refund(3_000);
    expect(await cards()).toEqual([
      ['queued', 2_000],
      ['void', 0],
    ]);
    await spendAtTill(shop, 700, (await shop.cards()).slice(0, 1));
    await becomes('failed', 'refund.failed');
    expect(await cards()).toEqual([
      ['queued', 1_800],
      ['queued', 2_500],
    ]);
    expect(await refund(4_301)).toMatchObject({ code: 'refund_too_large' });
    expect(await refund(4_300)).toMatchObject({ amountCents: 4_300 });
    expect(await cards()).toEqual([
      ['void', 0],
      ['void', 0],
    ]);
  });

  it('leaves no card value void when a refund fails before its own response arrives', async () => {
    await wren.buyCards();
    const { payments } = shop.context.integrations;
    const send = payments.refund;
    payments.refund = async (request) => {
      const answer = await send(request);
      await becomes('failed', 'refund.failed');
      return answer;
    };
    expect(isAppError(await refund())).toBe(true);
    expect([await status(), await cards()]).toEqual(['approved', [['queued', 2_500]]]);
  });

  it('voids the card value again when a failed refund eventually succeeds', async () => {
    await wren.buyCards();
    await refund();
    await becomes('failed', 'refund.failed');
    await becomes('succeeded', 'refund.updated');
    expect([await status(), await cards()]).toEqual(['refunded', [['void', 0]]]);
  });

  it('restores the card value when a refund made in the dashboard fails', async () => {
    await wren.buyCards([{}, {}]);
    stripe.state.refund({ payment_intent: [...stripe.state.intents.keys()][0], amount: '2500' });
    expect(await tell('refund.created')).toBe(200);
    expect(await cards()).toEqual([
      ['queued', 2_500],
      ['void', 0],
    ]);
    await becomes('failed', 'refund.failed');
    expect(await cards()).toEqual([
      ['queued', 2_500],
      ['queued', 2_500],
    ]);
  });

  it.each([
    ['down', () => stripe.proxy.set('down')],
    ['answering 500', async () => stripe.breakAnswers(/refunds$/)],
  ])(
    'leaves no spendable value when a dashboard refund overtakes our queued refund, after Stripe was %s',
    async (_, breakDown) => {
      await wren.buyCards();
      await breakDown();
      expect(await refund()).toMatchObject({ state: 'queued' });
      await stripe.proxy.set('works');
      stripe.breakAnswers(null);
      stripe.state.refund({ payment_intent: [...stripe.state.intents.keys()][0] });
      expect(await tell('refund.created')).toBe(200);
      shop.wait(10 * 60_000);
      await sendQueuedRefunds(shop.context);
      expect(await shop.stored.all('refunds')).toMatchObject([
        { state: 'failed', amountCents: 2_500 },
        { state: 'succeeded', amountCents: 2_500 },
      ]);
      expect([await status(), await cards()]).toEqual(['refunded', [['void', 0]]]);
      const messages = async () => {
        const { id, sendAt } = await shop.lastCard();
        shop.context.clock.moveTo?.(sendAt);
        await shop.deliver(id, { last: true });
        return (await shop.stored.all('messages', { purpose: 'gift' })).filter(({ attempts }) => attempts > 0).length;
      };
      expect(await messages()).toBe(0);
      await becomes('failed', 'refund.failed');
      expect([await status(), await cards()]).toEqual(['approved', [['queued', 2_500]]]);
      expect(await messages()).toBe(2);
    },
  );

  it('leaves only paid value on the cards when a refund fails after another refund in the dashboard', async () => {
    await wren.buyCards([{}, {}]);
    await refund(3_000);
    const sentRefund = last();
    sentRefund.status = 'failed';
    stripe.state.refund({ payment_intent: sentRefund.payment_intent, amount: '4000' });
    expect(await tell('refund.created')).toBe(200);
    stripe.tell('refund.failed', sentRefund);
    expect(await tell('refund.failed')).toBe(200);
    expect(await cards()).toEqual([
      ['queued', 500],
      ['queued', 500],
    ]);
  });

  it('voids the restored value again for refunds that could not void enough, newest first', async () => {
    await wren.buyCards();
    await refund(1_000);
    const sentRefund = last();
    await spendAtTill(shop, 1_500);
    for (const amount of ['600', '700']) {
      stripe.state.refund({ payment_intent: sentRefund.payment_intent, amount });
      expect(await tell('refund.created')).toBe(200);
    }
    sentRefund.status = 'failed';
    stripe.tell('refund.failed', sentRefund);
    expect(await tell('refund.failed')).toBe(200);
    const [first, second, third] = (await shop.stored.all('refunds')).map(({ id }) => id);
    expect((await causes()).slice(-3)).toEqual([
      ['restore', 1_000, first],
      ['void', -700, third],
      ['void', -300, second],
    ]);
  });

  it("keeps the delivery state of the order's gift cards when a refund fails", async () => {
    await wren.buyCards([{}, {}]);
    const [first, second] = await shop.cards();
    await shop.stored.change('giftCards', { deliveryState: 'unknown', deliveryError: 'no answer' }, { id: first?.id });
    await shop.stored.change(
      'giftCards',
      { deliveryState: 'failed', deliveryError: 'no', problem: 'carrier' },
      { id: second?.id },
    );
    await refund();
    await becomes('failed', 'refund.failed');
    expect((await cards()).map(([state]) => state)).toEqual(['unknown', 'failed']);
  });
});
