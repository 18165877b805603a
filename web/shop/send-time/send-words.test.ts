import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { findZoneCity } from '#contract/rules/time/zones.ts';
import { english as i18n } from '#test/web/english.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { messages } from '#web/shop/catalogues/de.po';
import { formatTimeOfDay, formatWeekdayDate, sendWords } from './send-words.ts';

const zone = 'Australia/Sydney';
const now = Date.parse('2026-11-21T04:30:20Z');
const buildSendWords = (scheduledAt: string, overrides = {}) =>
  sendWords({ i18n, scheduledAt, zone, now, ownZone: zone, ...overrides });

it('promises delivery on payment for the current minute, and points out a time that has passed [ST-059]', () => {
  expect(buildSendWords('2026-11-21 15:30:00')).toMatchObject({
    kind: 'now',
    sentence: 'It goes out as soon as you have paid.',
  });
  expect(buildSendWords('2026-11-21 09:00:00')?.sentence).toBe(
    'That time has passed, so it goes out as soon as you have paid.',
  );
  expect(buildSendWords('2026-11-21 15:30:00', { paid: true })?.sentence).toBe('It goes out straight away.');
});

it('names the day, time and city of a later delivery', () => {
  expect(buildSendWords('2026-11-21 18:05:00')?.sentence).toBe('It goes out today at 6:05\u00a0pm, Sydney time.');
  expect(buildSendWords('2026-11-22 09:00:00')?.sentence).toBe('It goes out tomorrow at 9:00\u00a0am, Sydney time.');
  expect(buildSendWords('2027-01-01 12:00:00')).toMatchObject({
    kind: 'later',
    sentence: 'It goes out on Friday 1 January 2027 at 12:00\u00a0pm, Sydney time.',
    sendAt: Date.parse('2027-01-01T01:00:00Z'),
    readerSentence: null,
  });
});

it('announces the actual delivery time when the chosen time is in quiet hours [LG-29, LG-30]', () => {
  expect(buildSendWords('2026-11-24 20:00:00')).toMatchObject({
    kind: 'quiet',
    sentence: 'We don’t text at night, so it will arrive at 6:00\u00a0am on Wednesday 25 November, Sydney time.',
  });
  expect(buildSendWords('2026-11-22 05:59:00')?.sentence).toContain('6:00\u00a0am tomorrow, Sydney time');
  const late = Date.parse('2026-11-21T10:00:00Z');
  expect(buildSendWords('2026-11-21 21:00:00', { now: late })).toMatchObject({
    kind: 'quiet',
    sentence: 'We don’t text at night, so it will arrive at 6:00\u00a0am tomorrow, Sydney time.',
  });
});

it("adds the delivery time on the customer's clock only if it differs", () => {
  expect(buildSendWords('2026-11-23 09:00:00', { ownZone: 'Australia/Perth' })?.readerSentence).toBe(
    'Where you are, that is on Monday 23 November at 6:00\u00a0am.',
  );
  expect(buildSendWords('2026-11-23 09:00:00', { ownZone: 'Australia/Melbourne' })?.readerSentence).toBeNull();
});

it('formats times, dates and cities, and returns null for an invalid date or zone', () => {
  expect([0, 11, 12, 23].map((hour) => formatTimeOfDay(i18n, { hour, minute: 5 }))).toEqual([
    '12:05\u00a0am',
    '11:05\u00a0am',
    '12:05\u00a0pm',
    '11:05\u00a0pm',
  ]);
  expect(findZoneCity('America/New_York')).toBe('New York');
  expect(findZoneCity('Pacific/Auckland')).toBe('Auckland');
  expect(formatWeekdayDate(i18n, { year: 2027, month: 3, day: 1 }, { year: 2026, month: 3, day: 1 })).toBe(
    'Monday 1 March 2027',
  );
  expect(buildSendWords('soon')).toBeNull();
  expect(buildSendWords('2026-11-22 09:00:00', { zone: 'Mars/Base' })).toBeNull();
});

it('keeps a German time and the word Uhr after it on one line', () => {
  const german = activateLanguage(setupI18n(), 'de', messages);
  const inGerman = (sendAt: string, overrides = {}) => buildSendWords(sendAt, { i18n: german, ...overrides });
  expect(inGerman('2026-11-22 09:00:00', { ownZone: 'Australia/Perth' })).toMatchObject({
    sentence: 'Sie geht morgen um 9:00\u00a0Uhr raus, Ortszeit Sydney.',
    readerSentence: 'Bei dir ist das morgen um 6:00\u00a0Uhr.',
  });
  expect(inGerman('2026-11-24 20:00:00')?.sentence).toContain('um 6:00\u00a0Uhr an');
});
