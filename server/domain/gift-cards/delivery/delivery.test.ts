import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it as test, vi } from 'vitest';
import type { OrderItem } from '#contract/account.ts';
import type { OutgoingMessage } from '#server/platform/ports/messages.ts';
import {
  type CardInput,
  cardOf25,
  fillCart,
  type PhoneMessage,
  pay,
  signIn,
  type TestCustomer,
} from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { deliverCard } from '#test/support/deliver-card.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const recipient = '+61491570156';
const PATIENCE = { timeout: 60_000, interval: 100 };
const card: CardInput = { ...cardOf25, at: '2026-11-02 12:00:00' };

describe.each(databaseKinds())('delivering a gift card on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;

  async function open(options: Parameters<typeof openTestShop>[1] = {}): Promise<void> {
    shop = await openTestShop(kind, options);
    customer = await signIn(shop.send, shop.phone, '+61412345678');
  }

  async function buy(query: Partial<CardInput> = {}): Promise<void> {
    await fillCart(shop.send, customer, [{ ...card, ...query }]);
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
  }

  async function cardLine(): Promise<NonNullable<OrderItem['gift_card']>> {
    const { body } = await shop.send('GET mobiledigital/orders', { token: customer.token });
    const line = body.orders[0]?.items[0]?.gift_card;
    if (!line) throw new Error('The order has no gift card line.');
    return line;
  }

  /** The picture and the text are on the phone, and the card knows it. */
  async function arrives(to = recipient): Promise<PhoneMessage[]> {
    const states = async () =>
      (await shop.context.database.query('select delivery_state as state from gift_cards')).rows;
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'delivered' }]), PATIENCE);
    return shop.phone(to);
  }

  /** No card is left that the workers would deliver by now. */
  async function idle(): Promise<void> {
    const due = `select state from pgboss.job
      where name = 'send-message' and state in ('created', 'retry', 'active') and start_after <= now()`;
    await vi.waitFor(async () => expect((await shop.context.database.query(due)).rows).toEqual([]), PATIENCE);
  }

  beforeEach(() => {
    customer = { mobile: '', token: '' };
  });
  afterEach(() => shop.close());

  test('sends the picture message, then the text with the card link, within seconds [ST-039, ST-040]', async () => {
    await open({ working: true });
    await buy();
    const messages = await arrives();
    expect(messages.map((message) => message.kind)).toEqual(['sms', 'mms']);
    const [text, picture] = messages;
    const words = 'Wren sent you a $25 Teapots & Co gift card, valid to 2 Nov 2029: "For you, with love" Handsel: ';
    expect(text?.text?.startsWith(words)).toBe(true);
    expect(text?.text?.slice(words.length)).toMatch(/^http:\/\/shop\.test\/card\/[\w-]{24}$/);
    expect(text).toMatchObject({ purpose: 'gift', to: recipient });
    const jpeg = await shop.app.inject({ url: new URL(picture?.media_url ?? '').pathname });
    expect(jpeg.headers['content-type']).toBe('image/jpeg');
    expect(jpeg.rawPayload.byteLength).toBeLessThanOrEqual(240_000);
    expect(await sharp(jpeg.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 900 });
    expect(await cardLine()).toMatchObject({ state: 'delivered' });
  });

  test('opens the card by the link of the text: code, value, three years or more; the code is nowhere in the database', async () => {
    await open({ working: true });
    await buy();
    const [text] = await arrives();
    const secret = text?.text.split('/card/')[1] ?? '';
    const { body } = await shop.send('GET mobiledigital/card', { query: { secret } });
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
    const kept = JSON.stringify((await shop.context.database.query('select * from gift_cards')).rows);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(body.data?.code.replaceAll('-', ''));
    expect((await shop.send('GET mobiledigital/card', { query: { secret: 'A'.repeat(24) } })).body).toEqual({
      status: false,
    });
  });

  test('waits for the chosen minute and goes when it has come [ST-038]', async () => {
    await open({ working: true });
    await buy({ at: '2026-11-20 09:30:00', zone: 'Australia/Perth' });
    expect(await cardLine()).toMatchObject({ state: 'queued', send_at: '2026-11-20T01:30:00.000Z' });
    await shop.moveTo('2026-11-20T01:29:30Z');
    await idle();
    expect(await shop.phone(recipient)).toEqual([]);
    await shop.moveTo('2026-11-20T01:30:00Z');
    expect(await arrives()).toHaveLength(2);
  });

  test('moves a send in quiet hours to 6 am of the zone [LG-32]', async () => {
    await open({ working: true });
    await shop.moveTo('2026-11-02T10:30:00Z');
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    await buy({ at: '2026-11-02 21:30:00' });
    expect((await cardLine()).send_at).toBe('2026-11-02T19:00:00.000Z');
    await shop.moveTo('2026-11-02T18:59:00Z');
    await idle();
    expect(await shop.phone(recipient)).toEqual([]);
    await shop.moveTo('2026-11-02T19:00:01Z');
    expect(await arrives()).toHaveLength(2);
  });

  test('keeps a late card out of quiet hours, too [LG-32]', async () => {
    await open();
    await buy();
    const [{ id }] = (await shop.context.database.query('select id from gift_cards')).rows;
    await shop.moveTo('2026-11-02T11:00:00Z');
    await deliverCard(shop.context, id, { last: false });
    expect(await shop.phone(recipient)).toEqual([]);
    await shop.moveTo('2026-11-02T19:00:00Z');
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    expect(await cardLine()).toMatchObject({ state: 'queued', send_at: '2026-11-02T19:00:00.000Z' });
    await deliverCard(shop.context, id, { last: false });
    expect(await shop.phone(recipient)).toHaveLength(2);
  });

  test('cannot be changed once its delivery has begun; a later time before that moves its expiry, an earlier one does not', async () => {
    let down = false;
    await open({
      change: ({ context }) => {
        const real = context.integrations.messages;
        const send = async (message: OutgoingMessage) => {
          if (down) throw new Error('the carrier is down');
          return real.send(message);
        };
        context.integrations.messages = { ...real, send };
      },
    });
    await buy({ at: '2026-11-03 12:00:00' });
    const { gift_card_details_id } = await cardLine();
    const schedule = (scheduled_delivery: string) =>
      shop.send('POST mobiledigital/savegiftcardscheduleddate', {
        token: customer.token,
        body: { gift_card_details_id, scheduled_delivery, delivery_timezone: 'Australia/Sydney' },
      });
    const card = async () => (await shop.context.database.query('select * from gift_cards')).rows[0];
    const details = async () => {
      const query = { gift_card_details_id: String(gift_card_details_id) };
      return (await shop.send('GET mobiledigital/getgiftcarddetailsbyid', { token: customer.token, query })).body.data;
    };
    expect((await schedule('2027-11-04 12:00:00')).body.status).toBe(true);
    expect((await card()).expires_at).toEqual(new Date('2030-11-04T12:59:59Z'));
    expect((await schedule('2026-11-02 11:00:00')).body.status).toBe(true);
    expect((await card()).expires_at).toEqual(new Date('2030-11-04T12:59:59Z'));
    expect((await details())?.card_life).toEqual({
      supplied_on: expect.any(String),
      validity_months: 36,
      expires_on: '2030-11-04T12:59:59.000Z',
    });
    expect(await details()).toMatchObject({ state: 'queued', can_edit: true });
    down = true;
    await expect(deliverCard(shop.context, (await card()).id, { last: false })).rejects.toThrow('down');
    expect(await cardLine()).toMatchObject({ state: 'queued', can_edit: false });
    expect(await details()).toMatchObject({ state: 'queued', can_edit: false });
    expect((await schedule('2026-11-05 12:00:00')).body.status).toBe(false);
    const data = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570157' };
    const edited = await shop.send('POST mobiledigital/editgiftcarddetails', {
      token: customer.token,
      body: { gift_card_details_id, data: { ...data, recipient_message: 'Hi', text_content: 'For you' } },
    });
    expect(edited.body).toMatchObject({ status: false, input_validation: { recipient_mobile: expect.any(String) } });
  });

  test('keeps the details of a placed order when its cart is cleared', async () => {
    await open();
    const { cartId, detailsIds } = await fillCart(shop.send, customer, [card]);
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
    await shop.send('GET mobiledigital/deletegiftcarddetailsbycartid', {
      token: customer.token,
      query: { cart_id: String(cartId) },
    });
    const gift_card_details_id = String(detailsIds[0]);
    const found = await shop.send('GET mobiledigital/getgiftcarddetailsbyid', {
      token: customer.token,
      query: { gift_card_details_id },
    });
    expect(found.body).toMatchObject({ status: true, data: { order_id: '000000001' } });
  });

  test('hands each message over once, however many workers deliver the same card at once', async () => {
    const sent: OutgoingMessage[] = [];
    await open({
      change: ({ context }) => {
        const real = context.integrations.messages;
        context.integrations.messages = {
          ...real,
          send: async (message) => {
            sent.push(message);
            await sleep(30);
            return real.send(message);
          },
        };
      },
    });
    await buy();
    sent.length = 0;
    const ids = (await shop.context.database.query('select id from gift_cards')).rows;
    const tries = Array.from({ length: 8 }, () => deliverCard(shop.context, ids[0].id, { last: false }));
    await Promise.allSettled(tries);
    await deliverCard(shop.context, ids[0].id, { last: false });
    expect(sent.map((message) => message.kind)).toEqual(['mms', 'sms']);
    expect(await shop.phone(recipient)).toHaveLength(2);
  });

  test('falls back to the text with the link when the carrier rejects the picture', async () => {
    await open({
      working: true,
      change: ({ context }) => {
        const real = context.integrations.messages;
        context.integrations.messages = {
          ...real,
          send: async (message) =>
            message.kind === 'mms' ? { state: 'refused', reason: 'no MMS here' } : real.send(message),
        };
      },
    });
    await buy();
    expect((await arrives()).map((message) => message.kind)).toEqual(['sms']);
  });

  test('never resends blindly: when a carrier without idempotency does not answer, the card ends unknown', async () => {
    let calls = 0;
    await open({
      change: ({ context }) => {
        const real = context.integrations.messages;
        const send = async (message: OutgoingMessage) => {
          if (message.purpose === 'code') return real.send(message);
          calls += 1;
          throw new Error('timed out');
        };
        context.integrations.messages = { name: 'twilio', idempotent: false, campaignSender: '', send };
      },
    });
    await buy();
    const [{ id }] = (await shop.context.database.query('select id from gift_cards')).rows;
    await deliverCard(shop.context, id, { last: false });
    await deliverCard(shop.context, id, { last: false });
    expect(calls).toBe(2);
    expect((await cardLine()).state).toBe('unknown');
  });

  test('ends in a visible failed state when the last retry has failed', async () => {
    await open({
      change: ({ context }) => {
        const real = context.integrations.messages;
        context.integrations.messages = {
          ...real,
          send: async (message) => {
            if (message.purpose === 'code') return real.send(message);
            throw new Error('the carrier is down');
          },
        };
      },
    });
    await buy();
    const [{ id }] = (await shop.context.database.query('select id from gift_cards')).rows;
    await expect(deliverCard(shop.context, id, { last: false })).rejects.toThrow('down');
    expect((await cardLine()).state).toBe('queued');
    await expect(deliverCard(shop.context, id, { last: true })).rejects.toThrow('down');
    expect((await cardLine()).state).toBe('failed');
    const [row] = (await shop.context.database.query('select delivery_error from gift_cards')).rows;
    expect(row.delivery_error).toContain('the carrier is down');
  });
});
