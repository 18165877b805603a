import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, minutes, openCardShop, right, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { deliverCard } from '#test/support/deliver-card.ts';
import { correct } from '#test/support/ledger-entries.ts';
import { purgeOldNumbers } from './purge-numbers.ts';

describe.each(databaseKinds())('no second send on %s', (kind) => {
  let shop: CardShop;

  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  test('nobody else can send or correct it, and without a sign-in nobody can', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.moveTo(minutes(6));
    const other = await shop.enter('+61412345679');
    for (const answer of [await shop.resend(other.token), await shop.correct('0491570157', other.token)]) {
      expect(answer.status).toBe(404);
    }
    expect([(await shop.resend('')).status, (await shop.correct('0491570157', 'nonsense')).status]).toEqual([401, 401]);
    expect((await shop.line()).recipient_mobile).toBe(wrong);
  });

  test('an opened card stays where it is, and can be sent there again behind the same link', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.moveTo(minutes(6));
    const secret = await shop.secretOn(wrong);
    await shop.send('POST mobiledigital/cardopened', { body: { secret } });
    const message = 'This gift card has already been opened';
    expect((await shop.correct()).body.input_validation).toEqual({ recipient_mobile: message });
    expect(await shop.line()).toMatchObject({ can_correct: false, can_send_again: true });
    expect((await shop.resend()).body.status).toBe(true);
    expect((await shop.correct()).body.input_validation).toEqual({ recipient_mobile: message });
    await shop.deliver();
    expect(shop.sent.map(({ to }) => to)).toEqual([wrong, wrong, wrong, wrong]);
    expect(await shop.secretOn(wrong)).toBe(secret);
    expect(await shop.line()).toMatchObject({ state: 'delivered', can_send_again: false });
    expect((await shop.line()).send_again_from).not.toBeNull();
    // The first time counts.
    await shop.moveTo(minutes(30));
    await shop.send('POST mobiledigital/cardopened', { body: { secret } });
    expect((await shop.line()).opened_at?.slice(0, 15)).toBe(minutes(6).slice(0, 15));
    expect((await shop.card(secret)).body.status).toBe(true);
  });

  test('void and expired cards go nowhere', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.moveTo(minutes(6));
    await shop.query(correct(-2_500));
    await shop.query("update gift_card_accounts set status = 'void'");
    expect((await shop.resend()).body.input_validation).toEqual({
      gift_card_details_id: 'This gift card has been cancelled',
    });
    expect((await shop.correct()).body.status).toBe(false);
    await shop.query("update gift_card_accounts set status = 'active'");
    await shop.query(correct(2_500));
    await shop.later('2030-01-01T01:00:00Z');
    const expired = { gift_card_details_id: 'This gift card has expired' };
    expect((await shop.resend()).body.input_validation).toEqual(expired);
    expect(await shop.line()).toMatchObject({ can_correct: false, can_send_again: false });
  });

  test('waits for the end of quiet hours and says so [LG-32]', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.later('2026-11-02T11:00:00Z');
    const six = '2026-11-02T19:00:00.000Z';
    expect((await shop.resend()).body).toEqual({ status: true, send_at: six, moved: 'quiet' });
    await shop.deliver();
    expect(shop.sent).toHaveLength(2);
    expect(await shop.line()).toMatchObject({ state: 'queued', send_at: six, can_edit: false, can_correct: true });
    // A number corrected while it waits takes the same delivery attempt, at its new number only.
    expect((await shop.correct()).body).toMatchObject({ status: true, send_at: six });
    await shop.moveTo(six);
    await shop.deliver();
    expect(shop.sent.map((message) => message.to)).toEqual([wrong, wrong, right, right]);
  });

  test('before it is sent only its number changes; a value that is no mobile is rejected', async () => {
    await shop.buy('2026-11-09 12:00:00');
    expect((await shop.resend()).body.input_validation).toEqual({
      gift_card_details_id: 'This gift card has not gone out yet',
    });
    const errors = {
      '': 'Please enter a mobile',
      '0291234567': 'Please enter a valid mobile',
      '12': 'Please enter a valid mobile',
    };
    for (const [typed, recipient_mobile] of Object.entries(errors)) {
      expect((await shop.correct(typed)).body).toEqual({
        status: false,
        input_validation: { recipient_mobile },
        codes: { recipient_mobile: expect.any(String) },
      });
    }
    expect((await shop.correct()).body).toMatchObject({ status: true, send_at: '2026-11-09T01:00:00.000Z' });
    expect(await shop.line()).toMatchObject({ state: 'queued', can_edit: true, recipient_mobile: right });
    expect(await shop.query('select delivery_attempt from gift_cards')).toEqual([{ delivery_attempt: 1 }]);
  });

  test('every new number of a card that waits is kept, by either call, ten a day and no more', async () => {
    const id = await shop.buy('2026-11-09 12:00:00');
    const edit = (recipient_mobile: string) =>
      shop.editDetails(id, { recipient_firstname: 'Ada', recipient_lastname: 'Reed', recipient_mobile });
    const number = (at: number) => `04915701${50 + at}`;
    expect((await edit('0491570156')).body.status).toBe(true);
    expect(await shop.query('select * from gift_card_changes')).toEqual([]);
    for (let at = 0; at < 10; at += 1) {
      const changed = at % 2 ? await shop.correct(number(at)) : await edit(number(at));
      expect(changed.body.status).toBe(true);
    }
    const kept = await shop.query('select * from gift_card_changes order by id');
    expect(kept).toHaveLength(10);
    expect(kept[1]).toMatchObject({
      kind: 'correct',
      starts_attempt: false,
      delivery_attempt: 1,
      old_state: 'queued',
      old_mobile: '+61491570150',
      new_mobile: '+61491570151',
    });
    const message = 'This number cannot be changed again today. Please try again tomorrow';
    for (const rejected of [await edit('0491570110'), await shop.correct('0491570110')]) {
      expect(rejected.body).toEqual({
        status: false,
        input_validation: { recipient_mobile: message },
        codes: { recipient_mobile: 'mobile_changed_too_often' },
      });
    }
    // The words can still be changed, and the number can wait for tomorrow.
    expect((await edit(number(9))).body.status).toBe(true);
    await shop.later('2026-11-03T02:00:00Z');
    expect((await shop.correct('0491570110')).body.status).toBe(true);
    expect((await shop.line()).recipient_mobile).toBe('+61491570110');
  });

  test('numbers of a change are cleared after ninety days; kind, time and customer stay', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.correct();
    const [kept] = await shop.query('select * from gift_card_changes');
    await shop.moveTo('2027-01-31T00:00:00Z');
    await purgeOldNumbers(shop.context);
    expect(await shop.query('select * from gift_card_changes')).toEqual([kept]);
    await shop.moveTo('2027-01-31T02:00:00Z');
    await purgeOldNumbers(shop.context);
    expect(await shop.query('select * from gift_card_changes')).toEqual([{ ...kept, old_mobile: '', new_mobile: '' }]);
    for (const rewrite of [`new_mobile = '+61491570199'`, `old_mobile = '', new_mobile = '', kind = 'resend'`]) {
      await expect(shop.query(`update gift_card_changes set ${rewrite}`)).rejects.toThrow();
    }
  });

  test('the number it went to is no correction', async () => {
    await shop.buy();
    await shop.deliver();
    const message = 'This gift card has already been sent to this number';
    expect((await shop.correct('0491570156')).body.input_validation).toEqual({ recipient_mobile: message });
  });

  /** Changes of today of the first card. */
  const changed = (n: number, { customerId = 'min(id)', startsAttempt = true, kind = 'resend' } = {}) =>
    shop.query(`insert into gift_card_changes (gift_card_id, customer_id, kind, delivery_attempt, starts_attempt, old_state,
        old_mobile, new_mobile, created_at)
      select (select min(id) from gift_cards), (select ${customerId} from customers), '${kind}', 1, ${startsAttempt}, 'sent',
        '', '', '${shop.context.clock.now().toISOString()}' from generate_series(1, ${n})`);

  const deliverNewest = async () =>
    deliverCard(shop.context, (await shop.query('select max(id) as id from gift_cards'))[0].id, { last: false });

  test('no more than 25 times a day for one customer, whoever else sends', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.enter('+61412345679');
    await shop.buy();
    await deliverNewest();
    await shop.moveTo(minutes(6));
    await changed(30, { customerId: 'max(id)' });
    await changed(24);
    expect((await shop.resend()).body.status).toBe(true);
    await deliverNewest();
    await shop.moveTo(minutes(12));
    expect((await shop.resend()).body.input_validation?.gift_card_details_id).toContain('today. Please try again');
  });

  test('no more than fifty new numbers a day for cards of one customer that wait, whoever else changes theirs', async () => {
    await shop.buy('2026-11-09 12:00:00');
    await shop.enter('+61412345679');
    await shop.buy('2026-11-09 12:00:00');
    const waiting = { startsAttempt: false, kind: 'correct' };
    await changed(60, { customerId: 'max(id)', ...waiting });
    await changed(49, waiting);
    expect((await shop.correct()).body.status).toBe(true);
    expect((await shop.correct('0491570158')).body.input_validation?.recipient_mobile).toContain(
      'today. Please try again',
    );
  });

  test('no more than five times a day', async () => {
    await shop.buy();
    await shop.deliver();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await shop.moveTo(minutes(6 * attempt));
      expect((await shop.resend()).body.status).toBe(true);
      await shop.deliver();
    }
    await shop.moveTo(minutes(40));
    expect((await shop.resend()).body.input_validation?.gift_card_details_id).toContain('today. Please try again');
    expect((await shop.correct()).body.input_validation?.recipient_mobile).toContain('today. Please try again');
    expect(shop.sent).toHaveLength(12);
    await shop.later('2026-11-03T02:00:00Z');
    expect((await shop.resend()).body.status).toBe(true);
  });
});
