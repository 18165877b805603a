import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refundOrder } from '#server/domain/orders/refunds/refund-order.ts';
import { machine } from '#test/support/actors.ts';
import type { Counter } from '#test/support/counter.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { correctBalances } from '#test/support/ledger-acts.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { lapseHolds } from '../ledger/lapse-holds.ts';
import { setFrozen } from '../ledger/void-value.ts';

describe.each(databaseKinds())('gift card history on the card page (%s)', (kind) => {
  let shop: TestShop;
  let till: Counter;
  let card: { code: string };
  let secret: string;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await giveCards(shop, await shop.customer());
    secret = await shop.secretOn(RECIPIENT);
    card = await shop.lastCard();
    till = await shop.counter();
  });
  afterEach(() => shop.close());

  const page = async () => {
    const { data } = (await shop.cardPage(secret)).body;
    if (!data) throw new Error('The link opens no card.');
    const { balanceCents, heldCents } = await shop.stored.one('giftCardAccounts');
    const available = balanceCents - heldCents;
    const summed = data.history.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect([Math.round(data.balance * 100), summed]).toEqual([available, available]);
    return data;
  };
  const history = async () => (await page()).history.map(({ kind, amount, place }) => [kind, amount, place].join(' '));
  const orderId = async () => (await shop.stored.one('orders')).id;

  it('lists the purchase and each redemption with time and place, newest first', async () => {
    await shop.moveTo(minutesAfterOpening(5));
    await till.redeem(card, 12.5);
    expect(await history()).toEqual(['spent -12.5 counter', 'bought 25 ']);
    expect((await page()).history[0]?.at).toMatch(/^2026-11-02T01:05:/);
  });

  it('shows a hold while it is live, and only the captured amount after the capture', async () => {
    const { hold } = (await till.authorise(card, 20)).body;
    expect([await history(), (await page()).balance]).toEqual([['reserved -20 counter', 'bought 25 '], 5]);
    await till.capture(hold, 12.5);
    expect(await history()).toEqual(['spent -12.5 counter', 'bought 25 ']);
    const { hold: second } = (await till.authorise(card, 5)).body;
    await till.release(second);
    await till.authorise(card, 6);
    await shop.moveTo(minutesAfterOpening(20));
    await lapseHolds(shop.context);
    expect(await history()).toEqual(['spent -12.5 counter', 'bought 25 ']);
  });

  it('shows reversals and corrections without receipt references or notes', async () => {
    const { redemption } = (await till.redeem(card, 10)).body;
    await till.reverse(redemption, 4);
    await correctBalances(shop, -100);
    expect(await history()).toEqual(['corrected -1 ', 'given_back 4 ', 'spent -10 counter', 'bought 25 ']);
    expect(JSON.stringify((await page()).history)).not.toMatch(/receipt|brought|a test|op/);
  });

  it('shows the card as frozen while its payment is under review, and as live afterwards', async () => {
    const freeze = async (frozen: boolean) => {
      const id = await orderId();
      await shop.context.database.transaction((tx) => setFrozen(tx, { orderId: id, frozen }));
    };
    await freeze(true);
    expect(await page()).toMatchObject({ state: 'frozen', balance: 25, can_thank: false });
    await freeze(false);
    expect(await page()).toMatchObject({ state: 'live', balance: 25, can_thank: true });
  });

  it('shows the refund of a refunded card and hides its code, QR code and barcode', async () => {
    await refundOrder(shop.context, { actor: machine, orderId: await orderId(), target: 'everything', note: 'x' });
    expect(await page()).toMatchObject({ state: 'void', code: '', qr_svg: '', barcode_svg: '', can_thank: false });
    expect(await history()).toEqual(['refunded -25 ', 'bought 25 ']);
  });
});
