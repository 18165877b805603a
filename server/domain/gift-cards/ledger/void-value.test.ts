import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { PurposeHandlers } from '#server/platform/messaging/purposes.ts';
import { type CardShop, openCardShop, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { lockCard, updateCard } from '../cards-store.ts';
import { lockCardValues } from '../queries.ts';
import { rescheduleCard } from '../reschedule-card.ts';
import { restoreValue, setFrozen, voidValue } from './void-value.ts';

describe.each(databaseKinds())('value that is voided and restored on %s', (kind) => {
  let shop: CardShop;
  let orderId: number;
  let cause: { refundId: number };

  beforeEach(async () => {
    shop = await openCardShop(kind);
    await shop.buy();
    orderId = (await shop.query('select id from orders'))[0].id;
    const [refund] = await shop.query(`insert into refunds
        (order_id, payment_id, amount_cents, state, requested_by, reason, idempotency_key, created_at, updated_at)
      select order_id, id, amount_cents, 'pending', 'operator', 'test', 'test', created_at, created_at from payments
      returning id`);
    cause = { refundId: refund.id };
  });
  afterEach(() => shop.close());

  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => shop.context.database.transaction(work);
  const now = () => shop.context.clock.now();
  const voidAll = () =>
    transaction(async (tx) => {
      for (const card of await lockCardValues(tx, orderId))
        await voidValue(tx, { card, cents: card.balanceCents, cause, now: now() });
    });
  const restore = (tx: Transaction) => restoreValue(shop.context, tx, { orderId, cause, now: now() });
  const restoreAll = () => transaction(restore);

  test('a card restored while a job sees it void is sent', async () => {
    await voidAll();
    const [message] = await shop.query(`select id from messages where purpose = 'gift'`);
    const seen = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const { many } = messagePurposes.gift;
    if (!many) throw new Error('Gift cards are admitted many at a time.');
    const admit: typeof many.admit = async (tx, claim) => {
      const admissions = await many.admit(tx, claim);
      seen.resolve();
      await open.promise;
      return admissions;
    };
    const slow: PurposeHandlers = { ...messagePurposes, gift: { ...messagePurposes.gift, many: { ...many, admit } } };
    const job = dispatchMessage(shop.context, slow, { messageId: message.id, last: false });
    await seen.promise;
    const restoring = restoreAll();
    await Promise.race([restoring, sleep(500)]);
    open.resolve();
    await Promise.all([job, restoring]);
    expect(await shop.query(`select state from messages where purpose = 'gift'`)).toEqual([{ state: 'queued' }]);
    await shop.deliver();
    expect(await shop.phone(wrong)).toHaveLength(2);
  });

  const lockAndChange = async (tx: Transaction, giftCardId: number) => {
    await lockCardValues(tx, orderId);
    await updateCard(tx, giftCardId, { openedAt: now() });
  };

  test.each([
    ['restoring', restore],
    ['locking', lockAndChange],
  ])('%s value locks the card before its account, as who moves the card does', async (_, change) => {
    await voidAll();
    await shop.deliver();
    const giftCardId = await shop.cardId();
    const runs = { move: 0, change: 0 };
    const locked = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const moving = transaction(async (tx) => {
      runs.move += 1;
      const card = await lockCard(tx, giftCardId);
      if (!card) throw new Error('There is no card.');
      locked.resolve();
      await open.promise;
      await rescheduleCard(tx, { card, sendAt: new Date(card.sendAt.getTime() + 86_400_000) });
    });
    await locked.promise;
    const changing = transaction(async (tx) => {
      runs.change += 1;
      await change(tx, giftCardId);
    });
    await Promise.race([changing, sleep(500)]);
    open.resolve();
    await Promise.all([moving, changing]);
    // The database ends one side of a deadlock; its transaction is run again.
    expect(runs).toEqual({ move: 1, change: 1 });
  });

  const NIGHT = '2026-11-12T13:00:00.000Z';
  const MORNING = '2026-11-12T19:00:00.000Z';

  test('a card whose time passed while it was void is sent after quiet hours and lives from then', async () => {
    await voidAll();
    await shop.deliver();
    expect(await shop.query(`select state from messages where purpose = 'gift'`)).toEqual([{ state: 'not_needed' }]);
    await shop.moveTo(NIGHT);
    await restoreAll();
    await shop.deliver();
    const card = () => shop.query('select send_at, expires_at, delivery_state from gift_cards');
    const times = { send_at: new Date(MORNING), expires_at: new Date('2029-11-13T12:59:59Z') };
    expect(await card()).toEqual([{ ...times, delivery_state: 'queued' }]);
    expect(await shop.phone(wrong)).toEqual([]);
    await shop.moveTo(MORNING);
    await shop.deliver();
    expect(await card()).toEqual([{ ...times, delivery_state: 'delivered' }]);
    expect(await shop.phone(wrong)).toHaveLength(2);
  });

  test('a text that was not needed any more waits for the end of quiet hours of its own zone, too', async () => {
    await shop.query(`update gift_card_details set timezone = 'Australia/Perth'`);
    shop.carrier.says = async ({ kind: channel }) => {
      if (channel === 'mms') await voidAll();
      return null;
    };
    await shop.deliver();
    const states = () => shop.query(`select channel, state from messages where purpose = 'gift' order by id`);
    const picture = { channel: 'mms', state: 'delivered' };
    expect(await states()).toEqual([picture, { channel: 'sms', state: 'not_needed' }]);
    await shop.moveTo(NIGHT);
    await restoreAll();
    // Six in Sydney, three in Perth.
    await shop.moveTo(MORNING);
    await shop.deliver();
    expect(await states()).toEqual([picture, { channel: 'sms', state: 'queued' }]);
    await shop.moveTo('2026-11-12T22:00:00.000Z');
    await shop.deliver();
    expect(await states()).toEqual([picture, { channel: 'sms', state: 'delivered' }]);
    expect(await shop.query('select name from message_pictures')).toHaveLength(1);
  });

  test('a frozen card comes back frozen, unless that ended while it was void', async () => {
    const status = async () => (await shop.query('select status from gift_card_accounts'))[0]?.status;
    await transaction((tx) => setFrozen(tx, { orderId, frozen: true }));
    await voidAll();
    expect(await status()).toBe('void');
    await restoreAll();
    expect(await status()).toBe('frozen');
    await voidAll();
    await transaction((tx) => setFrozen(tx, { orderId, frozen: false }));
    expect(await status()).toBe('void');
    await restoreAll();
    expect(await status()).toBe('active');
  });
});
