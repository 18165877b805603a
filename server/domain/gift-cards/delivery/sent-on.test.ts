import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleInboundText } from '#server/platform/messaging/handle-inbound-text.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { findDeliveryFacts } from '../cards-store.ts';
import { resolvePictureWords } from './compose-messages.ts';

const OTHER = '+61491570157';
const STOPPED = {
  code: 'recipient_opted_out',
  text: 'This number has opted out of our texts. Use another number, or send the card to your own and show or print its code',
};

describe.each(databaseKinds())('limits on texting strangers with a gift card, on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;

  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  const give = async () => {
    [detailsId = 0] = await giveCards(shop, wren);
  };
  const correct = (to = OTHER) => wren.correct(detailsId, to);
  const resend = () => wren.resend(detailsId);
  const reply = (from: string, text: string, sender = 'another number') =>
    handleInboundText(shop.context, { from, sender, text });
  const textsTo = async (to: string) => (await shop.phone(to)).filter(({ kind }) => kind === 'sms');
  const readCodes = async (answer: ReturnType<Customer['correct']> | ReturnType<Customer['resend']>) =>
    Object.values((await answer).body.codes ?? {});

  it('allows five corrected numbers per card, however many days pass', async () => {
    await give();
    for (let day = 2; day <= 6; day += 1) {
      await wren.comesBack(`2026-11-0${day}T03:00:00Z`);
      expect((await correct(`049157016${day}`)).body.status).toBe(true);
      await shop.deliver();
    }
    await wren.comesBack('2026-12-02T03:00:00Z');
    expect((await correct()).body).toEqual({
      status: false,
      input_validation: {
        recipient_mobile: 'The number of this gift card was corrected 5 times. Please contact us to correct it again',
      },
      codes: { recipient_mobile: 'card_corrected_too_often' },
    });
    expect(await textsTo(OTHER)).toEqual([]);
    expect(await wren.cardLine()).toMatchObject({ can_correct: true, recipient_mobile: '+61491570166' });
  });

  it('blocks number corrections until the carrier reports on the delivery or a day has passed', async () => {
    shop.carrier.says = async () => ({ state: 'sent', providerId: 'x' });
    await give();
    expect((await wren.cardLine()).state).toBe('sent');
    await shop.moveTo(minutesAfterOpening(30));
    const refused = (await correct()).body;
    expect(refused).toMatchObject({
      status: false,
      codes: { recipient_mobile: 'card_delivery_not_known' },
      parameters: { recipient_mobile: { hours: 24 } },
    });
    expect(refused.retry_after).toBeGreaterThan(23 * 3_600);
    await wren.comesBack('2026-11-03T01:10:00Z');
    expect((await correct()).body.status).toBe(true);
  });

  it("shows only the giver's first name and no message after a correction", async () => {
    await give();
    const first = (await shop.cardPage(await shop.secretOn(RECIPIENT))).body.data;
    expect(first).toMatchObject({ sent_on: false, recipient_firstname: 'Mia', text_content: 'For you, with love' });
    await correct();
    await shop.deliver();
    const [text] = await textsTo(OTHER);
    expect(text?.text).toMatch(/^Wren sent you a \$25 Teapots & Co gift card, valid to 2 Nov 2029\. Handsel: http\S+$/);
    const facts = await findDeliveryFacts(shop.context.database.orm, (await shop.lastCard()).id);
    if (!facts) throw new Error('There is no card.');
    expect(resolvePictureWords(facts)).toMatchObject({ to: '', message: '', from: 'From Wren' });
    const page = (await shop.cardPage(await shop.secretOn(OTHER))).body.data;
    const emptyFields = { recipient_firstname: '', recipient_message: '', text_content: '' };
    expect(page).toMatchObject({
      ...emptyFields,
      sent_on: true,
      purchaser_firstname: 'Wren',
      picture_words: resolvePictureWords(facts),
    });
    expect((await wren.cardLine()).recipient_name).toMatch(/^Mia/);
  });

  it('keeps the message when the number is corrected before the first send', async () => {
    [detailsId = 0] = (await wren.buyCards([{ scheduledAt: '2026-11-09 12:00:00' }])).detailsIds;
    await correct();
    await wren.comesBack('2026-11-09T01:00:00Z');
    await shop.deliver();
    expect((await textsTo(OTHER))[0]?.text).toContain('"For you, with love"');
  });

  it('refuses to resend to a number that replied STOP to any sender, until it replies START', async () => {
    await give();
    await shop.moveTo(minutesAfterOpening(10));
    await reply(RECIPIENT, 'STOP');
    await reply(OTHER, 'STOP', 'a third number');
    expect((await resend()).body).toMatchObject({
      codes: { gift_card_details_id: STOPPED.code },
      input_validation: { gift_card_details_id: STOPPED.text },
    });
    expect((await correct()).body).toMatchObject({ codes: { recipient_mobile: STOPPED.code } });
    expect(await wren.cardLine()).toMatchObject({
      can_send_again: true,
      can_correct: true,
      recipient_mobile: RECIPIENT,
    });
    await reply(RECIPIENT, 'START');
    expect(await readCodes(resend())).toEqual([]);
    await reply(OTHER, 'START', 'a third number');
    expect(await readCodes(correct())).toEqual([]);
  });

  it('delivers a new card even to a number that has replied STOP', async () => {
    await reply(RECIPIENT, 'STOP');
    await give();
    expect(await textsTo(RECIPIENT)).toHaveLength(1);
  });

  it('fails the card and notifies the giver when STOP arrives before a delayed resend', async () => {
    await give();
    await wren.comesBack('2026-11-02T11:00:00Z');
    expect((await resend()).body).toMatchObject({ status: true, moved: 'quiet' });
    await reply(RECIPIENT, 'Stop texting me please');
    await wren.comesBack('2026-11-02T19:00:00Z');
    await shop.deliver();
    expect(await textsTo(RECIPIENT)).toHaveLength(1);
    expect(await wren.cardLine()).toMatchObject({ state: 'failed', problem: 'opted_out' });
    const { recipient } = await shop.stored.one('messages', { purpose: 'gift-failed' });
    expect(recipient).toBe(OWN_MOBILE);
  });
});
