import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { handleInboundText } from '#server/platform/messaging/handle-inbound-text.ts';
import { machine } from '#test/support/actors.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { findWritingTransaction } from '#test/support/database-rules.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { runMessages } from '#test/support/message-jobs.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';

const STRANGER = '+61491570158';
const WORDS = { SHOP_NAME: 'Snowgum', OPERATOR_CONTACT: 'help@snowgum.example' };

const listQueued = ({ stored }: TestShop) => stored.all('messages', { purpose: 'gift-redeemed' });

const listTexts = async (shop: TestShop, to: string): Promise<string[]> => {
  for (let runs = 0; runs < 2; runs += 1) await runMessages(shop, 'gift-redeemed');
  const texts = (await shop.phone(to)).filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  return texts.reverse();
};

const spentText = (card: { code: string }, { spent, left }: { spent: string; left: string }) =>
  `Snowgum: ${spent} of your gift card ending ${card.code.slice(-4)} was spent at Teapots & Co, and ${left} is left. If that was not you, tell us at once: help@snowgum.example`;

const reversedText = (card: { code: string }, { returned, left }: { returned: string; left: string }) =>
  `Snowgum: Teapots & Co put ${returned} back on your gift card ending ${card.code.slice(-4)}, and ${left} is left.`;

describe.each(databaseKinds())('text to the holder after a redemption at a counter, on %s', (kind) => {
  let shop: TestShop;
  let card: SoldCard;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env: { ...WORDS, ...env } });
    await (await shop.customer()).buyCards();
    card = await shop.lastCard();
  };
  afterEach(() => shop.close());

  it('texts the amount, seller and remaining balance once for each redemption by till, API key or capture', async () => {
    await open();
    const [till, software] = [await shop.till(), await shop.counter()];
    const first = (await till.redeem(card, 20)).body.redemption;
    expect(await listTexts(shop, RECIPIENT)).toEqual([spentText(card, { spent: '$20.00', left: '$5.00' })]);
    await till.reverse(first);
    expect((await listTexts(shop, RECIPIENT)).slice(1)).toEqual([
      reversedText(card, { returned: '$20.00', left: '$25.00' }),
    ]);
    const second = (await software.redeem(card, 25)).body.redemption;
    expect((await listTexts(shop, RECIPIENT)).slice(2)).toEqual([spentText(card, { spent: '$25.00', left: '$0.00' })]);
    await software.reverse(second);
    const { hold } = (await till.authorise(card, 24)).body;
    expect(await listQueued(shop)).toHaveLength(4);
    await till.capture(hold, 22.5);
    expect((await listTexts(shop, RECIPIENT)).slice(3)).toEqual([
      reversedText(card, { returned: '$25.00', left: '$25.00' }),
      spentText(card, { spent: '$22.50', left: '$2.50' }),
    ]);
  });

  it('queues one text for a sale that is sent ten times simultaneously, and none for a rejected sale', async () => {
    await open();
    const till = await shop.till();
    expect(await till.redeem(card, 25.01)).toMatchObject({ status: 422 });
    expect(await listQueued(shop)).toEqual([]);
    const key = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => till.redeem(card, 20, key)));
    expect(await listQueued(shop)).toMatchObject([{ recipient: RECIPIENT }]);
  });

  it.each([
    ['20.00', 19.99, 0],
    ['20.00', 20, 1],
    ['0', 0.01, 1],
    ['22.50', 22.49, 0],
    ['off', 25, 0],
  ])('applies REDEMPTION_NOTICE_FROM=%s: spending $%d sends %i texts', async (from, amount, count) => {
    await open({ REDEMPTION_NOTICE_FROM: from });
    expect(await (await shop.counter()).redeem(card, amount)).toMatchObject({ status: 200 });
    expect(await listTexts(shop, RECIPIENT)).toHaveLength(count);
  });

  it('sends a text once small sales within 24 hours add up to the minimum, then restarts the sum', async () => {
    await open({ REDEMPTION_NOTICE_FROM: '4.00' });
    const till = await shop.till();
    const counts: number[] = [];
    const sell = async () => {
      expect(await till.redeem(card, 2)).toMatchObject({ status: 200 });
      counts.push((await listQueued(shop)).length);
    };
    for (let sale = 1; sale <= 5; sale += 1) await sell();
    await shop.moveTo(minutesAfterOpening(24 * 60 + 1));
    for (let sale = 1; sale <= 2; sale += 1) await sell();
    expect(counts).toEqual([0, 1, 1, 2, 2, 2, 3]);
  });

  it('sends a text about each partial reversal, but only if one was sent about the sale', async () => {
    await open();
    const [till, software] = [await shop.till(), await shop.counter()];
    await till.reverse((await till.redeem(card, 19.99)).body.redemption);
    expect(await listQueued(shop)).toEqual([]);
    const { redemption } = (await software.redeem(card, 20)).body;
    await listTexts(shop, RECIPIENT);
    await software.reverse(redemption, 5);
    await software.reverse(redemption);
    expect((await listTexts(shop, RECIPIENT)).slice(1)).toEqual([
      reversedText(card, { returned: '$5.00', left: '$10.00' }),
      reversedText(card, { returned: '$15.00', left: '$25.00' }),
    ]);
  });

  it('sends the text immediately, even at night and after STOP', async () => {
    await open();
    await handleInboundText(shop.context, { from: RECIPIENT, sender: 'phone', text: 'STOP' });
    await shop.moveTo('2026-11-02T14:00:00Z');
    await (await shop.counter()).redeem(card, 20);
    expect(await listTexts(shop, RECIPIENT)).toHaveLength(1);
  });

  it('sends no text for a card without a number or a sale that was already undone', async () => {
    await open();
    const till = await shop.till();
    await till.reverse((await till.redeem(card, 20)).body.redemption);
    expect(await listTexts(shop, RECIPIENT)).toEqual([]);
    await shop.stored.change('giftCardDetails', { recipientMobile: '' });
    const before = await listQueued(shop);
    expect(await till.redeem(card, 20)).toMatchObject({ status: 200 });
    expect(await listQueued(shop)).toEqual(before);
  });
});

