import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { spend } from '#test/support/ledger-entries.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';
import { refundOrder } from '../refunds/refund-order.ts';

describe.each(databaseKinds())('a dispute of two cards of 25 dollars on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
    await at.buy('pm_card_visa', 2);
  });
  afterEach(() => at.close());

  const dispute = (part?: number) => at.stripe.state.dispute([...at.stripe.state.intents.keys()][0] ?? '', part).id;
  const tell = async (type: string) =>
    (await at.shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...at.stripe.post(type) })).statusCode;
  const ends = async (id: string, status: 'won' | 'lost', reinstated?: number) => {
    at.stripe.state.endDispute(id, status, reinstated);
    expect(await tell('charge.dispute.closed')).toBe(200);
  };
  const state = async () => (await at.query('select state from disputes order by id desc'))[0]?.state;
  const left = async () =>
    (
      await at.query(
        'select sum(e.posted_cents)::int as left from gift_cards c join gift_card_entries e on e.gift_card_id = c.id group by c.id order by c.id',
      )
    ).map((row) => row.left);
  const statuses = async () =>
    (await at.query('select status from gift_card_accounts order by gift_card_id')).map((row) => row.status);
  const spendLast = (cents: number) => at.query(spend(cents, 'c.id = (select max(id) from gift_cards)'));
  const refund = async (amountCents: number) =>
    refundOrder(at.shop.context, {
      actor: machine,
      orderId: Number((await at.query('select id from orders'))[0]?.id),
      what: { amountCents },
      reason: 'asked by the seller',
    });

  test('freezes its cards while it is open; what is left when it ends can be spent', async () => {
    const id = dispute(3_000);
    expect(await tell('charge.dispute.created')).toBe(200);
    expect([await state(), await statuses()]).toEqual(['open', ['frozen', 'frozen']]);
    await expect(spendLast(1)).rejects.toThrow('frozen');
    await ends(id, 'lost');
    expect(await statuses()).toEqual(['active', 'void']);
    await ends(id, 'won');
    expect([await statuses(), await left()]).toEqual([
      ['active', 'active'],
      [2_500, 2_500],
    ]);
  });

  test('lost in part voids that part, of the last card first', async () => {
    await ends(dispute(3_000), 'lost');
    expect([await state(), await left()]).toEqual(['lost', [2_000, 0]]);
    at.stripe.tell('charge.dispute.closed', [...at.stripe.state.disputes.values()][0]);
    expect(await tell('charge.dispute.closed')).toBe(200);
    expect(await left()).toEqual([2_000, 0]);
  });

  test('lost after a part was refunded voids no cent twice', async () => {
    expect(await refund(1_000)).toMatchObject({ amountCents: 1_000 });
    await ends(dispute(4_000), 'lost');
    expect(await left()).toEqual([0, 0]);
    expect(await refund(1)).toMatchObject({ code: 'nothing_to_refund' });
  });

  test('lost in part leaves the rest to be refunded, and no more', async () => {
    await ends(dispute(2_500), 'lost');
    expect(await refund(2_501)).toMatchObject({ code: 'refund_too_large' });
    expect(await refund(2_500)).toMatchObject({ amountCents: 2_500 });
    expect(await left()).toEqual([0, 0]);
  });

  test('of value that was spent voids what is left, and restores that when it is won', async () => {
    await spendLast(1_500);
    const id = dispute();
    await ends(id, 'lost');
    expect(await left()).toEqual([0, 0]);
    await ends(id, 'won');
    expect([await state(), await left()]).toEqual(['won', [2_500, 1_000]]);
    const restored = "select distinct e.dispute_id from gift_card_entries e where e.kind = 'restore'";
    expect(await at.query(restored)).toEqual(await at.query('select id as dispute_id from disputes'));
  });

  test.each(['charge.dispute.closed', 'charge.dispute.funds_reinstated'])(
    'won after it was lost (%s) gives back what it took, and not what a refund took',
    async (type) => {
      await refund(1_000);
      const id = dispute(2_000);
      await ends(id, 'lost');
      expect(await left()).toEqual([2_000, 0]);
      at.stripe.state.endDispute(id, 'won');
      expect(await tell(type)).toBe(200);
      expect(await tell(type)).toBe(200);
      expect([await state(), await left()]).toEqual(['won', [2_500, 1_500]]);
    },
  );

  test('whose money is reinstated in part restores that part', async () => {
    const id = dispute(4_000);
    await ends(id, 'lost');
    expect(await left()).toEqual([1_000, 0]);
    await ends(id, 'lost', 2_000);
    expect([await state(), await left()]).toEqual(['lost', [2_500, 500]]);
  });

  test('reinstated in part after value was spent restores no more than the money that is kept', async () => {
    await spendLast(1_500);
    const id = dispute();
    await ends(id, 'lost');
    await ends(id, 'lost', 2_000);
    expect(await left()).toEqual([500, 0]);
    await ends(id, 'lost', 1_000);
    expect(await left()).toEqual([1_500, 0]);
    await ends(id, 'won');
    expect(await left()).toEqual([2_500, 1_000]);
  });

  test('reinstated after a refund of spent value lets that refund void its part, until it fails', async () => {
    await spendLast(1_500);
    const id = dispute(3_000);
    await ends(id, 'lost');
    const given = at.stripe.state.refund({ payment_intent: [...at.stripe.state.intents.keys()][0], amount: '2000' });
    expect(await tell('refund.created')).toBe(200);
    expect(await left()).toEqual([0, 0]);
    await ends(id, 'won');
    expect(await left()).toEqual([1_500, 0]);
    given.status = 'failed';
    at.stripe.tell('refund.failed', given);
    expect(await tell('refund.failed')).toBe(200);
    expect(await left()).toEqual([2_500, 1_000]);
  });

  test('that is appealed keeps what it voided until that is decided', async () => {
    const id = dispute(2_000);
    await ends(id, 'lost');
    const one = at.stripe.state.disputes.get(id);
    Object.assign(one ?? {}, { status: 'appeal_under_review' });
    at.stripe.tell('charge.dispute.updated', one);
    expect(await tell('charge.dispute.updated')).toBe(200);
    expect([await state(), await left()]).toEqual(['open', [2_500, 500]]);
    await ends(id, 'lost');
    expect([await state(), await left()]).toEqual(['lost', [2_500, 500]]);
  });

  test('of a payment that bought nothing leaves the cards of the order alone', async () => {
    await at.query(`insert into payments (order_id, idempotency_key, fingerprint, provider, provider_payment_id, payment_method, save_card,
        amount_cents, currency, capture, state, created_at, updated_at)
      select order_id, 'stray', fingerprint, provider, 'pi_stray', payment_method, save_card, amount_cents, currency, capture, 'voided',
        created_at, updated_at from payments`);
    const [intent] = [...at.stripe.state.intents.values()];
    if (intent) at.stripe.state.intents.set('pi_stray', { ...intent, id: 'pi_stray' });
    const id = at.stripe.state.dispute('pi_stray').id;
    expect(await tell('charge.dispute.created')).toBe(200);
    expect([await state(), await statuses()]).toEqual(['open', ['active', 'active']]);
    // Nor does its end thaw what the dispute of their own payment has frozen.
    dispute();
    expect(await tell('charge.dispute.created')).toBe(200);
    expect(await statuses()).toEqual(['frozen', 'frozen']);
    await ends(id, 'lost');
    expect([await statuses(), await left()]).toEqual([
      ['frozen', 'frozen'],
      [2_500, 2_500],
    ]);
  });
});
