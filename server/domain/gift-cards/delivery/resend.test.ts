import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { reconcileMessages } from '#server/platform/messaging/reconcile-messages.ts';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { findDeliveryFacts } from '../cards-store.ts';
import { ensurePictureAddress } from './card-pictures.ts';

const OTHER = '+61491570157';

describe.each(databaseKinds())('resending and correcting a gift card on %s', (kind) => {
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
  const carrierHolds = () => vi.waitFor(() => expect(shop.sent).toHaveLength(1), { timeout: 60_000 });

  it('resends to the same number with the same link once five minutes have passed since the first send', async () => {
    await give();
    const secret = await shop.secretOn(RECIPIENT);
    expect(await wren.cardLine()).toMatchObject({ can_edit: false, can_correct: true, can_send_again: false });
    expect((await wren.cardLine()).send_again_from?.slice(0, 15)).toBe(minutesAfterOpening(5).slice(0, 15));
    const early = await resend();
    expect(early.body).toMatchObject({
      status: false,
      input_validation: { gift_card_details_id: 'Please wait 5 minutes before you send it again' },
    });
    expect(early.body.retry_after).toBeGreaterThan(200);
    await shop.moveTo(minutesAfterOpening(6));
    expect((await wren.cardLine()).can_send_again).toBe(true);
    expect((await resend()).body).toMatchObject({ status: true, moved: null });
    expect(await wren.cardLine()).toMatchObject({ state: 'queued', can_edit: false, can_send_again: false });
    await shop.deliver();
    expect(shop.sent.map((message) => message.kind)).toEqual(['mms', 'sms', 'mms', 'sms']);
    expect(new Set(shop.sent.map((message) => message.ref)).size).toBe(4);
    expect(await shop.phone(RECIPIENT)).toHaveLength(4);
    expect(await shop.secretOn(RECIPIENT)).toBe(secret);
    expect((await wren.cardLine()).state).toBe('delivered');
  });

  it('sends a corrected card with a new link and code, and disables the old link, picture and code', async () => {
    await give();
    const old = await shop.secretOn(RECIPIENT);
    const before = (await shop.cardPage(old)).body.data;
    const picture = new URL(shop.sent[0]?.mediaUrl ?? '').pathname;
    expect((await correct()).body).toMatchObject({ status: true, moved: null });
    expect((await shop.cardPage(old)).body).toEqual({ status: false, replaced: true });
    expect((await shop.cardPage(`${old}x`)).body).toEqual({ status: false });
    expect((await shop.send('POST mobiledigital/cardopened', { body: { secret: old } })).body.status).toBe(false);
    expect((await shop.app.inject({ url: picture })).statusCode).toBe(404);
    await shop.deliver();
    const now = (await shop.cardPage(await shop.secretOn(OTHER))).body.data;
    expect([now?.balance, now?.state]).toEqual([25, 'live']);
    expect(now?.code).toMatch(/\w/);
    expect(now?.code).not.toBe(before?.code);
    expect(await shop.cards()).toHaveLength(1);
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
    expect(await shop.phone(OTHER)).toHaveLength(2);
    expect(await wren.cardLine()).toMatchObject({ state: 'delivered', recipient_mobile: OTHER });
    expect(await shop.stored.count('giftCardEntries')).toBe(1);
  });

  it('shows the wrapping in the order until the picture of the current delivery is composed', async () => {
    await buy();
    const { picture, wrapped } = await wren.cardLine();
    expect(picture).toMatch(/^\/media\/birthday\//);
    await shop.deliver();
    const first = (await wren.cardLine()).picture ?? '';
    expect(wrapped).toMatchObject({ template: { mms_template_id: 'birthday', picture: { id: 'birthday' } } });
    const composed = await shop.stored.one('messagePictures');
    expect([wrapped?.words, (await wren.cardLine()).wrapped]).toEqual([composed.words, null]);
    expect(first).toBe(new URL(shop.sent[0]?.mediaUrl ?? '').pathname);
    const answer = await shop.app.inject(first);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(answer.headers['cache-control']).toMatch(/^private/);
    await correct();
    const words = { ...wrapped?.words, to: '', message: '' };
    expect(await wren.cardLine()).toMatchObject({
      picture: expect.stringMatching(/^\/media\/birthday\//),
      wrapped: { ...wrapped, words },
    });
  });

  it('records every resend and correction, and forbids changes to the records', async () => {
    await give();
    await correct();
    expect(await changes()).toMatchObject([
      { kind: 'correct', deliveryAttempt: 2, oldState: 'delivered', oldMobile: RECIPIENT, newMobile: OTHER },
    ]);
    await expect(shop.stored.change('giftCardChanges', { newMobile: '' })).rejects.toThrow();
    await expect(shop.stored.remove('giftCardChanges')).rejects.toThrow();
  });

  it('ignores a second tap on resend or correct, even among ten simultaneous requests', async () => {
    await give();
    const corrected = await Promise.all(Array.from({ length: 10 }, () => correct()));
    expect(corrected.map(({ body }) => body.status)).toEqual(Array.from({ length: 10 }, () => true));
    await shop.deliver();
    await shop.moveTo(minutesAfterOpening(10));
    const resent = await Promise.all(Array.from({ length: 10 }, () => resend()));
    expect(new Set(resent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await Promise.allSettled(Array.from({ length: 6 }, () => shop.deliver()));
    await shop.deliver();
    expect((await resend()).body.status).toBe(true);
    await shop.deliver();
    expect((await changes()).map(({ kind }) => kind)).toEqual(['correct', 'resend']);
    expect(shop.sent.map((message) => message.to)).toEqual([RECIPIENT, RECIPIENT, OTHER, OTHER, OTHER, OTHER]);
  });

  it('returns the first result whenever an idempotency key is reused', async () => {
    await give();
    const corrected = await correct(undefined, { key: 'first' });
    await shop.deliver();
    await shop.moveTo(minutesAfterOpening(10));
    expect((await correct()).body.status).toBe(false);
    expect(await correct(undefined, { key: 'first' })).toEqual(corrected);
    const resent = await resend({ key: 'second' });
    await shop.deliver();
    await shop.moveTo(minutesAfterOpening(12));
    expect((await resend()).body.status).toBe(false);
    expect(await resend({ key: 'second' })).toEqual(resent);
    expect(shop.sent.map((message) => message.to)).toEqual([RECIPIENT, RECIPIENT, OTHER, OTHER, OTHER, OTHER]);
  });

  it('resends a failed card immediately and restarts its validity period', async () => {
    await buy();
    shop.carrier.says = async () => ({ state: 'refused', reason: 'no such number' });
    await shop.deliver();
    expect(await wren.cardLine()).toMatchObject({ state: 'failed', can_send_again: true, can_correct: true });
    shop.carrier.says = null;
    await wren.comesBack('2026-11-05T01:00:00Z');
    expect((await resend()).body.status).toBe(true);
    await shop.deliver();
    expect((await wren.cardLine()).state).toBe('delivered');
    expect((await shop.cards()).map(({ expiresAt }) => expiresAt)).toEqual([new Date('2029-11-05T12:59:59Z')]);
  });

  it('refuses changes while the carrier is handling a message, but allows a correction while the carrier is down', async () => {
    await buy();
    const { promise, resolve } = Promise.withResolvers<void>();
    shop.carrier.says = async () => {
      await promise;
      return null;
    };
    const delivery = shop.deliver();
    await carrierHolds();
    expect((await correct()).body).toMatchObject({
      status: false,
      input_validation: { recipient_mobile: expect.stringContaining('going out right now') },
    });
    expect((await resend()).body.status).toBe(false);
    resolve();
    await delivery;
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
    await shop.moveTo(minutesAfterOpening(6));
    shop.carrier.says = async () => {
      throw new Error('the carrier is down');
    };
    await resend();
    await expect(shop.deliver()).rejects.toThrow('down');
    expect((await wren.cardLine()).state).toBe('queued');
    shop.carrier.says = null;
    expect((await correct()).body.status).toBe(true);
    await shop.deliver();
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
    expect(await shop.phone(OTHER)).toHaveLength(2);
  });

  it('leaves the current delivery attempt alone when a job gives up on an earlier attempt', async () => {
    await buy();
    const { promise, resolve } = Promise.withResolvers<void>();
    shop.carrier.says = async () => {
      await promise;
      throw new Error('the carrier is down');
    };
    const last = shop.deliver(undefined, { last: true });
    last.catch(() => undefined);
    await carrierHolds();
    await shop.stored.change('messages', ({ claimedAt }) => ({
      claimedAt: claimedAt && new Date(claimedAt.getTime() - 25 * 3_600_000),
    }));
    expect((await correct()).body.status).toBe(true);
    resolve();
    await expect(last).rejects.toThrow('down');
    expect((await wren.cardLine()).state).toBe('queued');
    shop.carrier.says = null;
    await shop.deliver();
    expect(await shop.phone(OTHER)).toHaveLength(2);
  });

  it('discards a picture composed for an earlier delivery attempt', async () => {
    await buy();
    const facts = await findDeliveryFacts(shop.context.database.orm, (await shop.lastCard()).id);
    if (!facts) throw new Error('There is no card.');
    await shop.deliver();
    await correct();
    await expect(ensurePictureAddress(shop.context, facts)).rejects.toThrow('has ended');
    expect(await shop.stored.all('messagePictures')).toEqual([]);
    await shop.deliver();
    await expect(ensurePictureAddress(shop.context, facts)).rejects.toThrow('has ended');
    expect(await shop.phone(OTHER)).toHaveLength(2);
  });

  it('requeues a resend when its job was lost', async () => {
    await give();
    await shop.moveTo(minutesAfterOpening(6));
    await resend();
    await shop.jobs.lose('send-message');
    await reconcileMessages(shop.context, messagePurposes, 'clock moved');
    expect(await shop.jobs.list('send-message')).toHaveLength(1);
  });
});
