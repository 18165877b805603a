import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { handleInboundText } from '#server/platform/messaging/handle-inbound-text.ts';
import { machine } from '#test/support/actors.ts';
import { type CardShop, minutes, openCardShop } from '#test/support/card-shop.ts';
import { openCounter, openTill, soldCard } from '#test/support/counter.ts';
import { signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import type { TestShop } from '#test/support/shop.ts';
import { openSpendShop, type SpendShop } from '#test/support/spend-shop.ts';

const HOLDER = '+61491570156';
const OWN = '+61412345678';
const STRANGER = '+61491570158';

const queued = async (
  shop: Pick<TestShop, 'context' | 'phone' | 'app'>,
): Promise<{ id: number; recipient: string }[]> => {
  const query = "select id, recipient from messages where purpose = 'gift-redeemed' order by id";
  return (await shop.context.database.query(query)).rows;
};

/** What a phone got about redemptions, oldest first, once each job has run twice. */
const textsTo = async (shop: Pick<TestShop, 'context' | 'phone' | 'app'>, to: string): Promise<string[]> => {
  for (const { id } of [...(await queued(shop)), ...(await queued(shop))])
    await dispatchMessage(shop.context, messagePurposes, { messageId: Number(id), last: true });
  const texts = (await shop.phone(to)).filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  return texts.reverse();
};

const textOf = (card: { code: string }, { spent, left }: { spent: string; left: string }) =>
  `Snowgum: ${spent} of your gift card ending ${card.code.slice(-4)} was spent at Teapots & Co, and ${left} is left. If that was not you, tell us at once: help@snowgum.example`;

const backOn = (card: { code: string }, { back, left }: { back: string; left: string }) =>
  `Snowgum: Teapots & Co put ${back} back on your gift card ending ${card.code.slice(-4)}, and ${left} is left.`;

describe.each(databaseKinds())('the text to the holder of a gift card that was spent at a counter, on %s', (kind) => {
  let shop: CardShop;
  let card: { code: string };
  const open = async (env: Record<string, string> = {}) => {
    shop = await openCardShop(kind, { SHOP_NAME: 'Snowgum', OPERATOR_CONTACT: 'help@snowgum.example', ...env });
    await shop.buy();
    card = await soldCard(shop);
  };
  afterEach(() => shop.close());

  test('names amount, seller and what is left, once for a till, a key and a capture', async () => {
    await open();
    const [till, software] = [await openTill(shop), await openCounter(shop)];
    const first = (await till.redeem(card, 20)).body.redemption;
    expect(await textsTo(shop, HOLDER)).toEqual([textOf(card, { spent: '$20.00', left: '$5.00' })]);
    await till.reverse(first);
    expect((await textsTo(shop, HOLDER)).slice(1)).toEqual([backOn(card, { back: '$20.00', left: '$25.00' })]);
    const second = (await software.redeem(card, 25)).body.redemption;
    expect((await textsTo(shop, HOLDER)).slice(2)).toEqual([textOf(card, { spent: '$25.00', left: '$0.00' })]);
    await software.reverse(second);
    const { hold } = (await till.authorise(card, 24)).body;
    expect(await queued(shop)).toHaveLength(4);
    await till.capture(hold, 22.5);
    expect((await textsTo(shop, HOLDER)).slice(3)).toEqual([
      backOn(card, { back: '$25.00', left: '$25.00' }),
      textOf(card, { spent: '$22.50', left: '$2.50' }),
    ]);
  });

  test('is queued once for a sale that is sent ten times at once, and not for one that is refused', async () => {
    await open();
    const till = await openTill(shop);
    expect(await till.redeem(card, 25.01)).toMatchObject({ status: 422 });
    expect(await queued(shop)).toEqual([]);
    const key = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => till.redeem(card, 20, key)));
    expect(await queued(shop)).toMatchObject([{ recipient: HOLDER }]);
  });

  test.each([
    ['20.00', 19.99, 0],
    ['20.00', 20, 1],
    ['0', 0.01, 1],
    ['22.50', 22.49, 0],
    ['off', 25, 0],
  ])('with REDEMPTION_NOTICE_FROM=%s, spending $%d sends %i texts', async (from, amount, count) => {
    await open({ REDEMPTION_NOTICE_FROM: from });
    expect(await (await openCounter(shop)).redeem(card, amount)).toMatchObject({ status: 200 });
    expect(await textsTo(shop, HOLDER)).toHaveLength(count);
  });

  test('is sent for small sales once they add up to it within 24 hours, and then anew', async () => {
    await open({ REDEMPTION_NOTICE_FROM: '4.00' });
    const till = await openTill(shop);
    const counts: number[] = [];
    const sell = async () => {
      expect(await till.redeem(card, 2)).toMatchObject({ status: 200 });
      counts.push((await queued(shop)).length);
    };
    for (let sale = 1; sale <= 5; sale += 1) await sell();
    await shop.moveTo(minutes(24 * 60 + 1));
    for (let sale = 1; sale <= 2; sale += 1) await sell();
    expect(counts).toEqual([0, 1, 1, 2, 2, 2, 3]);
  });

  test('is followed by one for each part that comes back, only where the holder was told of the sale', async () => {
    await open();
    const [till, software] = [await openTill(shop), await openCounter(shop)];
    await till.reverse((await till.redeem(card, 19.99)).body.redemption);
    expect(await queued(shop)).toEqual([]);
    const { redemption } = (await software.redeem(card, 20)).body;
    await textsTo(shop, HOLDER);
    await software.reverse(redemption, 5);
    await software.reverse(redemption);
    expect((await textsTo(shop, HOLDER)).slice(1)).toEqual([
      backOn(card, { back: '$5.00', left: '$10.00' }),
      backOn(card, { back: '$15.00', left: '$25.00' }),
    ]);
  });

  test('goes out at once, also at night and after STOP', async () => {
    await open();
    await handleInboundText(shop.context, { from: HOLDER, sender: 'phone', text: 'STOP' });
    await shop.moveTo('2026-11-02T14:00:00Z');
    await (await openCounter(shop)).redeem(card, 20);
    expect(await textsTo(shop, HOLDER)).toHaveLength(1);
  });

  test('is not sent for a card without a number, or once the till has undone the sale', async () => {
    await open();
    const till = await openTill(shop);
    await till.reverse((await till.redeem(card, 20)).body.redemption);
    expect(await textsTo(shop, HOLDER)).toEqual([]);
    await shop.query("update gift_card_details set recipient_mobile = ''");
    const before = await queued(shop);
    expect(await till.redeem(card, 20)).toMatchObject({ status: 200 });
    expect(await queued(shop)).toEqual(before);
  });
});

