import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAppError } from '#server/platform/kernel/errors.ts';
import type { Refund } from '#test/fakes/stripe-state.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { deliverCard } from '#test/support/deliver-card.ts';
import { spend } from '#test/support/ledger-entries.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { refundOrder } from './refund-order.ts';
import { sendQueuedRefunds } from './send-refund.ts';

describe.each(databaseKinds())('a refund that fails after it was sent on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
  });
  afterEach(() => at.close());

  const refund = async (amountCents?: number) => {
    const [order] = await at.query('select id from orders');
    const what = amountCents === undefined ? 'everything' : { amountCents };
    return refundOrder(at.shop.context, {
      actor: machine,
      orderId: Number(order?.id),
      what,
      reason: 'asked by the seller',
    });
  };
  const last = (): Refund => [...at.stripe.state.refunds.values()].at(-1) as Refund;
  const tell = async (type: string) =>
    (await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...at.stripe.post(type) })).statusCode;
  const becomes = async (status: string, type: string) => {
    const refund = last();
    refund.status = status;
    at.stripe.tell(type, refund);
    expect(await tell(type)).toBe(200);
  };
  const cards = async () =>
    (
      await at.query(
        `select case a.status when 'active' then c.delivery_state else a.status end as state, a.balance_cents as left
          from gift_cards c join gift_card_accounts a on a.gift_card_id = c.id order by c.id`,
      )
    ).map((row) => [row.state, row.left]);
  const causes = async () =>
    (
      await at.query("select kind, posted_cents, refund_id from gift_card_entries where kind <> 'issue' order by id")
    ).map((row) => [row.kind, row.posted_cents, row.refund_id]);
  const status = async () => (await at.orders())[0]?.status;
  const jobs = async () =>
    Number((await at.query("select count(*)::int as n from pgboss.job where name = 'send-message'"))[0]?.n);

  test.each([
    ['failed', 'refund.failed'],
    ['failed', 'charge.refund.updated'],
    ['canceled', 'refund.updated'],
  ])('(%s by %s) gives the cards their value back, once, and the order its state', async (how, type) => {
    await at.buy('pm_card_visa', 2);
    const before = await jobs();
    await refund();
    expect([await status(), await cards()]).toEqual([
      'refunded',
      [
        ['void', 0],
        ['void', 0],
      ],
    ]);
    // Their messages are found to be of no use, and queued again when the value is restored.
    for (const { id } of await at.query('select id from gift_cards'))
      await deliverCard(at.shop.context, Number(id), { last: false });
    await becomes(how, type);
    await becomes(how, type);
    expect([await status(), await cards()]).toEqual([
      'approved',
      [
        ['queued', 2_500],
        ['queued', 2_500],
      ],
    ]);
    const [row] = await at.query('select id, state from refunds');
    expect(row?.state).toBe('failed');
    expect(await causes()).toEqual([
      ['void', -2_500, row?.id],
      ['void', -2_500, row?.id],
      ['restore', 2_500, row?.id],
      ['restore', 2_500, row?.id],
    ]);
    // The two cards, and two texts about the refund.
    expect(await jobs()).toBe(before + 4);
  });

  test('restores what was voided for it and no more, also after a part was spent', async () => {
    await at.buy('pm_card_visa', 2);
    const [card] = await at.query('select id from gift_cards order by id desc limit 1');
    await refund(3_000);
    expect(await cards()).toEqual([
      ['queued', 2_000],
      ['void', 0],
    ]);
    await at.query(spend(700, `c.id <> ${card?.id}`));
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

  test('while its own answer is on the way, leaves nothing void', async () => {
    await at.buy('pm_card_visa');
    const { payments } = at.shop.context.integrations;
    const send = payments.refund;
    payments.refund = async (request) => {
      const answer = await send(request);
      await becomes('failed', 'refund.failed');
      return answer;
    };
    expect(isAppError(await refund())).toBe(true);
    expect([await status(), await cards()]).toEqual(['approved', [['queued', 2_500]]]);
  });

  test('but then goes after all, takes the value again', async () => {
    await at.buy('pm_card_visa');
    await refund();
    await becomes('failed', 'refund.failed');
    await becomes('succeeded', 'refund.updated');
    expect([await status(), await cards()]).toEqual(['refunded', [['void', 0]]]);
  });

  test('in Stripe’s dashboard restores its value likewise', async () => {
    await at.buy('pm_card_visa', 2);
    at.stripe.state.refund({ payment_intent: [...at.stripe.state.intents.keys()][0], amount: '2500' });
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

  test.each([
    ['down', () => at.proxy.set('down')],
    ['answering 500', async () => at.stripe.breakAnswers(/refunds$/)],
  ])(
    'because the dashboard gave the money back while Stripe was %s, leaves no value to spend',
    async (_, breakDown) => {
      await at.buy('pm_card_visa');
      await breakDown();
      expect(await refund()).toMatchObject({ state: 'queued' });
      await at.proxy.set('works');
      at.stripe.breakAnswers(null);
      at.stripe.state.refund({ payment_intent: [...at.stripe.state.intents.keys()][0] });
      expect(await tell('refund.created')).toBe(200);
      at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 10 * 60_000));
      await sendQueuedRefunds(at.shop.context);
      expect(await at.query('select state, amount_cents from refunds order by id')).toEqual([
        { state: 'failed', amount_cents: 2_500 },
        { state: 'succeeded', amount_cents: 2_500 },
      ]);
      expect([await status(), await cards()]).toEqual(['refunded', [['void', 0]]]);
      const messages = async () => {
        const [card] = await at.query('select id, send_at from gift_cards');
        at.shop.context.clock.moveTo?.(card?.send_at as Date);
        await deliverCard(at.shop.context, Number(card?.id), { last: true });
        return (await at.query("select channel from messages where purpose = 'gift' and attempts > 0")).length;
      };
      expect(await messages()).toBe(0);
      await becomes('failed', 'refund.failed');
      expect([await status(), await cards()]).toEqual(['approved', [['queued', 2_500]]]);
      expect(await messages()).toBe(2);
    },
  );

  test('reported as failed after the dashboard refunded the money, leaves only what is paid for', async () => {
    await at.buy('pm_card_visa', 2);
    await refund(3_000);
    const ours = last();
    ours.status = 'failed';
    at.stripe.state.refund({ payment_intent: ours.payment_intent, amount: '4000' });
    expect(await tell('refund.created')).toBe(200);
    at.stripe.tell('refund.failed', ours);
    expect(await tell('refund.failed')).toBe(200);
    expect(await cards()).toEqual([
      ['queued', 500],
      ['queued', 500],
    ]);
  });

  test('leaves its value to refunds that found too little, the newest first', async () => {
    await at.buy('pm_card_visa');
    await refund(1_000);
    const ours = last();
    await at.query(spend(1_500));
    for (const amount of ['600', '700']) {
      at.stripe.state.refund({ payment_intent: ours.payment_intent, amount });
      expect(await tell('refund.created')).toBe(200);
    }
    ours.status = 'failed';
    at.stripe.tell('refund.failed', ours);
    expect(await tell('refund.failed')).toBe(200);
    const [first, second, third] = (await at.query('select id from refunds order by id')).map((row) => row.id);
    expect((await causes()).slice(-3)).toEqual([
      ['restore', 1_000, first],
      ['void', -700, third],
      ['void', -300, second],
    ]);
  });

  test('of a card that was being delivered leaves it where it was', async () => {
    await at.buy('pm_card_visa', 2);
    const [first, second] = (await at.query('select id from gift_cards order by id')).map((row) => row.id);
    await at.query(
      `update gift_cards set delivery_state = 'unknown', delivery_error = 'no answer' where id = ${first}`,
    );
    await at.query(
      `update gift_cards set delivery_state = 'failed', delivery_error = 'no', problem = 'carrier' where id = ${second}`,
    );
    await refund();
    await becomes('failed', 'refund.failed');
    expect((await cards()).map(([state]) => state)).toEqual(['unknown', 'failed']);
  });
});
