import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AT_ONCE, type CardInput, type PhoneMessage, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };
const LEFT = ['created', 'retry', 'active'];

describe.each(databaseKinds())('gift card delivery on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;

  async function open(options: Parameters<typeof openTestShop>[1] = {}): Promise<void> {
    shop = await openTestShop(kind, options);
    wren = await shop.customer();
  }

  const buy = (card: Partial<CardInput> = {}) => wren.buyCards([{ scheduledAt: AT_ONCE, ...card }]);

  async function arrives(): Promise<PhoneMessage[]> {
    const states = async () => (await shop.cards()).map(({ deliveryState }) => deliveryState);
    await vi.waitFor(async () => expect(await states()).toEqual(['delivered']), PATIENCE);
    return shop.phone(RECIPIENT);
  }

  async function idle(): Promise<void> {
    const due = async () =>
      (await shop.jobs.list('send-message')).filter(
        ({ state, startAfter }) => LEFT.includes(state) && startAfter.getTime() <= Date.now(),
      );
    await vi.waitFor(async () => expect(await due()).toEqual([]), PATIENCE);
  }

  afterEach(() => shop.close());

  it('sends the picture message, then the text with the card link, within seconds [ST-039, ST-040]', async () => {
    await open({ working: true });
    await buy();
    const messages = await arrives();
    expect(messages.map((message) => message.kind)).toEqual(['sms', 'mms']);
    const [text, picture] = messages;
    const words = 'Wren sent you a $25 Teapots & Co gift card, valid to 2 Nov 2029: "For you, with love" Handsel: ';
    expect(text?.text?.startsWith(words)).toBe(true);
    expect(text?.text?.slice(words.length)).toMatch(/^http:\/\/shop\.test\/card\/[\w-]{24}$/);
    expect(text).toMatchObject({ purpose: 'gift', to: RECIPIENT });
    const jpeg = await shop.app.inject({ url: new URL(picture?.media_url ?? '').pathname });
    expect(jpeg.headers['content-type']).toBe('image/jpeg');
    expect(jpeg.rawPayload.byteLength).toBeLessThanOrEqual(240_000);
    expect(await sharp(jpeg.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 900 });
    expect(await wren.cardLine()).toMatchObject({ state: 'delivered' });
  });

  it('opens the card by the link in the text, and stores no plaintext code in the database', async () => {
    await open({ working: true });
    await buy();
    const [text] = await arrives();
    const secret = text?.text.split('/card/')[1] ?? '';
    const { body } = await shop.cardPage(secret);
    expect(body.data).toMatchObject({
      state: 'live',
      value: 25,
      balance: 25,
      currency: 'AUD',
      recipient_firstname: 'Mia',
      purchaser_firstname: 'Wren',
    });
    expect(body.data?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(Date.parse(body.data?.expires_on ?? '')).toBeGreaterThanOrEqual(Date.parse('2029-11-02T01:00:00Z'));
    const storedText = JSON.stringify(await shop.stored.all('giftCards'));
    expect(storedText).not.toContain(secret);
    expect(storedText).not.toContain(body.data?.code.replaceAll('-', ''));
    expect((await shop.cardPage('A'.repeat(24))).body).toEqual({
      status: false,
    });
  });

  it('delivers at the scheduled minute [ST-038]', async () => {
    await open({ working: true });
    await buy({ scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Perth' });
    expect(await wren.cardLine()).toMatchObject({ state: 'queued', send_at: '2026-11-20T01:30:00.000Z' });
    await shop.moveTo('2026-11-20T01:29:30Z');
    await idle();
    expect(await shop.phone(RECIPIENT)).toEqual([]);
    await shop.moveTo('2026-11-20T01:30:00Z');
    expect(await arrives()).toHaveLength(2);
  });

  it('moves a delivery in quiet hours to 6 am in the time zone of the card [LG-32]', async () => {
    await open({ working: true });
    await wren.comesBack('2026-11-02T10:30:00Z');
    await buy({ scheduledAt: '2026-11-02 21:30:00' });
    expect((await wren.cardLine()).send_at).toBe('2026-11-02T19:00:00.000Z');
    await shop.moveTo('2026-11-02T18:59:00Z');
    await idle();
    expect(await shop.phone(RECIPIENT)).toEqual([]);
    await shop.moveTo('2026-11-02T19:00:01Z');
    expect(await arrives()).toHaveLength(2);
  });

  it('keeps a late delivery out of quiet hours [LG-32]', async () => {
    await open();
    await buy();
    await shop.moveTo('2026-11-02T11:00:00Z');
    await shop.deliver();
    expect(await shop.phone(RECIPIENT)).toEqual([]);
    await wren.comesBack('2026-11-02T19:00:00Z');
    expect(await wren.cardLine()).toMatchObject({ state: 'queued', send_at: '2026-11-02T19:00:00.000Z' });
    await shop.deliver();
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
  });

  it('refuses changes once delivery has begun; before that, only a later send time moves the expiry', async () => {
    await open();
    await buy({ scheduledAt: '2026-11-03 12:00:00' });
    const { gift_card_details_id } = await wren.cardLine();
    const schedule = (sendAt: string) => wren.schedule(gift_card_details_id, sendAt);
    const expiry = async () => (await shop.lastCard()).expiresAt;
    const details = async () => {
      const query = { gift_card_details_id: String(gift_card_details_id) };
      return (await shop.send('GET mobiledigital/getgiftcarddetailsbyid', { token: wren.token, query })).body.data;
    };
    expect((await schedule('2027-11-04 12:00:00')).body.status).toBe(true);
    expect(await expiry()).toEqual(new Date('2030-11-04T12:59:59Z'));
    expect((await schedule('2026-11-02 11:00:00')).body.status).toBe(true);
    expect(await expiry()).toEqual(new Date('2030-11-04T12:59:59Z'));
    expect((await details())?.card_life).toEqual({
      supplied_on: expect.any(String),
      validity_months: 36,
      expires_on: '2030-11-04T12:59:59.000Z',
    });
    expect(await details()).toMatchObject({ state: 'queued', can_edit: true });
    shop.carrier.says = async () => {
      throw new Error('the carrier is down');
    };
    await expect(shop.deliver()).rejects.toThrow('down');
    expect(await wren.cardLine()).toMatchObject({ state: 'queued', can_edit: false });
    expect(await details()).toMatchObject({ state: 'queued', can_edit: false });
    expect((await schedule('2026-11-05 12:00:00')).body.status).toBe(false);
    const edited = await wren.editDetails(gift_card_details_id, {
      recipient_firstname: 'Mia',
      recipient_lastname: 'Tran',
      recipient_mobile: '0491570157',
    });
    expect(edited.body).toMatchObject({ status: false, input_validation: { recipient_mobile: expect.any(String) } });
  });

  it('keeps the details of a placed order when its cart is cleared', async () => {
    await open();
    const { cartId, detailsIds } = await wren.fillCart();
    expect((await wren.pay()).status).toBe(200);
    await shop.send('GET mobiledigital/deletegiftcarddetailsbycartid', {
      token: wren.token,
      query: { cart_id: String(cartId) },
    });
    const gift_card_details_id = String(detailsIds[0]);
    const found = await shop.send('GET mobiledigital/getgiftcarddetailsbyid', {
      token: wren.token,
      query: { gift_card_details_id },
    });
    expect(found.body).toMatchObject({ status: true, data: { order_id: '000000001' } });
  });

  it('sends each message once when several workers deliver the same card simultaneously', async () => {
    await open();
    shop.carrier.says = async () => {
      await sleep(30);
      return null;
    };
    await buy();
    const tries = Array.from({ length: 8 }, () => shop.deliver());
    await Promise.allSettled(tries);
    await shop.deliver();
    expect(shop.sent.map((message) => message.kind)).toEqual(['mms', 'sms']);
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
  });

  it('falls back to the text with the link when the carrier rejects the picture', async () => {
    await open({ working: true });
    shop.carrier.says = async ({ kind: channel }) =>
      channel === 'mms' ? { state: 'refused', reason: 'no MMS here' } : null;
    await buy();
    expect((await arrives()).map((message) => message.kind)).toEqual(['sms']);
  });

  it('marks the delivery unknown, and does not resend, when a carrier without idempotency keys times out', async () => {
    await open({
      change: ({ context: { integrations } }) => {
        const { send } = integrations.messages;
        integrations.messages = { name: 'twilio', idempotent: false, campaignSender: '', send };
      },
    });
    shop.carrier.says = async () => {
      throw new Error('timed out');
    };
    await buy();
    await shop.deliver();
    await shop.deliver();
    expect(shop.sent).toHaveLength(2);
    expect((await wren.cardLine()).state).toBe('unknown');
  });

  it('marks the card as failed when the last retry fails', async () => {
    await open();
    shop.carrier.says = async () => {
      throw new Error('the carrier is down');
    };
    await buy();
    await expect(shop.deliver()).rejects.toThrow('down');
    expect((await wren.cardLine()).state).toBe('queued');
    await expect(shop.deliver(undefined, { last: true })).rejects.toThrow('down');
    expect((await wren.cardLine()).state).toBe('failed');
    expect((await shop.lastCard()).deliveryError).toContain('the carrier is down');
  });
});
