import { afterEach, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { createTwilio } from '#server/integrations/messages/twilio/twilio.ts';
import { createWebhook } from '#server/integrations/messages/webhook/webhook.ts';
import { createGuard } from '#server/integrations/service/resilience-policy.ts';
import { dispatchMessages } from '#server/platform/messaging/dispatcher.ts';
import { SECRET } from '#test/fakes/gateway.ts';
import { ACCOUNT } from '#test/fakes/twilio.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { listDueMessageIds } from '#test/support/message-jobs.ts';
import { startCarrier } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-02T01:00:00Z');
const HOURS = {
  'that refuses': ['down', 'busy', 'down', 'busy', 'down', 'busy'],
  'that may have taken it': ['down', 'busy', 'half-open', 'failing', 'garbage', 'down'],
} as const;
const RETRIES = 14;
const computeRetryDelay = (tries: number): number => Math.min(5_000 * 2 ** tries, 60 * MINUTE);

const each = databaseKinds().flatMap((kind) => (['webhook', 'twilio'] as const).map((name) => [name, kind] as const));

describe.each(each)('a one-hour outage of the carrier %s on %s', (name, kind) => {
  let carrier: Awaited<ReturnType<typeof startCarrier>>;
  let shop: TestShop;
  afterEach(() => shop.close());

  function setProvider(timeoutMs: number): void {
    const { clock } = shop.context;
    const guard = createGuard({ service: 'messages', provider: name, clock, timeoutMs, backoffMs: 1, openMs: 1 });
    const { url } = carrier.proxy;
    const twilio = {
      accountSid: ACCOUNT,
      user: ACCOUNT,
      password: 'the auth token of the tests',
      from: '+61491570110',
    };
    const options = {
      messagingServiceSid: '',
      shopsName: '',
      apiBase: url,
      reportsUrl: 'http://shop.test/hooks/messages/twilio/receipts',
    };
    shop.context.integrations.messages =
      name === 'twilio'
        ? createTwilio(guard, { ...twilio, ...options })
        : createWebhook(guard, { url: `${url}/send`, secret: SECRET, shopsName: '', clock });
  }

  it.each(Object.entries(HOURS))(
    'neither loses nor repeats a card, and explains unknown outcomes, with a carrier %s',
    async (behaviour, hour) => {
      carrier = await startCarrier(name);
      shop = await openTestShop(kind, { providers: [carrier] });
      const { clock } = shop.context;
      const timeAt = (minute: number) =>
        `2026-11-02 ${minute < 60 ? '12' : '13'}:${String(minute % 60).padStart(2, '0')}:00`;
      const minutes = hour.flatMap((_, tenth) => [tenth * 10 + 1, tenth * 10 + 6]);
      const cards = minutes.map((minute, index) => ({
        to: manyNumber(index),
        scheduledAt: timeAt(minute),
        zone: 'Australia/Sydney',
      }));
      await sellManyCards(shop.context, cards);
      const jobs = new Map<number, { tries: number; retryAt: number }>();
      setProvider(150);
      async function minute(): Promise<void> {
        const waiting = await listDueMessageIds(shop, { purpose: 'gift' });
        const due = waiting.filter((id) => (jobs.get(id)?.retryAt ?? 0) <= clock.ms());
        const tried = due.map((messageId) => ({ messageId, last: (jobs.get(messageId)?.tries ?? 0) >= RETRIES }));
        const errors = await dispatchMessages(shop.context, messagePurposes, tried);
        for (const [index, id] of due.entries()) {
          const tries = jobs.get(id)?.tries ?? 0;
          if (errors[index]) jobs.set(id, { tries: tries + 1, retryAt: clock.ms() + computeRetryDelay(tries) });
        }
      }
      for (let now = 0; now < 60; now += 1) {
        const mode = hour[Math.floor(now / 10)] ?? 'down';
        if (now % 10 === 0) await carrier.proxy.set(mode);
        clock.moveTo?.(new Date(NOON + now * MINUTE));
        await minute();
      }
      expect(cards.flatMap(({ to }) => carrier.carriedTo(to))).toEqual([]);
      await carrier.proxy.set('works');
      setProvider(60_000);
      for (let now = 60; now < 130; now += 1) {
        clock.moveTo?.(new Date(NOON + now * MINUTE));
        await minute();
        await minute();
      }
      const sold = (await shop.cards()).toSorted((card, other) => card.detailsId - other.detailsId);
      expect(sold).toHaveLength(cards.length);
      for (const [index, { id, deliveryState: state }] of sold.entries()) {
        const to = manyNumber(index);
        const explained = await shop.stored.count('messages', { giftCardId: id, purpose: 'gift-failed' });
        const carried = carrier.carriedTo(to);
        const label = `card ${index} (${hour[Math.floor(index / 2)]})`;
        const isCertain = name === 'webhook' || behaviour === 'that refuses' || index >= sold.length - 2;
        expect(new Set(carried.map(({ ref }) => ref)).size, label).toBe(carried.length);
        if (isCertain) {
          expect(state, label).toBe('sent');
          expect(
            carried.map(({ media }) => media === null),
            label,
          ).toEqual([false, true]);
          expect(explained, label).toBe(0);
        } else {
          expect(['sent', 'unknown'], label).toContain(state);
          expect(explained, label).toBe(state === 'unknown' ? 1 : 0);
        }
      }
      expect(carrier.carriedTo(RECIPIENT)).toEqual([]);
      if (name === 'twilio')
        expect(sold.some(({ deliveryState }) => deliveryState === 'unknown')).toBe(behaviour !== 'that refuses');
    },
  );
});
