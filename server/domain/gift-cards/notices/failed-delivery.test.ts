import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import { cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { deliverCard } from '#test/support/deliver-card.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const NIGHT = '2026-11-02T11:00:00Z';
const card = { ...cardOf25, at: '2026-11-02 12:30:00', zone: 'Australia/Perth' };

describe.each(databaseKinds())('a gift card that could not be delivered on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  let problem: 'number' | 'no answer' | null;
  beforeEach(async () => {
    problem = 'number';
    shop = await openTestShop(kind, {
      env: { SHOP_NAME: 'Snowgum' },
      change: ({ context: { integrations } }) => {
        const { send } = integrations.messages;
        const no = { state: 'refused', reason: 'no such number' } as const;
        integrations.messages = {
          ...integrations.messages,
          // One that does not know our refs: what it may have sent is not sent twice.
          idempotent: false,
          send: async (message) => {
            if (problem === null || message.purpose !== 'gift') return send(message);
            if (problem === 'no answer') throw new Error('The answer was lost.');
            return { ...no, problem };
          },
        };
      },
    });
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    await fillCart(shop.send, customer, [card]);
    expect((await pay(shop.send, customer, 'pm_card_visa')).status).toBe(200);
  });
  afterEach(() => shop.close());

  const cardId = async () => Number((await shop.context.database.query('select id from gift_cards')).rows[0].id);
  const detailsId = async () =>
    Number((await shop.context.database.query('select details_id as id from gift_cards')).rows[0].id);
  /** A sign-in lasts less than an hour. */
  const signedIn = async () => (await signIn(shop.send, shop.phone, customer.mobile)).token;
  const deliver = async (instant: string) => {
    shop.context.clock.moveTo?.(new Date(instant));
    await deliverCard(shop.context, await cardId(), { last: true });
  };
  const texts = async () => {
    const { rows } = await shop.context.database.query(
      "select id, state from messages where purpose = 'gift-failed' order by id",
    );
    for (const { id } of rows)
      await dispatchMessage(shop.context, messagePurposes, { messageId: Number(id), last: true });
    const all = await shop.phone(customer.mobile);
    return all.filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  };
  const words = () =>
    `Snowgum: your $25.00 gift card for Mia could not be delivered. That number can't be reached. Correct it here and we'll send the card again: ${shop.context.settings.publicUrl}/account/order/000000001`;

  test('is told to its customer once, with what to do', async () => {
    await deliver('2026-11-02T05:00:00Z');
    expect(await texts()).toEqual([words()]);
    expect(await texts()).toEqual([words()]);
  });

  test('each failure once: another attempt that fails is another', async () => {
    await deliver('2026-11-02T05:00:00Z');
    expect(await texts()).toHaveLength(1);
    shop.context.clock.moveTo?.(new Date('2026-11-02T05:30:00Z'));
    const body = { gift_card_details_id: await detailsId(), recipient_mobile: '0491570158' };
    const token = await signedIn();
    const corrected = await shop.send('POST mobiledigital/correctgiftcardmobile', { token, body });
    expect(corrected.body).toMatchObject({ status: true });
    await deliver('2026-11-02T05:31:00Z');
    expect(await texts()).toHaveLength(2);
  });

  test('whose outcome nobody knows is told after an hour, unless the carrier reports on it by then', async () => {
    problem = 'no answer';
    await deliver('2026-11-02T05:00:00Z');
    expect((await shop.context.database.query('select delivery_state as s from gift_cards')).rows[0].s).toBe('unknown');
    expect(await texts()).toEqual([]);
    shop.context.clock.moveTo?.(new Date('2026-11-02T06:01:00Z'));
    expect(await texts()).toEqual([
      `Snowgum: your $25.00 gift card for Mia was sent, but the phone network has not said whether it arrived. Ask them, and if it hasn't arrived, send it again here: ${shop.context.settings.publicUrl}/account/order/000000001`,
    ]);
  });

  test.each(['delivered', 'opened'])('that turned out to be %s within the hour is not spoken of', async (how) => {
    problem = 'no answer';
    await deliver('2026-11-02T05:00:00Z');
    await shop.context.database.query(
      how === 'opened'
        ? "update gift_cards set opened_at = '2026-11-02T05:10:00Z'"
        : "update gift_cards set delivery_state = 'delivered'",
    );
    shop.context.clock.moveTo?.(new Date('2026-11-02T06:01:00Z'));
    expect(await texts()).toEqual([]);
  });

  test('not at night, and not at all once it has been sent again', async () => {
    // Eight in the evening in Sydney is still day in Perth, where the card goes.
    await deliver(NIGHT);
    expect(await texts()).toEqual([]);
    problem = null;
    const body = { gift_card_details_id: await detailsId() };
    const again = await shop.send('POST mobiledigital/resendgiftcard', { token: await signedIn(), body });
    expect(again.body).toMatchObject({ status: true });
    await deliver('2026-11-02T11:30:00Z');
    shop.context.clock.moveTo?.(new Date('2026-11-02T20:00:00Z'));
    expect(await texts()).toEqual([]);
  });
});