describe.each(databaseKinds())('the text to the holder of a gift card that was spent in the shop, on %s', (kind) => {
  let shop: SpendShop;
  let card: { code: string; publicId: string };
  const open = async (env: Record<string, string> = {}) => {
    const words = { SHOP_NAME: 'Snowgum', OPERATOR_CONTACT: 'help@snowgum.example' };
    shop = await openSpendShop(kind, { env: { ...words, ...env } });
    [card = { code: '', publicId: '' }] = await shop.codes();
  };
  afterEach(() => shop.close());

  /** A customer who knows the code pays a teapot with it, and the rest by payment card. */
  const spendByStranger = async () => {
    const stranger = await signIn(shop.send, shop.phone, STRANGER);
    await shop.fill({ TEAPOT: 1 }, stranger);
    await shop.put(card.code, {}, stranger.token);
    return Number((await shop.buy('pm_card_visa', {}, stranger)).body);
  };

  test('is not sent when the account with that number spends', async () => {
    await open();
    await shop.fill({ TEAPOT: 1 });
    await shop.put(card.publicId);
    expect(await shop.buy('pm_card_visa')).toMatchObject({ status: 200 });
    expect(await shop.accounts()).toEqual(['0/0']);
    expect(await queued(shop)).toEqual([]);
  });

  test('is sent when another account spends', async () => {
    await open();
    await spendByStranger();
    expect(await textsTo(shop, OWN)).toEqual([textOf(card, { spent: '$25.00', left: '$0.00' })]);
    expect(await textsTo(shop, STRANGER)).toEqual([]);
  });

  test('is followed by one once a refund has put value back', async () => {
    await open();
    const orderId = await spendByStranger();
    await textsTo(shop, OWN);
    await refundOrder(shop.context, { orderId, what: 'everything', reason: 'returned', actor: machine });
    expect((await textsTo(shop, OWN)).slice(1)).toEqual([backOn(card, { back: '$25.00', left: '$25.00' })]);
  });

  test('waits for the approval of an order that is held, and is sent once', async () => {
    await open({ APPROVAL_MAX_TOTAL: '60' });
    const orderId = await spendByStranger();
    expect(await shop.accounts()).toEqual(['2500/2500']);
    expect(await queued(shop)).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      await approveHeldOrder(shop.context, { orderId: orderId, actor: machine });
    expect(await textsTo(shop, OWN)).toHaveLength(1);
  });

  test('is written in the transaction of the redemption', async () => {
    await open();
    const { redemption } = (await (await openCounter(shop)).redeem({ code: card.code }, 20)).body;
    const rows = await shop.query(
      'select r.public_id, m.xmin = r.xmin as together from messages m join gift_card_redemptions r on r.id = m.redemption_id',
    );
    expect(rows).toEqual([{ public_id: redemption, together: true }]);
  });
});
