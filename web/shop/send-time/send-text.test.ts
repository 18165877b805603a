import { expect, it } from 'vitest';
import { english } from '#test/web/english.ts';
import { formatPastTime, formatRecipientTime, formatUpcomingTime, formatZonedInstant, sendText } from './send-text.ts';

const noon = Date.parse('2026-12-20T01:00:00Z');

it('formats an instant in the recipient’s time zone', () => {
  expect(formatZonedInstant(english, Date.parse('2026-12-24T01:30:00Z'), 'Australia/Perth')).toBe(
    'Thu 24 Dec 2026, 9:30\u00a0am Perth time',
  );
  expect(formatZonedInstant(english, Date.parse('2026-12-24T12:05:00Z'), 'America/New_York')).toBe(
    'Thu 24 Dec 2026, 7:05\u00a0am New York time',
  );
  expect(formatZonedInstant(english, Date.parse('2026-12-24T13:00:00Z'), 'Australia/Sydney')).toBe(
    'Fri 25 Dec 2026, 12:00\u00a0am Sydney time',
  );
});

it("names the recipient's city only if the reader's local time differs", () => {
  const instant = Date.parse('2026-12-24T01:30:00Z');
  const written = (readerZone: string) =>
    formatRecipientTime(english, instant, { zone: 'Australia/Sydney', readerZone: readerZone });
  expect(written('Australia/Melbourne')).toBe('Thu 24 Dec 2026, 12:30\u00a0pm');
  expect(written('Australia/Perth')).toBe('Thu 24 Dec 2026, 12:30\u00a0pm Sydney time');
});

it.each([
  ['2026-12-24T01:30:00Z', 'today, 12:30\u00a0pm'],
  ['2026-12-23T12:59:00Z', 'yesterday, 11:59\u00a0pm'],
  ['2026-12-22T12:59:00Z', 'Tue 22 Dec 2026, 11:59\u00a0pm'],
])('formats the past instant %s in the reader’s time zone: %s', (then, words) => {
  const reader = { now: Date.parse('2026-12-24T05:00:00Z'), readerZone: 'Australia/Sydney' };
  expect(formatPastTime(english, Date.parse(then), reader)).toBe(words);
});

it.each([
  ['2026-12-24T05:07:00Z', '4:07\u00a0pm'],
  ['2026-12-24T13:05:00Z', 'Fri 25 Dec 2026, 12:05\u00a0am'],
])('formats the upcoming instant %s in the reader’s time zone: %s', (then, words) => {
  const reader = { now: Date.parse('2026-12-24T05:00:00Z'), readerZone: 'Australia/Sydney' };
  expect(formatUpcomingTime(english, Date.parse(then), reader)).toBe(words);
});

it('describes delivery at a later time, on payment, or after quiet hours [CK-08]', () => {
  const zone = 'Australia/Sydney';
  expect(sendText({ i18n: english, scheduledAt: '2026-12-24 09:30:00', zone, now: noon })).toBe(
    'Goes out Thu 24 Dec 2026, 9:30\u00a0am Sydney time',
  );
  expect(sendText({ i18n: english, scheduledAt: '2026-12-01 09:30:00', zone, now: noon })).toBe(
    'Goes out as soon as you have paid',
  );
  expect(sendText({ i18n: english, scheduledAt: '2026-12-24 22:00:00', zone, now: noon })).toBe(
    'Goes out Fri 25 Dec 2026, 6:00\u00a0am Sydney time (we don’t send at night)',
  );
  expect(sendText({ i18n: english, scheduledAt: '', zone, now: noon })).toBe('');
});
