import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleInboundText } from '#server/platform/messaging/handle-inbound-text.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { runMessages } from '#test/support/message-jobs.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { setFrozen } from '../ledger/void-value.ts';

const WORDS = 'Thank you! I am on my way to the teapots.';

describe.each(databaseKinds())('thanking the giver (%s)', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let secret: string;
  beforeEach(async () => {
    shop = await openTestShop(kind, { env: { SHOP_NAME: 'Snowgum' } });
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const give = async (to = RECIPIENT) => {
    await giveCards(shop, wren, [{ to }]);
    secret = await shop.secretOn(to);
  };
  const thank = (message = WORDS, link = secret) =>
    shop.send('POST mobiledigital/thankgiver', { body: { secret: link, message } });
  const page = async () => (await shop.cardPage(secret)).body.data;
  const texts = async () => {
    await runMessages(shop, 'thanks');
    return shop.sent.filter(({ to, purpose }) => to === OWN_MOBILE && purpose === 'campaign').map(({ text }) => text);
  };

  it('rejects thanks that contain links or phone numbers', async () => {
    await give();
    for (const [words, code] of [
      ['Your card is blocked, call 0491 570 156 now', 'thanks_with_number'],
      ['see evil.travel', 'thanks_with_link'],
    ] as const)
      expect((await thank(words)).body).toMatchObject({ status: false, codes: { message: code } });
  });

  it('texts the thanks once, with the occasion, the sender and how to stop such texts', async () => {
    await give();
    expect(await page()).toMatchObject({ can_thank: true, thanks: null });
    expect(await thank('  Thank you!\nI am on my way to the teapots. ')).toEqual({
      status: 200,
      body: { status: true },
    });
    expect(await texts()).toEqual([
      'Snowgum: Mia says thanks for your $25 gift card at Teapots & Co.\nMia: Thank you! I am on my way to the teapots.\nReply STOP to opt out',
    ]);
    expect(await page()).toMatchObject({
      can_thank: false,
      thanks: { message: 'Thank you! I am on my way to the teapots.', said_at: expect.stringMatching(/^2026-11-02T/) },
    });
  });

  it("shows the thanks next to the card in the giver's order", async () => {
    await give();
    expect((await wren.cardLine()).thanks).toBeNull();
    await thank();
    expect((await wren.cardLine()).thanks).toEqual({ message: WORDS, said_at: expect.any(String) });
  });

  it('accepts thanks once per card, even from two simultaneous taps', async () => {
    await give();
    const both = await Promise.all([thank(), thank('Again')]);
    expect(both.map(({ body }) => body.status).toSorted()).toEqual([false, true]);
    expect(await thank('And again')).toEqual({ status: 200, body: { status: false, already: true } });
    expect(await texts()).toHaveLength(1);
  });

  it('rejects thanks that contain a link, are empty or are longer than one text', async () => {
    await give();
    for (const [message, code] of [
      ['Look at evil.example/card', 'thanks_with_link'],
      [' ', 'thanks_required'],
      ['x'.repeat(141), 'thanks_too_long'],
    ] as const)
      expect((await thank(message)).body).toMatchObject({ status: false, codes: { message: code } });
    expect([await texts(), (await page())?.can_thank]).toEqual([[], true]);
  });

  it("delays thanks at night until morning in the giver's time zone", async () => {
    await give();
    await shop.moveTo('2026-11-02T11:30:00Z');
    await thank();
    expect(await texts()).toEqual([]);
    await shop.moveTo('2026-11-02T19:00:00Z');
    expect(await texts()).toHaveLength(1);
  });

  it('texts no thanks after a STOP to any sender, but shows the thanks in the order', async () => {
    await give();
    await handleInboundText(shop.context, { from: OWN_MOBILE, sender: 'another number', text: 'STOP' });
    await thank();
    expect(await texts()).toEqual([]);
    expect((await wren.cardLine()).thanks?.message).toBe(WORDS);
  });

  it('texts no thanks when the number may have a new owner, even if it changed hands overnight', async () => {
    await give();
    await shop.moveTo('2026-11-02T11:30:00Z');
    await thank();
    await shop.stored.change('customers', ({ email }) => ({
      unprovedEmail: email,
      unprovedSince: new Date('2026-11-02T12:00:00Z'),
    }));
    await shop.moveTo('2026-11-02T19:00:00Z');
    expect(await texts()).toEqual([]);
    await shop.stored.remove('giftCardThanks');
    expect([(await page())?.can_thank, (await thank()).body]).toEqual([false, { status: false }]);
  });

  it('refuses thanks for a card that the giver bought for themselves', async () => {
    await give(OWN_MOBILE);
    expect([(await page())?.can_thank, (await thank()).body]).toEqual([false, { status: false }]);
  });

  it('refuses thanks while the payment is disputed and for an unknown link, and reveals nothing', async () => {
    await give();
    expect((await thank(WORDS, 'A'.repeat(24))).body).toEqual({ status: false });
    const { id: orderId } = await shop.stored.one('orders');
    await shop.context.database.transaction((tx) => setFrozen(tx, { orderId, frozen: true }));
    expect((await thank()).body).toEqual({ status: false });
  });

  it('marks the card as opened when its giver is thanked, so that it can be resent but not corrected', async () => {
    await give();
    await thank();
    expect(await texts()).toHaveLength(1);
    await shop.moveTo(minutesAfterOpening(45));
    expect(await wren.cardLine()).toMatchObject({
      opened_at: expect.any(String),
      can_correct: false,
      can_send_again: true,
    });
  });

  it('rate-limits thanks per IP address', async () => {
    await give();
    for (let calls = 0; calls < 60; calls += 1) await thank(WORDS, 'nothing');
    expect(await thank()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});
