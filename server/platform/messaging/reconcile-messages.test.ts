import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { everyDatabase } from '#test/support/database.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { dispatchMessage } from './dispatcher.ts';
import { listStaleMessages } from './messages-store.ts';
import { reconcileMessages, releaseAbandonedClaims } from './reconcile-messages.ts';
import { recordState } from './record-state.ts';

describe.each(everyDatabase())('recovery after a process crash on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;

  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    [detailsId = 0] = (await wren.buyCards([{ scheduledAt: AT_ONCE }])).detailsIds;
  });
  afterEach(() => shop.close());

  const ago = (ms: number) => new Date(shop.context.clock.ms() - ms);
  const claimBefore = (ms: number) =>
    shop.stored.change(
      'messages',
      { state: 'claimed', claimedAt: ago(ms), attempts: 1 },
      { purpose: 'gift', state: 'queued' },
    );
  const die = () => claimBefore(180_000);
  const reconcile = () => reconcileMessages(shop.context, messagePurposes, 'regular');
  const states = async () =>
    (await shop.stored.all('messages', { purpose: 'gift' })).map(({ channel, state }) => `${channel} ${state}`);
  const jobs = async () => (await shop.jobs.list('send-message')).length;
  const makeCarrierNotIdempotent = () => {
    shop.context.integrations.messages = { ...shop.context.integrations.messages, idempotent: false };
  };

  it('resends the messages of a crashed process when the carrier is idempotent', async () => {
    await die();
    const before = await jobs();
    await Promise.all([reconcile(), reconcile()]);
    expect([await states(), await jobs()]).toEqual([['mms queued'], before + 1]);
    await shop.deliver();
    expect(await states()).toEqual(['mms delivered', 'sms delivered']);
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
  });

  it('marks messages unknown, and does not resend them, when the carrier is not idempotent', async () => {
    makeCarrierNotIdempotent();
    await die();
    await Promise.all([reconcile(), reconcile()]);
    expect(await states()).toEqual(['mms unknown', 'sms queued']);
    expect((await wren.cardLine()).state).toBe('queued');
    await die();
    await reconcile();
    expect(await states()).toEqual(['mms unknown', 'sms unknown']);
    expect(await wren.cardLine()).toMatchObject({ state: 'unknown', can_correct: true });
    await shop.deliver();
    expect(shop.sent).toEqual([]);
  });

  const dieJustNow = async () => {
    await claimBefore(1_000);
    await shop.jobs.become('send-message', 'active');
  };
  const start = async () => {
    await releaseAbandonedClaims(shop.context, messagePurposes);
    await reconcileMessages(shop.context, messagePurposes, 'start');
  };
  const waitingJobs = async () =>
    (await shop.jobs.list('send-message')).filter(({ state }) => state === 'created').length;

  it('releases all claims at startup, except on PostgreSQL, where other servers may hold them', async () => {
    await shop.moveTo(minutesAfterOpening(40));
    await dieJustNow();
    await start();
    const released = kind === 'embedded';
    expect([await states(), (await waitingJobs()) > 0]).toEqual([[released ? 'mms queued' : 'mms claimed'], released]);
    if (!released) return;
    await shop.deliver();
    await start();
    expect(await states()).toEqual(['mms delivered', 'sms delivered']);
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
  });

  it('marks messages unknown at startup, and does not resend them, when the carrier is not idempotent', async () => {
    makeCarrierNotIdempotent();
    await shop.moveTo(minutesAfterOpening(40));
    await dieJustNow();
    await start();
    expect(await states()).toEqual(kind === 'embedded' ? ['mms unknown', 'sms queued'] : ['mms claimed']);
    expect(shop.sent).toEqual([]);
  });

  it('queues messages again at startup when their job died, whether or not it had already tried to send them', async () => {
    await shop.moveTo(minutesAfterOpening(40));
    for (const attempts of [0, 1]) {
      await shop.stored.change('messages', { attempts, claimedAt: new Date() }, { purpose: 'gift' });
      await shop.jobs.become('send-message', 'active');
      await start();
      expect((await waitingJobs()) > 0).toBe(kind === 'embedded' || attempts === 0);
    }
  });

  it('queues messages again two hours after their job ended without recording an outcome', async () => {
    await shop.jobs.lose('send-message');
    const triedBefore = async (ms: number) => {
      const changes = { attempts: 1, claimedAt: ago(ms), notBefore: ago(ms) };
      await shop.stored.change('messages', changes, { purpose: 'gift' });
      await reconcile();
      return jobs();
    };
    expect(await triedBefore(2 * 3_600_000 - 60_000)).toBe(0);
    expect(await triedBefore(2 * 3_600_000 + 120_000)).toBe(1);
    await shop.deliver();
    expect(await states()).toEqual(['mms delivered', 'sms delivered']);
  });

  it("resends a timed-out message that never reached the carrier, even if the card's state is unknown", async () => {
    const released = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<void>();
    shop.carrier.says = async ({ kind: channel }) => {
      if (channel === 'mms') return null;
      claimed.resolve();
      await released.promise;
      throw providerError({ service: 'messages', kind: 'timeout', mayHaveBeenApplied: false });
    };
    makeCarrierNotIdempotent();
    const slow = shop.deliver();
    slow.catch(() => undefined);
    await claimed.promise;
    const threeMinutesEarlier = (instant: Date | null) => new Date(Number(instant) - 180_000);
    await shop.stored.change('messages', ({ claimedAt }) => ({ claimedAt: threeMinutesEarlier(claimedAt) }), {
      state: 'claimed',
    });
    await reconcile();
    expect((await wren.cardLine()).state).toBe('unknown');
    released.resolve();
    await expect(slow).rejects.toThrow('timeout');
    expect([await states(), (await wren.cardLine()).state]).toEqual([['mms delivered', 'sms queued'], 'unknown']);
    shop.carrier.says = null;
    await shop.deliver();
    expect([await states(), (await wren.cardLine()).state]).toEqual([['mms delivered', 'sms delivered'], 'delivered']);
    expect(await shop.phone(RECIPIENT)).toHaveLength(2);
  });

  it('never resends a code message, because its text is not stored', async () => {
    await shop.stored.change('messages', { state: 'claimed', claimedAt: ago(180_000) }, { purpose: 'code' });
    const before = await jobs();
    await reconcile();
    expect((await shop.stored.one('messages', { purpose: 'code' })).state).toBe('unknown');
    expect(await jobs()).toBe(before);
  });

  it('leaves a message to the process that has claimed it meanwhile', async () => {
    await die();
    const before = ago(120_000);
    const [message] = await listStaleMessages(shop.context.database.orm, before);
    if (!message) throw new Error('Nothing is claimed.');
    await shop.stored.change('messages', { claimedAt: ago(0) }, { state: 'claimed' });
    const release = { message, handler: messagePurposes.gift, from: ['claimed'], to: 'queued' } as const;
    expect(await recordState(shop.context, { ...release, claimedBefore: before })).toBeNull();
    expect(await states()).toEqual(['mms claimed']);
  });

  it('sends nothing for a delivery attempt that a later attempt replaced', async () => {
    await shop.deliver();
    await shop.moveTo(minutesAfterOpening(6));
    await wren.resend(detailsId);
    await shop.stored.change('messages', ({ createdAt }) => ({ state: 'claimed' as const, claimedAt: createdAt }), {
      deliveryAttempt: 1,
    });
    await reconcile();
    const { id: messageId } = await shop.stored.one('messages', { deliveryAttempt: 1, channel: 'sms' });
    await dispatchMessage(shop.context, messagePurposes, { messageId, last: false });
    expect(await states()).toEqual(['mms queued', 'sms not_needed', 'mms queued']);
    expect(shop.sent).toHaveLength(2);
  });
});
