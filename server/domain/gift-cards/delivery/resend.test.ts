import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { reconcileMessages } from '#server/platform/messaging/reconcile-messages.ts';
import { type CardShop, minutes, openCardShop, right, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { deliveryFacts } from '../cards-store.ts';
import { pictureAddress } from './card-pictures.ts';

describe.each(databaseKinds())('a gift card once more on %s', (kind) => {
  let shop: CardShop;

  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());
  const carrierHolds = () => vi.waitFor(() => expect(shop.sent).toHaveLength(1), { timeout: 60_000 });

  test('is sent again to the same number behind the same link, five minutes after the first time', async () => {
    await shop.buy();
    await shop.deliver();
    const secret = await shop.secretOn(wrong);
    expect(await shop.line()).toMatchObject({ can_edit: false, can_correct: true, can_send_again: false });
    expect((await shop.line()).send_again_from?.slice(0, 15)).toBe(minutes(5).slice(0, 15));
    const early = await shop.resend();
    expect(early.body).toMatchObject({
      status: false,
      input_validation: { gift_card_details_id: 'Please wait 5 minutes before you send it again' },
    });
    expect(early.body.retry_after).toBeGreaterThan(200);
    await shop.moveTo(minutes(6));
    expect((await shop.line()).can_send_again).toBe(true);
    expect((await shop.resend()).body).toMatchObject({ status: true, moved: null });
    expect(await shop.line()).toMatchObject({ state: 'queued', can_edit: false, can_send_again: false });
    await shop.deliver();
    expect(shop.sent.map((message) => message.kind)).toEqual(['mms', 'sms', 'mms', 'sms']);
    expect(new Set(shop.sent.map((message) => message.ref)).size).toBe(4);
    expect(await shop.phone(wrong)).toHaveLength(4);
    expect(await shop.secretOn(wrong)).toBe(secret);
    expect((await shop.line()).state).toBe('delivered');
  });

  test('goes to the corrected number with a new link and code; the old link, picture and code are dead, the balance stays', async () => {
    await shop.buy();
    await shop.deliver();
    const old = await shop.secretOn(wrong);
    const before = (await shop.card(old)).body.data;
    const picture = new URL(shop.sent[0]?.mediaUrl ?? '').pathname;
    expect((await shop.correct()).body).toMatchObject({ status: true, moved: null });
    // Of the card itself nothing is said to who holds the old link.
    expect((await shop.card(old)).body).toEqual({ status: false, replaced: true });
    expect((await shop.card(`${old}x`)).body).toEqual({ status: false });
    expect((await shop.send('POST mobiledigital/cardopened', { body: { secret: old } })).body.status).toBe(false);
    expect((await shop.app.inject({ url: picture })).statusCode).toBe(404);
    await shop.deliver();
    const now = (await shop.card(await shop.secretOn(right))).body.data;
    expect([now?.balance, now?.state]).toEqual([25, 'live']);
    expect(now?.code).toMatch(/\w/);
    expect(now?.code).not.toBe(before?.code);
    expect(await shop.query('select distinct code_hash from gift_cards')).toHaveLength(1);
    expect(await shop.phone(wrong)).toHaveLength(2);
    expect(await shop.phone(right)).toHaveLength(2);
    expect(await shop.line()).toMatchObject({ state: 'delivered', recipient_mobile: right });
    expect(await shop.query('select * from gift_card_entries')).toHaveLength(1);
  });

  test('its order shows the wrapping until the picture is composed, then the picture of the present delivery', async () => {
    await shop.buy();
    const { picture, wrapped } = await shop.line();
    expect(picture).toMatch(/^\/media\/birthday\//);
    await shop.deliver();
    const first = (await shop.line()).picture ?? '';
    expect(wrapped).toMatchObject({ template: { mms_template_id: 'birthday', picture: { id: 'birthday' } } });
    const [composed] = await shop.query('select words from message_pictures');
    expect([wrapped?.words, (await shop.line()).wrapped]).toEqual([composed.words, null]);
    expect(first).toBe(new URL(shop.sent[0]?.mediaUrl ?? '').pathname);
    const answer = await shop.app.inject(first);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(answer.headers['cache-control']).toMatch(/^private/);
    await shop.correct();
    // As the corrected card is drawn: without what the giver wrote for the first number.
    const words = { ...wrapped?.words, to: '', message: '' };
    expect(await shop.line()).toMatchObject({
      picture: expect.stringMatching(/^\/media\/birthday\//),
      wrapped: { ...wrapped, words },
    });
  });

  test('every change is kept and cannot be rewritten', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.correct();
    const kept = await shop.query('select * from gift_card_changes');
    expect(kept).toMatchObject([
      { kind: 'correct', delivery_attempt: 2, old_state: 'delivered', old_mobile: wrong, new_mobile: right },
    ]);
    await expect(shop.query(`update gift_card_changes set new_mobile = ''`)).rejects.toThrow();
    await expect(shop.query('delete from gift_card_changes')).rejects.toThrow();
  });

  test('a second tap, and ten at once, change nothing more', async () => {
    await shop.buy();
    await shop.deliver();
    const corrected = await Promise.all(Array.from({ length: 10 }, () => shop.correct()));
    expect(corrected.map(({ body }) => body.status)).toEqual(Array.from({ length: 10 }, () => true));
    await shop.deliver();
    await shop.moveTo(minutes(10));
    const again = await Promise.all(Array.from({ length: 10 }, () => shop.resend()));
    expect(new Set(again.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await Promise.allSettled(Array.from({ length: 6 }, () => shop.deliver()));
    await shop.deliver();
    expect((await shop.resend()).body.status).toBe(true);
    await shop.deliver();
    expect(await shop.query('select kind from gift_card_changes order by id')).toEqual([
      { kind: 'correct' },
      { kind: 'resend' },
    ]);
    expect(shop.sent.map((message) => message.to)).toEqual([wrong, wrong, right, right, right, right]);
  });

  test('a call repeated with its key returns what the first one did, however late', async () => {
    await shop.buy();
    await shop.deliver();
    const corrected = await shop.correct(undefined, undefined, 'first');
    await shop.deliver();
    await shop.moveTo(minutes(10));
    expect((await shop.correct()).body.status).toBe(false);
    expect(await shop.correct(undefined, undefined, 'first')).toEqual(corrected);
    const again = await shop.resend(undefined, 'second');
    await shop.deliver();
    await shop.moveTo(minutes(12));
    expect((await shop.resend()).body.status).toBe(false);
    expect(await shop.resend(undefined, 'second')).toEqual(again);
    expect(shop.sent.map((message) => message.to)).toEqual([wrong, wrong, right, right, right, right]);
  });

  test('a failed card can be sent again at once, with the life of a card that starts anew', async () => {
    await shop.buy();
    shop.carrier.says = async () => ({ state: 'refused', reason: 'no such number' });
    await shop.deliver();
    expect(await shop.line()).toMatchObject({ state: 'failed', can_send_again: true, can_correct: true });
    shop.carrier.says = null;
    await shop.later('2026-11-05T01:00:00Z');
    expect((await shop.resend()).body.status).toBe(true);
    await shop.deliver();
    expect((await shop.line()).state).toBe('delivered');
    expect(await shop.query('select expires_at from gift_cards')).toEqual([
      { expires_at: new Date('2029-11-05T12:59:59Z') },
    ]);
  });

  test('is not touched while the carrier holds a message of it, and can be corrected when the carrier is down', async () => {
    await shop.buy();
    const { promise, resolve } = Promise.withResolvers<void>();
    shop.carrier.says = async () => {
      await promise;
      return null;
    };
    const delivery = shop.deliver();
    await carrierHolds();
    expect((await shop.correct()).body).toMatchObject({
      status: false,
      input_validation: { recipient_mobile: expect.stringContaining('going out right now') },
    });
    expect((await shop.resend()).body.status).toBe(false);
    resolve();
    await delivery;
    expect(await shop.phone(wrong)).toHaveLength(2);
    await shop.moveTo(minutes(6));
    shop.carrier.says = async () => {
      throw new Error('the carrier is down');
    };
    await shop.resend();
    await expect(shop.deliver()).rejects.toThrow('down');
    expect((await shop.line()).state).toBe('queued');
    shop.carrier.says = null;
    expect((await shop.correct()).body.status).toBe(true);
    await shop.deliver();
    expect(await shop.phone(wrong)).toHaveLength(2);
    expect(await shop.phone(right)).toHaveLength(2);
  });

  test('a job that gives up an earlier delivery attempt leaves the present one alone', async () => {
    await shop.buy();
    const { promise, resolve } = Promise.withResolvers<void>();
    shop.carrier.says = async () => {
      await promise;
      throw new Error('the carrier is down');
    };
    const last = shop.deliver({ last: true });
    last.catch(() => undefined);
    await carrierHolds();
    // The carrier has not answered for a day, so the customer may correct the number.
    await shop.query(`update messages set claimed_at = claimed_at - interval '25 hours'`);
    expect((await shop.correct()).body.status).toBe(true);
    resolve();
    await expect(last).rejects.toThrow('down');
    expect((await shop.line()).state).toBe('queued');
    shop.carrier.says = null;
    await shop.deliver();
    expect(await shop.phone(right)).toHaveLength(2);
  });

  test('a job that still composes an earlier delivery attempt leaves no picture to the present one', async () => {
    await shop.buy();
    const facts = await deliveryFacts(shop.context.database.orm, await shop.cardId());
    if (!facts) throw new Error('There is no card.');
    await shop.deliver();
    await shop.correct();
    await expect(pictureAddress(shop.context, facts)).rejects.toThrow('is over');
    expect(await shop.query('select name from message_pictures')).toEqual([]);
    await shop.deliver();
    await expect(pictureAddress(shop.context, facts)).rejects.toThrow('is over');
    expect(await shop.phone(right)).toHaveLength(2);
  });

  test('a lost job of a second send is queued again by the scheduled job', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.moveTo(minutes(6));
    await shop.resend();
    await shop.query(`delete from pgboss.job where name = 'send-message'`);
    await reconcileMessages(shop.context, messagePurposes, 'clock moved');
    expect(await shop.query(`select state from pgboss.job where name = 'send-message'`)).toHaveLength(1);
  });
});
