import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { PurposeHandlers } from '#server/platform/messaging/purposes.ts';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { addRefund } from '#test/support/payment-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { lockCard, updateCard } from '../cards-store.ts';
import { lockCardValues } from '../queries.ts';
import { rescheduleCard } from '../reschedule-card.ts';
import { restoreValue, setFrozen, voidValue } from './void-value.ts';

describe.each(databaseKinds())('voiding and restoring value on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let orderId: number;
  let cause: { refundId: number };

  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    ({ orderId } = await wren.buyCards([{ scheduledAt: AT_ONCE }]));
    cause = { refundId: (await addRefund(shop, await shop.stored.one('payments'))).id };
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
  const states = async () =>
    (await shop.stored.all('messages', { purpose: 'gift' })).map(({ channel, state }) => `${channel} ${state}`);

  it('sends a card that is restored just after a job read it as void', async () => {
    await voidAll();
    const message = await shop.stored.one('messages', { purpose: 'gift' });
    const seen = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const { batch: batchHandler } = messagePurposes.gift;
    if (!batchHandler) throw new Error('Gift cards are admitted many at a time.');
    const admit: typeof batchHandler.admit = async (tx, claim) => {
      const admissions = await batchHandler.admit(tx, claim);
      seen.resolve();
      await open.promise;
      return admissions;
    };
    const slow: PurposeHandlers = {
      ...messagePurposes,
      gift: { ...messagePurposes.gift, batch: { ...batchHandler, admit } },
    };
    const job = dispatchMessage(shop.context, slow, { messageId: message.id, last: false });
    await seen.promise;
    const restoring = restoreAll();
    await Promise.race([restoring, sleep(500)]);
    open.resolve();
    await Promise.all([job, restoring]);
    expect(await states()).toEqual([expect.stringMatching(/ queued$/)]);
    await shop.deliver();
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
  });

  const lockAndChange = async (tx: Transaction, giftCardId: number) => {
    await lockCardValues(tx, orderId);
    await updateCard(tx, giftCardId, { openedAt: now() });
  };

  it.each([
    ['restoring', restore],
    ['locking', lockAndChange],
  ])('takes the card lock before the account lock when %s value', async (_, change) => {
    await voidAll();
    await shop.deliver();
    const { id: giftCardId } = await shop.lastCard();
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
    expect(runs).toEqual({ move: 1, change: 1 });
  });

  const NIGHT = '2026-11-12T13:00:00.000Z';
  const MORNING = '2026-11-12T19:00:00.000Z';

  it('sends a restored card after quiet hours if its send time has passed, and starts its validity then', async () => {
    await voidAll();
    await shop.deliver();
    expect(await states()).toEqual([expect.stringMatching(/ not_needed$/)]);
    await shop.moveTo(NIGHT);
    await restoreAll();
    await shop.deliver();
    const times = { sendAt: new Date(MORNING), expiresAt: new Date('2029-11-13T12:59:59Z') };
    expect(await shop.cards()).toMatchObject([{ ...times, deliveryState: 'queued' }]);
    expect(await shop.phone(RECIPIENT)).toEqual([]);
    await shop.moveTo(MORNING);
    await shop.deliver();
    expect(await shop.cards()).toMatchObject([{ ...times, deliveryState: 'delivered' }]);
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
  });

  it("delays a restored card's text until quiet hours end in the card's time zone", async () => {
    await shop.stored.change('giftCardDetails', { timezone: 'Australia/Perth' });
    shop.carrier.says = async ({ kind: channel }) => {
      if (channel === 'mms') await voidAll();
      return null;
    };
    await shop.deliver();
    expect(await states()).toEqual(['mms delivered', 'sms not_needed']);
    await shop.moveTo(NIGHT);
    await restoreAll();
    await shop.moveTo(MORNING);
    await shop.deliver();
    expect(await states()).toEqual(['mms delivered', 'sms queued']);
    await shop.moveTo('2026-11-12T22:00:00.000Z');
    await shop.deliver();
    expect(await states()).toEqual(['mms delivered', 'sms delivered']);
    expect(await shop.stored.count('messagePictures')).toBe(1);
  });

  it('freezes and unfreezes only the cards of the given order', async () => {
    await wren.buyCards();
    const freeze = (frozen: boolean) => transaction((tx) => setFrozen(tx, { orderId, frozen }));
    const statuses = async () => (await shop.stored.all('giftCardAccounts')).map(({ status }) => status);
    await freeze(true);
    expect(await statuses()).toEqual(['frozen', 'active']);
    await freeze(false);
    expect(await statuses()).toEqual(['active', 'active']);
  });

  it('restores a frozen card as frozen, unless it was unfrozen while void', async () => {
    const status = async () => (await shop.stored.one('giftCardAccounts')).status;
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
