import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { type CardShop, minutes, openCardShop, wrong } from '#test/support/card-shop.ts';
import { everyDatabase } from '#test/support/database.ts';
import { dispatchMessage } from './dispatcher.ts';
import { staleMessages } from './messages-store.ts';
import { reconcileMessages, releaseAbandonedClaims } from './reconcile-messages.ts';
import { recordState } from './record-state.ts';

describe.each(everyDatabase())('messages of processes that died on %s', (kind) => {
  let shop: CardShop;

  beforeEach(async () => {
    shop = await openCardShop(kind);
    await shop.buy();
  });
  afterEach(() => shop.close());

  /** The process that had claimed what waits of the card has been dead for three minutes. */
  const die = async () => {
    const at = new Date(shop.context.clock.ms() - 180_000).toISOString();
    await shop.query(`update messages set state = 'claimed', claimed_at = '${at}', attempts = 1
      where purpose = 'gift' and state = 'queued'`);
  };
  const reconcile = () => reconcileMessages(shop.context, messagePurposes, 'regular');
  const states = async () =>
    (await shop.query(`select channel, state from messages where purpose = 'gift' order by id`)).map(
      (row) => `${row.channel} ${row.state}`,
    );
  const jobs = async () => (await shop.query(`select data from pgboss.job where name = 'send-message'`)).length;
  const makeCarrierNotIdempotent = () => {
    shop.context.integrations.messages = { ...shop.context.integrations.messages, idempotent: false };
  };

  test('are sent again by a carrier that knows their refs', async () => {
    await die();
    const before = await jobs();
    await Promise.all([reconcile(), reconcile()]);
    expect([await states(), await jobs()]).toEqual([['mms queued'], before + 1]);
    await shop.deliver();
    expect(await states()).toEqual(['mms delivered', 'sms delivered']);
    expect(await shop.phone(wrong)).toHaveLength(2);
  });

  test('are unknown with a carrier that is not idempotent; the text with the link follows its picture', async () => {
    makeCarrierNotIdempotent();
    await die();
    await Promise.all([reconcile(), reconcile()]);
    expect(await states()).toEqual(['mms unknown', 'sms queued']);
    expect((await shop.line()).state).toBe('queued');
    await die();
    await reconcile();
    expect(await states()).toEqual(['mms unknown', 'sms unknown']);
    expect(await shop.line()).toMatchObject({ state: 'unknown', can_correct: true });
    await shop.deliver();
    expect(shop.sent).toEqual([]);
  });

  /** The process that had claimed what waits of the card died a second ago, its job with it. */
  const dieJustNow = async () => {
    await shop.query(`update messages set state = 'claimed', attempts = 1,
      claimed_at = '${new Date(shop.context.clock.ms() - 1_000).toISOString()}'
      where purpose = 'gift' and state = 'queued'`);
    await shop.query(`update pgboss.job set state = 'active' where name = 'send-message'`);
  };
  const start = async () => {
    await releaseAbandonedClaims(shop.context, messagePurposes);
    await reconcileMessages(shop.context, messagePurposes, 'start');
  };
  const waitingJobs = async () =>
    (await shop.query(`select 1 from pgboss.job where name = 'send-message' and state = 'created'`)).length;

  test('are released when a server starts, but on PostgreSQL, where another may have claimed them', async () => {
    await shop.moveTo(minutes(40));
    await dieJustNow();
    await start();
    const released = kind === 'embedded';
    expect([await states(), (await waitingJobs()) > 0]).toEqual([[released ? 'mms queued' : 'mms claimed'], released]);
    if (!released) return;
    await shop.deliver();
    await start();
    expect(await states()).toEqual(['mms delivered', 'sms delivered']);
    expect(await shop.phone(wrong)).toHaveLength(2);
  });

  test('are unknown at such a start with a carrier that is not idempotent, and not sent again', async () => {
    makeCarrierNotIdempotent();
    await shop.moveTo(minutes(40));
    await dieJustNow();
    await start();
    expect(await states()).toEqual(kind === 'embedded' ? ['mms unknown', 'sms queued'] : ['mms claimed']);
    expect(shop.sent).toEqual([]);
  });

  test('that only a job had in hand, tried before or not, are queued again when a server starts', async () => {
    await shop.moveTo(minutes(40));
    for (const attempts of [0, 1]) {
      await shop.query(`update messages set attempts = ${attempts}, claimed_at = now() where purpose = 'gift'`);
      await shop.query(`update pgboss.job set state = 'active' where name = 'send-message'`);
      await start();
      expect((await waitingJobs()) > 0).toBe(kind === 'embedded' || attempts === 0);
    }
  });

  test('whose job ended without recording anything are queued again after two hours', async () => {
    await shop.query(`delete from pgboss.job where name = 'send-message'`);
    const triedBefore = async (ms: number) => {
      const at = new Date(shop.context.clock.ms() - ms).toISOString();
      await shop.query(`update messages set attempts = 1, claimed_at = '${at}', not_before = '${at}'
        where purpose = 'gift'`);
      await reconcile();
      return jobs();
    };
    expect(await triedBefore(2 * 3_600_000 - 60_000)).toBe(0);
    expect(await triedBefore(2 * 3_600_000 + 120_000)).toBe(1);
    await shop.deliver();
    expect(await states()).toEqual(['mms delivered', 'sms delivered']);
  });

  test('that were only slow and surely not sent are sent although the card is unknown', async () => {
    const held = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<void>();
    shop.carrier.says = async ({ kind: channel }) => {
      if (channel === 'mms') return null;
      claimed.resolve();
      await held.promise;
      throw providerError({ service: 'messages', kind: 'timeout', mayHaveBeenApplied: false });
    };
    makeCarrierNotIdempotent();
    const slow = shop.deliver();
    slow.catch(() => undefined);
    await claimed.promise;
    await shop.query(`update messages set claimed_at = claimed_at - interval '3 minutes' where state = 'claimed'`);
    await reconcile();
    expect((await shop.line()).state).toBe('unknown');
    held.resolve();
    await expect(slow).rejects.toThrow('timeout');
    expect([await states(), (await shop.line()).state]).toEqual([['mms delivered', 'sms queued'], 'unknown']);
    shop.carrier.says = null;
    await shop.deliver();
    expect([await states(), (await shop.line()).state]).toEqual([['mms delivered', 'sms delivered'], 'delivered']);
    expect(await shop.phone(wrong)).toHaveLength(2);
  });

  test('that carried a code are never sent again: its text is not stored', async () => {
    const at = new Date(shop.context.clock.ms() - 180_000).toISOString();
    await shop.query(`update messages set state = 'claimed', claimed_at = '${at}' where purpose = 'code'`);
    const before = await jobs();
    await reconcile();
    expect(await shop.query(`select state from messages where purpose = 'code'`)).toEqual([{ state: 'unknown' }]);
    expect(await jobs()).toBe(before);
  });

  test('are left to the process that has claimed them since', async () => {
    await die();
    const before = new Date(shop.context.clock.ms() - 120_000);
    const [message] = await staleMessages(shop.context.database.orm, before);
    if (!message) throw new Error('Nothing is claimed.');
    await shop.query(
      `update messages set claimed_at = '${shop.context.clock.now().toISOString()}' where state = 'claimed'`,
    );
    const release = { message, handler: messagePurposes.gift, from: ['claimed'], to: 'queued' } as const;
    expect(await recordState(shop.context, { ...release, claimedBefore: before })).toBeNull();
    expect(await states()).toEqual(['mms claimed']);
  });

  test('leave an attempt that is over alone', async () => {
    await shop.deliver();
    await shop.moveTo(minutes(6));
    await shop.resend();
    await shop.query(`update messages set state = 'claimed', claimed_at = created_at where delivery_attempt = 1`);
    await reconcile();
    const [old] = await shop.query(`select id from messages where delivery_attempt = 1 and channel = 'sms'`);
    await dispatchMessage(shop.context, messagePurposes, { messageId: Number(old?.id), last: false });
    expect(await states()).toEqual(['mms queued', 'sms not_needed', 'mms queued']);
    expect(shop.sent).toHaveLength(2);
  });
});