describe.each(databaseKinds())('text to the holder after a redemption in the shop, on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let card: SoldCard;
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env: { ...WORDS, ...env } });
    wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
    card = await shop.lastCard();
  };
  afterEach(() => shop.close());

  const spendByStranger = async () => {
    const stranger = await shop.customer(STRANGER);
    await stranger.fillCart([], { TEAPOT: 1 });
    await stranger.putCard(card.code);
    return Number((await stranger.pay()).body);
  };

  it("sends no text when the account with the holder's number spends the card", async () => {
    await open();
    await wren.fillCart([], { TEAPOT: 1 });
    await wren.putCard(card.publicId);
    expect(await wren.pay()).toMatchObject({ status: 200 });
    expect(await shop.balances()).toEqual(['0/0']);
    expect(await listQueued(shop)).toEqual([]);
  });

  it('texts the holder when a different account spends the card', async () => {
    await open();
    await spendByStranger();
    expect(await listTexts(shop, OWN_MOBILE)).toEqual([spentText(card, { spent: '$25.00', left: '$0.00' })]);
    expect(await listTexts(shop, STRANGER)).toEqual([]);
  });

  it('texts the holder again when a refund returns the value', async () => {
    await open();
    const orderId = await spendByStranger();
    await listTexts(shop, OWN_MOBILE);
    await refundOrder(shop.context, { orderId, target: 'everything', note: 'returned', actor: machine });
    expect((await listTexts(shop, OWN_MOBILE)).slice(1)).toEqual([
      reversedText(card, { returned: '$25.00', left: '$25.00' }),
    ]);
  });

  it('texts the holder once, only after a held order is approved', async () => {
    await open({ APPROVAL_MAX_TOTAL: '60' });
    const orderId = await spendByStranger();
    expect(await shop.balances()).toEqual(['2500/2500']);
    expect(await listQueued(shop)).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      await approveHeldOrder(shop.context, { orderId: orderId, actor: machine });
    expect(await listTexts(shop, OWN_MOBILE)).toHaveLength(1);
  });

  it('queues the text in the same transaction as the redemption', async () => {
    await open();
    const { redemption } = (await (await shop.counter()).redeem({ code: card.code }, 20)).body;
    const { id, publicId } = await shop.stored.one('giftCardRedemptions');
    const message = await shop.stored.one('messages', { redemptionId: id });
    expect(publicId).toBe(redemption);
    expect(await findWritingTransaction(shop, { table: 'messages', id: message.id })).toBe(
      await findWritingTransaction(shop, { table: 'giftCardRedemptions', id }),
    );
  });
});
