import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { correctBalances } from '#test/support/ledger-acts.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import type { StoredRow } from '#test/support/stored.ts';
import { purgeOldNumbers } from './purge-numbers.ts';

const OTHER = '+61491570157';

describe.each(databaseKinds())('limits on resending and correcting a gift card on %s', (kind) => {
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
  const buy = async (localTime: string = AT_ONCE) => {
    [detailsId = 0] = (await wren.buyCards([{ scheduledAt: localTime }])).detailsIds;
  };
  const resend = (change: { key?: string } = {}) => wren.resend(detailsId, change);
  const correct = (to = '0491570157', change: { key?: string } = {}) => wren.correct(detailsId, to, change);
  const changes = () => shop.stored.all('giftCardChanges');

  it('rejects resends and corrections by another customer or by a visitor who is not signed in', async () => {
    await give();
    await shop.moveTo(minutesAfterOpening(6));
    const other = await shop.customer('+61412345679');
    for (const answer of [await other.resend(detailsId), await other.correct(detailsId, '0491570157')]) {
      expect(answer.status).toBe(404);
    }
    for (const token of ['', 'nonsense']) {
      const card = { gift_card_details_id: detailsId };
      const resent = await shop.send('POST mobiledigital/resendgiftcard', { token, body: card });
      const body = { ...card, recipient_mobile: '0491570157' };
      const corrected = await shop.send('POST mobiledigital/correctgiftcardmobile', { token, body });
      expect([resent.status, corrected.status]).toEqual([401, 401]);
    }
    expect((await wren.cardLine()).recipient_mobile).toBe(RECIPIENT);
  });

  it('refuses to correct an opened card, but resends it with the same link', async () => {
    await give();
    await shop.moveTo(minutesAfterOpening(6));
    const secret = await shop.secretOn(RECIPIENT);
    await shop.send('POST mobiledigital/cardopened', { body: { secret } });
    const message = 'This gift card has already been opened';
    expect((await correct()).body.input_validation).toEqual({ recipient_mobile: message });
    expect(await wren.cardLine()).toMatchObject({ can_correct: false, can_send_again: true });
    expect((await resend()).body.status).toBe(true);
    expect((await correct()).body.input_validation).toEqual({ recipient_mobile: message });
    await shop.deliver();
    expect(shop.sent.map(({ to }) => to)).toEqual([RECIPIENT, RECIPIENT, RECIPIENT, RECIPIENT]);
    expect(await shop.secretOn(RECIPIENT)).toBe(secret);
    expect(await wren.cardLine()).toMatchObject({ state: 'delivered', can_send_again: false });
    expect((await wren.cardLine()).send_again_from).not.toBeNull();
    await shop.moveTo(minutesAfterOpening(30));
    await shop.send('POST mobiledigital/cardopened', { body: { secret } });
    expect((await wren.cardLine()).opened_at?.slice(0, 15)).toBe(minutesAfterOpening(6).slice(0, 15));
    expect((await shop.cardPage(secret)).body.status).toBe(true);
  });

  it('refuses to resend or correct void and expired cards', async () => {
    await give();
    await shop.moveTo(minutesAfterOpening(6));
    await correctBalances(shop, -2_500);
    await shop.stored.change('giftCardAccounts', { status: 'void' });
    expect((await resend()).body.input_validation).toEqual({
      gift_card_details_id: 'This gift card has been cancelled',
    });
    expect((await correct()).body.status).toBe(false);
    await shop.stored.change('giftCardAccounts', { status: 'active' });
    await correctBalances(shop, 2_500);
    await wren.comesBack('2030-01-01T01:00:00Z');
    const expired = { gift_card_details_id: 'This gift card has expired' };
    expect((await resend()).body.input_validation).toEqual(expired);
    expect(await wren.cardLine()).toMatchObject({ can_correct: false, can_send_again: false });
  });

  it('delays a resend until quiet hours end and returns the new send time [LG-32]', async () => {
    await give();
    await wren.comesBack('2026-11-02T11:00:00Z');
    const six = '2026-11-02T19:00:00.000Z';
    expect((await resend()).body).toEqual({ status: true, send_at: six, moved: 'quiet' });
    await shop.deliver();
    expect(shop.sent).toHaveLength(2);
    expect(await wren.cardLine()).toMatchObject({ state: 'queued', send_at: six, can_edit: false, can_correct: true });
    expect((await correct()).body).toMatchObject({ status: true, send_at: six });
    await shop.moveTo(six);
    await shop.deliver();
    expect(shop.sent.map((message) => message.to)).toEqual([RECIPIENT, RECIPIENT, OTHER, OTHER]);
  });

  it('changes only the number of an unsent card, and rejects an invalid mobile', async () => {
    await buy('2026-11-09 12:00:00');
    expect((await resend()).body.input_validation).toEqual({
      gift_card_details_id: 'This gift card has not gone out yet',
    });
    const errors = {
      '': 'Please enter a mobile',
      '0291234567': 'Please enter a valid mobile',
      '12': 'Please enter a valid mobile',
    };
    for (const [typed, recipient_mobile] of Object.entries(errors)) {
      expect((await correct(typed)).body).toEqual({
        status: false,
        input_validation: { recipient_mobile },
        codes: { recipient_mobile: expect.any(String) },
      });
    }
    expect((await correct()).body).toMatchObject({ status: true, send_at: '2026-11-09T01:00:00.000Z' });
    expect(await wren.cardLine()).toMatchObject({ state: 'queued', can_edit: true, recipient_mobile: OTHER });
    expect((await shop.cards()).map(({ deliveryAttempt }) => deliveryAttempt)).toEqual([1]);
  });

  it('allows ten new numbers a day for a waiting card, counting both calls that can change it', async () => {
    await buy('2026-11-09 12:00:00');
    const edit = (recipient_mobile: string) =>
      wren.editDetails(detailsId, { recipient_firstname: 'Ada', recipient_lastname: 'Reed', recipient_mobile });
    const number = (index: number) => `04915701${50 + index}`;
    expect((await edit('0491570156')).body.status).toBe(true);
    expect(await changes()).toEqual([]);
    for (let index = 0; index < 10; index += 1) {
      const changed = index % 2 ? await correct(number(index)) : await edit(number(index));
      expect(changed.body.status).toBe(true);
    }
    const keptChanges = await changes();
    expect(keptChanges).toHaveLength(10);
    expect(keptChanges[1]).toMatchObject({
      kind: 'correct',
      startsAttempt: false,
      deliveryAttempt: 1,
      oldState: 'queued',
      oldMobile: '+61491570150',
      newMobile: '+61491570151',
    });
    const message = 'This number cannot be changed again today. Please try again tomorrow';
    for (const rejected of [await edit('0491570110'), await correct('0491570110')]) {
      expect(rejected.body).toEqual({
        status: false,
        input_validation: { recipient_mobile: message },
        codes: { recipient_mobile: 'mobile_changed_too_often' },
      });
    }
    expect((await edit(number(9))).body.status).toBe(true);
    await wren.comesBack('2026-11-03T02:00:00Z');
    expect((await correct('0491570110')).body.status).toBe(true);
    expect((await wren.cardLine()).recipient_mobile).toBe('+61491570110');
  });

  it('clears the numbers of a change after ninety days, but keeps its kind, time and customer', async () => {
    await give();
    await correct();
    const [keptChange] = await changes();
    await shop.moveTo('2027-01-31T00:00:00Z');
    await purgeOldNumbers(shop.context);
    expect(await changes()).toEqual([keptChange]);
    await shop.moveTo('2027-01-31T02:00:00Z');
    await purgeOldNumbers(shop.context);
    expect(await changes()).toEqual([{ ...keptChange, oldMobile: '', newMobile: '' }]);
    for (const rewrite of [{ newMobile: '+61491570199' }, { oldMobile: '', newMobile: '', kind: 'resend' as const }])
      await expect(shop.stored.change('giftCardChanges', rewrite)).rejects.toThrow();
  });

  it('rejects a correction to the number that the card was already sent to', async () => {
    await give();
    const message = 'This gift card has already been sent to this number';
    expect((await correct('0491570156')).body.input_validation).toEqual({ recipient_mobile: message });
  });

  const changed = async (count: number, by: Customer, change: Partial<StoredRow<'giftCardChanges'>> = {}) => {
    const [card] = await shop.cards();
    const row = {
      giftCardId: card?.id ?? 0,
      customerId: await by.id(),
      kind: 'resend' as const,
      deliveryAttempt: 1,
      startsAttempt: true,
      oldState: 'sent' as const,
      oldMobile: '',
      newMobile: '',
      createdAt: shop.context.clock.now(),
      ...change,
    };
    await shop.stored.addAll('giftCardChanges', Array(count).fill(row));
  };

  it('limits a customer to 25 resends a day, not counting those of other customers', async () => {
    await give();
    const other = await shop.customer('+61412345679');
    await give();
    await shop.moveTo(minutesAfterOpening(6));
    await changed(30, other);
    await changed(24, wren);
    expect((await resend()).body.status).toBe(true);
    await shop.deliver();
    await shop.moveTo(minutesAfterOpening(12));
    expect((await resend()).body.input_validation?.gift_card_details_id).toContain('today. Please try again');
  });

  it('limits a customer to fifty new numbers a day for waiting cards, not counting those of other customers', async () => {
    await buy('2026-11-09 12:00:00');
    const other = await shop.customer('+61412345679');
    await buy('2026-11-09 12:00:00');
    const waiting = { startsAttempt: false, kind: 'correct' as const };
    await changed(60, other, waiting);
    await changed(49, wren, waiting);
    expect((await correct()).body.status).toBe(true);
    expect((await correct('0491570158')).body.input_validation?.recipient_mobile).toContain('today. Please try again');
  });

  it('limits a card to five resends a day', async () => {
    await give();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await shop.moveTo(minutesAfterOpening(6 * attempt));
      expect((await resend()).body.status).toBe(true);
      await shop.deliver();
    }
    await shop.moveTo(minutesAfterOpening(40));
    expect((await resend()).body.input_validation?.gift_card_details_id).toContain('today. Please try again');
    expect((await correct()).body.input_validation?.recipient_mobile).toContain('today. Please try again');
    expect(shop.sent).toHaveLength(12);
    await wren.comesBack('2026-11-03T02:00:00Z');
    expect((await resend()).body.status).toBe(true);
  });
});
