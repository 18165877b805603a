import { afterEach, describe, expect, it } from 'vitest';
import { ZONES } from '#contract/rules/time/zones.ts';
import type { Clock } from '#server/clock.ts';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { dispatchMessages } from '#server/platform/messaging/dispatcher.ts';
import { reconcileMessages, releaseAbandonedClaims } from '#server/platform/messaging/reconcile-messages.ts';
import type { Handed, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { databaseKinds } from '#test/support/database.ts';
import { type ManyCard, manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { findNextDueTime, listDueMessageIds } from '#test/support/message-jobs.ts';
import { type MortalProcess, startMortal } from '#test/support/mortal-process.ts';
import { createSeededRandom } from '#test/support/random.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const YEAR = 2027;
const KILLS = 50;
const SEED = 20_270_101;
const MINUTE = 60_000;
const AFTER_DEATH = 2 * MINUTE + 1_000;
const LATE_AFTER_DEATH = 3 * MINUTE;

const TIMES = ['02:30', '05:59', '06:00', '19:59', '20:00'];

function listTransitionDays(zone: string): string[] {
  const days: string[] = [];
  let time = Temporal.ZonedDateTime.from(`${YEAR}-01-01T00:00[${zone}]`);
  for (;;) {
    const next = time.getTimeZoneTransition('next');
    if (next?.year !== YEAR) return days;
    days.push(next.toPlainDate().toString());
    time = next;
  }
}

function createYearOfCards(): ManyCard[] {
  const random = createSeededRandom(SEED);
  const two = (number: number): string => String(number).padStart(2, '0');
  const cards: Omit<ManyCard, 'to'>[] = [];
  for (const { id: zone } of ZONES) {
    for (const day of listTransitionDays(zone))
      for (const time of TIMES) cards.push({ scheduledAt: `${day} ${time}:00`, zone });
    for (let index = 0; index < 4; index += 1) {
      const day = `${YEAR}-${two(1 + random(12))}-${two(1 + random(28))}`;
      cards.push({ scheduledAt: `${day} ${two(random(24))}:${two(random(60))}:00`, zone });
    }
  }
  return cards.map((card, index) => ({ ...card, to: manyNumber(index) }));
}

function nextAllowedTime(wantedTime: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (wantedTime.hour >= 6 && wantedTime.hour < 20) return wantedTime;
  return (wantedTime.hour >= 20 ? wantedTime.add({ days: 1 }) : wantedTime).withPlainTime('06:00');
}
const expectedTime = ({ scheduledAt: localTime, zone }: ManyCard): Temporal.ZonedDateTime =>
  nextAllowedTime(Temporal.PlainDateTime.from(localTime.replace(' ', 'T')).toZonedDateTime(zone));

function holdStill(clock: Clock): void {
  let nowMs = clock.ms();
  const moveTo = clock.moveTo;
  clock.ms = () => nowMs;
  clock.now = () => new Date(nowMs);
  clock.moveTo = (instant) => {
    nowMs = instant.getTime();
    moveTo?.(instant);
  };
}

type HandedOver = { message: OutgoingMessage; sentAt: number };

describe.each(databaseKinds())('a simulated year of gift cards on %s', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  async function live({ idempotent, sampleInterval }: { idempotent: boolean; sampleInterval: number }) {
    shop = await openTestShop(kind, {
      change: ({ context: { integrations } }) => {
        integrations.messages = { ...integrations.messages, idempotent };
      },
    });
    const { clock } = shop.context;
    holdStill(clock);
    clock.moveTo?.(new Date(`${YEAR - 1}-12-31T01:00:00Z`));
    const cards = createYearOfCards().filter((_, index) => index % sampleInterval === 0);
    await sellManyCards(shop.context, cards);
    const handed: HandedOver[] = [];
    const hand = async (message: OutgoingMessage): Promise<Handed> => {
      handed.push({ message, sentAt: clock.ms() });
      return { state: 'sent', providerId: message.ref };
    };
    const deaths: number[] = [];
    const random = createSeededRandom(SEED + 1);
    const atOnce: { process: MortalProcess } = { process: startMortal(shop.context, hand) };
    const nextKill = () => atOnce.process.dieAfter(2 + random(60 / sampleInterval));
    nextKill();

    const dispatch = (messages: number[]) =>
      atOnce.process.live(
        dispatchMessages(
          atOnce.process.context,
          messagePurposes,
          messages.map((messageId) => ({ messageId, last: false })),
        ),
      );
    async function restart(): Promise<void> {
      deaths.push(clock.ms());
      atOnce.process = startMortal(shop.context, hand);
      if (deaths.length < KILLS) nextKill();
      await atOnce.process.live(releaseAbandonedClaims(atOnce.process.context, messagePurposes));
      if (kind === 'postgres') clock.moveTo?.(new Date(clock.ms() + AFTER_DEATH));
      await atOnce.process.live(reconcileMessages(atOnce.process.context, messagePurposes, 'regular'));
    }
    async function untilIdle(): Promise<void> {
      for (;;) {
        const due = await listDueMessageIds(shop, { purpose: 'gift' });
        if (due.length > 0) await dispatch(due);
        if (atOnce.process.isDead()) await restart();
        else if (due.length === 0) return;
      }
    }
    for (;;) {
      const next = await findNextDueTime(shop, 'gift');
      if (!next) break;
      const dueMs = next.getTime();
      if (dueMs - 1_500 > clock.ms()) {
        clock.moveTo?.(new Date(dueMs - 1_500));
        const before = handed.length;
        if (random(8) === 0) await dispatch(await listDueMessageIds(shop, { purpose: 'gift', by: next }));
        expect(handed.length).toBe(before);
        if (atOnce.process.isDead()) await restart();
      }
      if (dueMs > clock.ms()) clock.moveTo?.(next);
      await untilIdle();
    }
    return { cards, handed, deaths };
  }

  function check({ message, sentAt }: HandedOver, card: ManyCard, deaths: readonly number[]): void {
    const expected = expectedTime(card);
    const label = `${message.kind} of ${card.scheduledAt} ${card.zone}`;
    const zoned = Temporal.Instant.fromEpochMilliseconds(sentAt).toZonedDateTimeISO(card.zone);
    let latest = expected;
    for (const death of deaths) {
      const isOnTheWay = Math.abs(death - latest.epochMilliseconds) < LATE_AFTER_DEATH;
      if (isOnTheWay) latest = nextAllowedTime(latest.add({ milliseconds: LATE_AFTER_DEATH }));
    }
    expect(sentAt, `${label} too early`).toBeGreaterThanOrEqual(expected.epochMilliseconds);
    expect(sentAt, `${label} too late`).toBeLessThan(latest.epochMilliseconds + MINUTE);
    if (message.kind === 'mms') expect(zoned.hour, label).toBeGreaterThanOrEqual(6);
    if (message.kind === 'mms') expect(zoned.hour, label).toBeLessThan(20);
  }

  it('sends each card once, at the due minute and outside quiet hours, however often the process crashes', async () => {
    const { cards, handed, deaths } = await live({ idempotent: true, sampleInterval: 1 });
    expect(deaths).toHaveLength(KILLS);
    const first = new Map<string, HandedOver>();
    for (const handover of handed) if (!first.has(handover.message.ref)) first.set(handover.message.ref, handover);
    expect(first.size).toBe(2 * cards.length);
    const byNumber = Map.groupBy(first.values(), ({ message }) => message.to);
    for (const card of cards) {
      const ownMessages = byNumber.get(card.to) ?? [];
      expect(ownMessages.map(({ message }) => message.kind)).toEqual(['mms', 'sms']);
      for (const handover of ownMessages) check(handover, card, deaths);
    }
    expect((await shop.stored.all('giftCards')).filter(({ deliveryState }) => deliveryState !== 'sent')).toEqual([]);
  });

  it('sends each card at most once when the carrier has no idempotency keys, and explains unknown outcomes', async () => {
    const { cards, handed, deaths } = await live({ idempotent: false, sampleInterval: 3 });
    const refs = handed.map(({ message }) => message.ref);
    expect(new Set(refs).size).toBe(refs.length);
    const sold = await shop.stored.all('giftCards');
    expect(sold).toHaveLength(cards.length);
    const explained = (await shop.stored.all('messages', { purpose: 'gift-failed' })).map(
      ({ giftCardId }) => giftCardId,
    );
    const texts = new Set(handed.filter(({ message }) => message.kind === 'sms').map(({ message }) => message.to));
    for (const { id, detailsId, deliveryState: state } of sold) {
      expect(state).toMatch(/^(sent|unknown)$/);
      expect(explained.includes(id), `explained of ${state}`).toBe(state === 'unknown');
      const { recipientMobile } = await shop.stored.one('giftCardDetails', { id: detailsId });
      if (state === 'sent') expect(texts.has(recipientMobile)).toBe(true);
    }
    for (const { claimedAt } of await shop.stored.all('messages', { state: 'unknown' })) {
      const claimedMs = claimedAt?.getTime() ?? 0;
      expect(deaths.some((death) => Math.abs(death - claimedMs) < LATE_AFTER_DEATH)).toBe(true);
    }
  });
});
