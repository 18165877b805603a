import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerPhone } from '#server/api/shop/demo/phone-routes.ts';
import type { Messages, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { Context } from '../../../context.ts';
import { createPhone } from './phone.ts';

const ANN = '+61412345678';
const text = (ref: string, to = ANN): OutgoingMessage => ({
  ref,
  to,
  kind: 'sms',
  text: `text ${ref}`,
  purpose: 'code',
});

describe.each(databaseKinds())('the demo phone (%s)', (kind) => {
  let shop: TestShop;
  let phone: Messages;
  let now: Date;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    now = new Date('2026-11-02T01:00:00.000Z');
    phone = createPhone({ database: shop.context.database, clock: { now: () => now } });
  });
  afterEach(() => shop.close());
  const read = async (query = ''): Promise<Record<string, unknown>[]> =>
    (await shop.app.inject(`/phone/messages${query}`)).json();

  it('delivers a message immediately and lists messages with all their fields, newest first', async () => {
    await phone.send(text('one'));
    now = new Date('2026-11-02T01:00:01.000Z');
    const mediaUrl = 'https://shop.example/mms/x.jpg';
    const handed = await phone.send({ ref: 'two', to: ANN, kind: 'mms', text: 'hello', mediaUrl, purpose: 'gift' });
    expect(handed).toEqual({ state: 'delivered', providerId: expect.stringMatching(/^phone-\d+$/) });
    await phone.send(text('three', '+61499999999'));
    expect(await read('?to=%2B61412345678')).toEqual([
      {
        id: expect.any(Number),
        to: ANN,
        kind: 'mms',
        text: 'hello',
        media_url: mediaUrl,
        purpose: 'gift',
        created_at: '2026-11-02T01:00:01.000Z',
        status: 'delivered',
      },
      {
        id: expect.any(Number),
        to: ANN,
        kind: 'sms',
        text: 'text one',
        media_url: null,
        purpose: 'code',
        created_at: '2026-11-02T01:00:00.000Z',
        status: 'delivered',
      },
    ]);
  });

  it('stores one message per ref, even when concurrent calls send the same message', async () => {
    const handed = await Promise.all(Array.from({ length: 10 }, () => phone.send(text('same'))));
    expect(new Set(handed.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await read()).toHaveLength(1);
  });

  it('finds a phone number written with a plus, with a space instead of the plus, or in local format', async () => {
    await phone.send(text('one'));
    for (const to of ['%2B61412345678', '+61412345678', '%2061412345678', '0412345678', '61412345678']) {
      expect(await read(`?to=${to}`)).toHaveLength(1);
    }
    for (const to of ['%2B61412345679', 'x', '']) expect(await read(`?to=${to}`)).toEqual([]);
    expect(await read('?to=%2B61412345678&to=%2B61412345679')).toEqual([]);
  });

  it('lists the newest hundred messages when no number is given', async () => {
    for (let n = 0; n < 103; n += 1) await phone.send(text(`m${n}`, `+6141234${String(n).padStart(4, '0')}`));
    const found = await read();
    expect(found).toHaveLength(100);
    expect(found[0]?.text).toBe('text m102');
  });

  it('shows the sign-in code sent to a customer [SI-02]', async () => {
    await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: ANN } });
    const [message] = await read(`?to=${ANN}`);
    expect(message).toMatchObject({ purpose: 'code', text: expect.stringMatching(/@shop\.test #\d{6}$/) });
  });

  it('returns 404 for the demo phone page when another message provider is used', async () => {
    const app = Fastify();
    const settings = { ...shop.context.settings, MESSAGES: 'twilio' } as unknown as Context['settings'];
    registerPhone(app, { ...shop.context, settings });
    expect((await app.inject('/phone/messages')).statusCode).toBe(404);
    await app.close();
  });
});
