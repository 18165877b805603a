import { afterEach, beforeEach, describe, expect, it as test } from 'vitest';
import { handleInboundText } from '#server/platform/messaging/handle-inbound-text.ts';
import { type CardShop, minutes, openCardShop, right, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { deliveryFacts } from '../cards-store.ts';
import { wordsOf } from './compose-messages.ts';

const STOPPED = {
  code: 'recipient_opted_out',
  text: 'This number has opted out of our texts. Use another number, or send the card to your own and show or print its code',
};

describe.each(databaseKinds())('a gift card as a way to text strangers, on %s', (kind) => {
  let shop: CardShop;

  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  const reply = (from: string, text: string, sender = 'another number') =>
    handleInboundText(shop.context, { from, sender, text });
  const textsTo = async (to: string) => (await shop.phone(to)).filter(({ kind }) => kind === 'sms');
  const codesOf = async (answer: ReturnType<CardShop['correct']> | ReturnType<CardShop['resend']>) =>
    Object.values((await answer).body.codes ?? {});

  test('reaches five corrected numbers and no more, however many days pass', async () => {
    await shop.buy();
    await shop.deliver();
    for (let day = 2; day <= 6; day += 1) {
      await shop.later(`2026-11-0${day}T03:00:00Z`);
      expect((await shop.correct(`049157016${day}`)).body.status).toBe(true);
      await shop.deliver();
    }
    await shop.later('2026-12-02T03:00:00Z');
    expect((await shop.correct()).body).toEqual({
      status: false,
      input_validation: {
        recipient_mobile: 'The number of this gift card was corrected 5 times. Please contact us to correct it again',
      },
      codes: { recipient_mobile: 'card_corrected_too_often' },
    });
    expect(await textsTo(right)).toEqual([]);
    expect(await shop.line()).toMatchObject({ can_correct: true, recipient_mobile: '+61491570166' });
  });

  test('is not corrected until the carrier says what became of it, for a day', async () => {
    await shop.buy();
    shop.carrier.says = async () => ({ state: 'sent', providerId: 'x' });
    await shop.deliver();
    expect((await shop.line()).state).toBe('sent');
    await shop.moveTo(minutes(30));
    const refused = (await shop.correct()).body;
    expect(refused).toMatchObject({
      status: false,
      codes: { recipient_mobile: 'card_delivery_not_known' },
      parameters: { recipient_mobile: { hours: 24 } },
    });
    expect(refused.retry_after).toBeGreaterThan(23 * 3_600);
    await shop.later('2026-11-03T01:10:00Z');
    expect((await shop.correct()).body.status).toBe(true);
  });

  test('carries the giver’s first name and none of the other words once its number was corrected', async () => {
    await shop.buy();
    await shop.deliver();
    const first = (await shop.card(await shop.secretOn(wrong))).body.data;
    expect(first).toMatchObject({ sent_on: false, recipient_firstname: 'Mia', text_content: 'For you, with love' });
    await shop.correct();
    await shop.deliver();
    const [text] = await textsTo(right);
    expect(text?.text).toMatch(/^Wren sent you a \$25 Teapots & Co gift card, valid to 2 Nov 2029\. Handsel: http\S+$/);
    const facts = await deliveryFacts(shop.context.database.orm, await shop.cardId());
    if (!facts) throw new Error('There is no card.');
    expect(wordsOf(facts)).toMatchObject({ to: '', message: '', from: 'From Wren' });
    const page = (await shop.card(await shop.secretOn(right))).body.data;
    const none = { recipient_firstname: '', recipient_message: '', text_content: '' };
    expect(page).toMatchObject({ ...none, sent_on: true, purchaser_firstname: 'Wren', picture_words: wordsOf(facts) });
    expect((await shop.line()).recipient_name).toMatch(/^Mia/);
  });

  test('keeps its words when the number is corrected before it goes out', async () => {
    await shop.buy('2026-11-09 12:00:00');
    await shop.correct();
    await shop.later('2026-11-09T01:00:00Z');
    await shop.deliver();
    expect((await textsTo(right))[0]?.text).toContain('"For you, with love"');
  });

  test('is neither sent again nor corrected to a number that replied STOP to any sender, until it replies START', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.moveTo(minutes(10));
    await reply(wrong, 'STOP');
    await reply(right, 'STOP', 'a third number');
    expect((await shop.resend()).body).toMatchObject({
      codes: { gift_card_details_id: STOPPED.code },
      input_validation: { gift_card_details_id: STOPPED.text },
    });
    expect((await shop.correct()).body).toMatchObject({ codes: { recipient_mobile: STOPPED.code } });
    expect(await shop.line()).toMatchObject({ can_send_again: true, can_correct: true, recipient_mobile: wrong });
    await reply(wrong, 'START');
    expect(await codesOf(shop.resend())).toEqual([]);
    await reply(right, 'START', 'a third number');
    expect(await codesOf(shop.correct())).toEqual([]);
  });

  test('is delivered the first time after STOP as well: it is paid for', async () => {
    await reply(wrong, 'STOP');
    await shop.buy();
    await shop.deliver();
    expect(await textsTo(wrong)).toHaveLength(1);
  });

  test('fails, and tells its giver, where STOP comes while it waits to be sent again', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.later('2026-11-02T11:00:00Z');
    expect((await shop.resend()).body).toMatchObject({ status: true, moved: 'quiet' });
    await reply(wrong, 'Stop texting me please');
    await shop.later('2026-11-02T19:00:00Z');
    await shop.deliver();
    expect(await textsTo(wrong)).toHaveLength(1);
    expect(await shop.line()).toMatchObject({ state: 'failed', problem: 'opted_out' });
    expect(await shop.query("select recipient from messages where purpose = 'gift-failed'")).toEqual([
      { recipient: '+61412345678' },
    ]);
  });
});
