import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { spendAtTill } from '#test/support/ledger-acts.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { refundOrder } from '../refunds/refund-order.ts';

describe.each(databaseKinds())('a dispute about an order with two 25-dollar gift cards on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    wren = await shop.customer();
    await wren.buyCards([{}, {}]);
  });
  afterEach(() => shop.close());

  const dispute = (part?: number) => stripe.state.dispute([...stripe.state.intents.keys()][0] ?? '', part).id;
  const tell = async (type: string) =>
    (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', ...stripe.post(type) })).statusCode;
  const ends = async (id: string, status: 'won' | 'lost', reinstated?: number) => {
    stripe.state.endDispute(id, status, reinstated);
    expect(await tell('charge.dispute.closed')).toBe(200);
  };
  const state = async () => (await shop.stored.last('disputes')).state;
  const left = async () => {
    const entries = await shop.stored.all('giftCardEntries');
    return (await shop.cards()).map(({ id }) =>
      entries.filter(({ giftCardId }) => giftCardId === id).reduce((sum, { postedCents }) => sum + postedCents, 0),
    );
  };
  const statuses = async () => (await shop.stored.all('giftCardAccounts')).map(({ status }) => status);
  const spendLast = async (cents: number) => spendAtTill(shop, cents, [await shop.lastCard()]);
  const refund = async (amountCents: number) =>
    refundOrder(shop.context, {
      actor: machine,
      orderId: (await shop.stored.one('orders')).id,
      target: { amountCents },
      note: 'asked by the seller',
    });

  it('freezes the gift cards while the dispute is open, and unfreezes their remaining value when it ends', async () => {
    const id = dispute(3_000);
    expect(await tell('charge.dispute.created')).toBe(200);
    expect([await state(), await statuses()]).toEqual(['open', ['frozen', 'frozen']]);
    await expect(spendLast(1)).rejects.toMatchObject({ cause: { message: expect.stringContaining('frozen') } });
    await ends(id, 'lost');
    expect(await statuses()).toEqual(['active', 'void']);
    await ends(id, 'won');
    expect([await statuses(), await left()]).toEqual([
      ['active', 'active'],
      [2_500, 2_500],
    ]);
  });

  it('voids the lost part of a dispute, starting with the last card', async () => {
    await ends(dispute(3_000), 'lost');
    expect([await state(), await left()]).toEqual(['lost', [2_000, 0]]);
    stripe.tell('charge.dispute.closed', [...stripe.state.disputes.values()][0]);
    expect(await tell('charge.dispute.closed')).toBe(200);
    expect(await left()).toEqual([2_000, 0]);
  });

  it('voids no cent twice when a dispute is lost after a partial refund', async () => {
    expect(await refund(1_000)).toMatchObject({ amountCents: 1_000 });
    await ends(dispute(4_000), 'lost');
    expect(await left()).toEqual([0, 0]);
    expect(await refund(1)).toMatchObject({ code: 'nothing_to_refund' });
  });

  it('limits refunds to the undisputed amount after a dispute is lost in part', async () => {
    await ends(dispute(2_500), 'lost');
    expect(await refund(2_501)).toMatchObject({ code: 'refund_too_large' });
    expect(await refund(2_500)).toMatchObject({ amountCents: 2_500 });
    expect(await left()).toEqual([0, 0]);
  });

  it('voids unspent value when a dispute is lost, and restores that value when the dispute is won', async () => {
    await spendLast(1_500);
    const id = dispute();
    await ends(id, 'lost');
    expect(await left()).toEqual([0, 0]);
    await ends(id, 'won');
    expect([await state(), await left()]).toEqual(['won', [2_500, 1_000]]);
    const restored = await shop.stored.all('giftCardEntries', { kind: 'restore' });
    const disputes = await shop.stored.all('disputes');
    expect([...new Set(restored.map(({ disputeId }) => disputeId))]).toEqual(disputes.map((row) => row.id));
  });

  it.each(['charge.dispute.closed', 'charge.dispute.funds_reinstated'])(
    'restores value voided by a lost dispute, but not by a refund, when the dispute is won after all (%s)',
    async (type) => {
      await refund(1_000);
      const id = dispute(2_000);
      await ends(id, 'lost');
      expect(await left()).toEqual([2_000, 0]);
      stripe.state.endDispute(id, 'won');
      expect(await tell(type)).toBe(200);
      expect(await tell(type)).toBe(200);
      expect([await state(), await left()]).toEqual(['won', [2_500, 1_500]]);
    },
  );

  it('restores value in proportion when the bank reinstates part of the money', async () => {
    const id = dispute(4_000);
    await ends(id, 'lost');
    expect(await left()).toEqual([1_000, 0]);
    await ends(id, 'lost', 2_000);
    expect([await state(), await left()]).toEqual(['lost', [2_500, 500]]);
  });

  it('restores no more value than the bank reinstated when part of the value was spent', async () => {
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

  it('voids reinstated value to cover a refund of spent value, and restores it when the refund fails', async () => {
    await spendLast(1_500);
    const id = dispute(3_000);
    await ends(id, 'lost');
    const providerRefund = stripe.state.refund({ payment_intent: [...stripe.state.intents.keys()][0], amount: '2000' });
    expect(await tell('refund.created')).toBe(200);
    expect(await left()).toEqual([0, 0]);
    await ends(id, 'won');
    expect(await left()).toEqual([1_500, 0]);
    providerRefund.status = 'failed';
    stripe.tell('refund.failed', providerRefund);
    expect(await tell('refund.failed')).toBe(200);
    expect(await left()).toEqual([2_500, 1_000]);
  });

  it('keeps value void during an appeal of a lost dispute', async () => {
    const id = dispute(2_000);
    await ends(id, 'lost');
    const lostDispute = stripe.state.disputes.get(id);
    Object.assign(lostDispute ?? {}, { status: 'appeal_under_review' });
    stripe.tell('charge.dispute.updated', lostDispute);
    expect(await tell('charge.dispute.updated')).toBe(200);
    expect([await state(), await left()]).toEqual(['open', [2_500, 500]]);
    await ends(id, 'lost');
    expect([await state(), await left()]).toEqual(['lost', [2_500, 500]]);
  });

  it('ignores a dispute of a payment that bought nothing', async () => {
    const { id: _own, ...paid } = await shop.stored.one('payments');
    const stray = { idempotencyKey: 'stray', providerPaymentId: 'pi_stray', state: 'voided' as const };
    await shop.stored.add('payments', { ...paid, ...stray });
    const [intent] = [...stripe.state.intents.values()];
    if (intent) stripe.state.intents.set('pi_stray', { ...intent, id: 'pi_stray' });
    const id = stripe.state.dispute('pi_stray').id;
    expect(await tell('charge.dispute.created')).toBe(200);
    expect([await state(), await statuses()]).toEqual(['open', ['active', 'active']]);
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
