import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { StoredRow } from '#test/support/stored.ts';
import { recordRefund } from './record-refund.ts';
import { refundOrder } from './refund-order.ts';

describe.each(databaseKinds())('refunds shown to customers on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind, { providers: [await startStripe()], env: { SHOP_NAME: 'Snowgum' } });
    wren = await shop.customer();
    await wren.buyCards([{}, {}]);
  });
  afterEach(() => shop.close());

  const orderId = async () => (await shop.stored.one('orders')).id;
  const texts = async () => {
    for (const { id, refundId } of await shop.stored.all('messages'))
      if (refundId !== null) await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: true });
    const all = await shop.phone(wren.mobile);
    return all.filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  };
  const order = async () => (await wren.orders())[0];
  const asFailed = async ({ providerRefundId, idempotencyKey }: StoredRow<'refunds'>) => ({
    refundId: String(providerRefundId),
    key: idempotencyKey,
    amountCents: 1_000,
    paymentId: String((await shop.stored.one('payments')).providerPaymentId),
    state: 'failed' as const,
  });

  it("shows amount, date and reason of a refund in the order and one text, without the operator's note", async () => {
    const target = { amountCents: 1_000 };
    const note = 'he shouted at Jo';
    await refundOrder(shop.context, {
      actor: machine,
      orderId: await orderId(),
      target,
      note,
      reason: 'damaged',
    });
    const data = await order();
    expect(data).toMatchObject({
      status: 'approved',
      paid_at: expect.stringMatching(/^2026-11-02T01:0/),
      refunds: [
        { amount: 10, currency: 'AUD', created_at: expect.stringMatching(/Z$/), reason: 'damaged', state: 'succeeded' },
      ],
      items: [{ refunds: [] }, { refunds: [{ amount: 10, reason: 'damaged' }] }],
    });
    const sentTexts = await texts();
    expect(sentTexts).toEqual([
      `Snowgum: We've refunded $10.00 for order 000000001 to the card you paid with because an item was damaged. It may take your bank a few days to show it. ${shop.context.settings.publicUrl}/account/order/000000001`,
    ]);
    expect(JSON.stringify([data, sentTexts])).not.toContain('shouted');
    expect(await texts()).toHaveLength(1);
  });

  it('sends one text when a refund fails after its text was sent, and no text if it fails before', async () => {
    const { context } = shop;
    const fail = async (text: 'was sent' | 'waits') => {
      await refundOrder(context, {
        actor: machine,
        orderId: await orderId(),
        target: { amountCents: 1_000 },
        note: 'x',
      });
      if (text === 'was sent') await texts();
      const failed = await asFailed(await shop.stored.last('refunds'));
      for (let times = 0; times < 2; times += 1) await recordRefund(context, failed);
    };
    await fail('waits');
    expect(await texts()).toEqual([]);
    await fail('was sent');
    expect((await texts()).slice(0, -1)).toEqual([
      `Snowgum: your bank did not take the refund of $10.00 for your order 000000001. It may have closed the card you paid with. Tell us how else to pay you: ${context.settings.OPERATOR_CONTACT}`,
    ]);
  });

  it('marks the refunded gift card as void, but not the other card', async () => {
    const target = { orderLineId: (await shop.lastCard()).orderLineId };
    await refundOrder(shop.context, {
      actor: machine,
      orderId: await orderId(),
      target,
      note: 'x',
      reason: 'order changed',
    });
    const items = (await order())?.items.map(({ gift_card, refunds }) => [gift_card?.void_reason, refunds.length]);
    expect(items).toEqual([
      [null, 0],
      ['refunded', 1],
    ]);
  });

  it('hides a refund that the provider rejects, and shows a refund that the bank returns as failed', async () => {
    const { context } = shop;
    const { payments } = context.integrations;
    const refund = { orderId: await orderId(), target: { amountCents: 1_000 }, note: 'x' };
    context.integrations.payments = { ...payments, refund: async () => ({ state: 'rejected', message: 'No.' }) };
    await refundOrder(context, { ...refund, actor: machine });
    expect([(await order())?.refunds, await texts()]).toEqual([[], []]);
    context.integrations.payments = payments;
    await refundOrder(context, { ...refund, actor: machine });
    await recordRefund(context, await asFailed(await shop.stored.one('refunds', { state: 'succeeded' })));
    expect(await order()).toMatchObject({
      refunds: [{ state: 'failed', amount: 10 }],
      items: [{ refunds: [] }, { refunds: [] }],
    });
    expect(await texts()).toEqual([]);
  });
});
