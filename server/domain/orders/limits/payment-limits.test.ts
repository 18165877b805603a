import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DECLINE_WINDOW_MS,
  DECLINES_OF_CUSTOMER,
  declineWait,
  paymentLimitError,
  secondsUntilWindowEnd,
} from './payment-limits.ts';
import { isTooHigh } from './watch-declines.ts';

const NOW = new Date('2026-11-02T01:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const unfilledLimits = { ofCustomer: null, unanswered: null, ofSender: null };

describe('payment limits', () => {
  const facts = {
    activity: { ...unfilledLimits, declines: 4, isAlarm: false, openUnits: 0, openCents: 0 },
    checkout: { lines: [{ qty: 2 }], totalCents: 5_000, cardDueCents: 5_000 },
    hasPassedHumanCheck: false,
    now: NOW,
    settings: { OPEN_ORDER_UNITS: 10, OPEN_ORDER_VALUE: 100 },
  };
  type Facts = typeof facts;
  const error = ({ activity = {}, ...change }: Partial<Omit<Facts, 'activity'>> & { activity?: object }) =>
    paymentLimitError({ ...facts, ...change, activity: { ...facts.activity, ...activity } });
  const free = { ...facts.checkout, cardDueCents: 0 };

  it('lets a customer without declines pay', () => {
    expect(error({})).toBeNull();
  });

  it.each([
    ['declines for the customer', { ofCustomer: ago(60_000) }, 540],
    ['declines from the IP address', { ofSender: ago(599_001) }, 1],
    ['unanswered challenges', { unanswered: ago(60_000) }, 24 * 3_600 - 60],
    ['the longest of several waits', { ofCustomer: ago(60_000), ofSender: ago(1_000) }, 599],
  ])('requires a wait (%s), but not when nothing is left to pay by card', (_what, activity, retryAfter) => {
    expect(error({ activity })).toMatchObject({ code: 'too_many_declines', retryAfter });
    expect(error({ activity, checkout: free })).toBeNull();
  });

  it.each([
    ['during a card-testing alarm', { isAlarm: true }],
    ['after five declines within the hour', { declines: 5 }],
  ])('requires a CAPTCHA (human check) %s, but not when nothing is left to pay by card', (_when, activity) => {
    expect(error({ activity })).toMatchObject({ code: 'human_check_needed' });
    expect(error({ activity, hasPassedHumanCheck: true })).toBeNull();
    expect(error({ activity, checkout: free })).toBeNull();
  });

  it.each([
    ['pieces at the limit are accepted', { openUnits: 8 }, null],
    ['one piece over the limit is rejected', { openUnits: 9 }, 'open_orders_full'],
    ['value at the limit is accepted', { openCents: 5_000 }, null],
    ['value one cent over the limit is rejected', { openCents: 5_001 }, 'open_orders_full'],
  ])("limits a customer's open orders: %s", (_what, activity, code) => {
    expect(error({ activity })?.code ?? null).toBe(code);
    expect(error({ activity, checkout: free })?.code ?? null).toBe(code);
  });

  it('ends a wait exactly when the time window of its declines ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DECLINE_WINDOW_MS - 1 }), (ms) => {
        const seconds = secondsUntilWindowEnd(ago(ms), DECLINE_WINDOW_MS, NOW);
        expect(seconds).toBeGreaterThan(0);
        const waitEnd = new Date(NOW.getTime() + seconds * 1_000);
        expect(secondsUntilWindowEnd(ago(ms), DECLINE_WINDOW_MS, waitEnd)).toBe(0);
        expect(secondsUntilWindowEnd(ago(ms), DECLINE_WINDOW_MS, new Date(waitEnd.getTime() - 1_000))).toBeGreaterThan(
          0,
        );
      }),
    );
  });

  const filledBy = (declines: readonly number[], nowMs: number): Date | null => {
    const within = declines.filter((ms) => ms > nowMs - DECLINE_WINDOW_MS).toSorted((a, b) => b - a);
    const first = within[DECLINES_OF_CUSTOMER - 1];
    return first === undefined ? null : new Date(first);
  };

  it('never allows six declines within ten minutes, and accepts customers once their wait has ended', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, (waits) => {
        const declines: number[] = [];
        let nowMs = 0;
        for (const wait of waits) {
          nowMs += wait;
          const seconds = declineWait({ ...unfilledLimits, ofCustomer: filledBy(declines, nowMs) }, new Date(nowMs));
          if (seconds === 0) declines.push(nowMs);
          else
            expect(
              declineWait(
                { ...unfilledLimits, ofCustomer: filledBy(declines, nowMs + seconds * 1_000) },
                new Date(nowMs + seconds * 1_000),
              ),
            ).toBe(0);
        }
        for (const [place, first] of declines.entries()) {
          const sixth = declines[place + DECLINES_OF_CUSTOMER];
          if (sixth !== undefined) expect(sixth - first).toBeGreaterThanOrEqual(DECLINE_WINDOW_MS);
        }
      }),
    );
  });
});

it.each([
  ['not with fewer declines than the set number', { declines: 29, attempts: 29 }, false],
  ['at the set number, with all attempts declined', { declines: 30, attempts: 30 }, true],
  ['at one decline in four attempts', { declines: 30, attempts: 120 }, true],
  ['not below one decline in four, even in a busy shop', { declines: 300, attempts: 1_201 }, false],
])('detects card testing by the decline rate: %s', (_what, rate, tested) => {
  expect(isTooHigh(rate, 30)).toBe(tested);
});
