import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { dateFormat } from '#contract/rules/formats.ts';
import { sendTime } from '#contract/rules/time/quiet-hours.ts';
import { preventTimeBreaks } from '#contract/rules/time/time-blanks.ts';
import { daysBetween, toWallTime } from '#contract/rules/time/wall-time.ts';
import { findZoneCity } from '#contract/rules/time/zones.ts';

const ENGLISH = 'en-AU';

/** Returns a text such as 'Thu 24 Dec 2026, 9:30 am Perth time'. */
export function formatZonedInstant(i18n: I18n, instant: number, zone: string): string {
  const time = formatMoment(instant, zone, i18n.locale);
  const city = findZoneCity(zone);
  return i18n._(msg`${time} ${city} time`);
}

type Reader = { zone: string; readerZone: string };

export function formatRecipientTime(i18n: I18n, instant: number, { zone, readerZone }: Reader): string {
  const recipientText = formatMoment(instant, zone, i18n.locale);
  return recipientText === formatMoment(instant, readerZone, i18n.locale)
    ? recipientText
    : formatZonedInstant(i18n, instant, zone);
}

type Clock = { now: number; readerZone: string };

/** Returns a text such as 'today, 4:02 pm' or 'Thu 24 Dec 2026, 9:30 am'. */
export function formatPastTime(i18n: I18n, instant: number, clock: Clock): string {
  const { readerZone } = clock;
  const time = formatClockTime(instant, readerZone, i18n.locale);
  const days = countDaysAgo(instant, clock);
  if (days === 0) return i18n._(msg`today, ${time}`);
  return days === 1 ? i18n._(msg`yesterday, ${time}`) : formatMoment(instant, readerZone, i18n.locale);
}

/** Returns a text such as '4:02 pm' for today, otherwise 'Thu 24 Dec 2026, 9:30 am'. */
export function formatUpcomingTime(i18n: I18n, instant: number, clock: Clock): string {
  return (countDaysAgo(instant, clock) === 0 ? formatClockTime : formatMoment)(instant, clock.readerZone, i18n.locale);
}

/** Counts the midnights in the reader's time zone since the instant; negative for future instants. */
function countDaysAgo(instant: number, { now, readerZone }: Clock): number {
  return daysBetween(toWallTime(instant, readerZone), toWallTime(now, readerZone));
}

function formatClockTime(instant: number, timeZone: string, locale: string): string {
  return preventTimeBreaks(dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(instant));
}

function formatMoment(instant: number, timeZone: string, locale: string): string {
  const dateOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const format = dateFormat(locale, { ...dateOptions, timeZone, hour: 'numeric', minute: '2-digit' });
  if (locale !== ENGLISH) return preventTimeBreaks(format.format(instant));
  const parts = format.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const day = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
  return preventTimeBreaks(`${day}, ${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase()}`);
}

type SendTextInput = { i18n: I18n; scheduledAt: string; zone: string; now: number };

/**
 * Follows the server's rules: a past time means now, and a time in quiet hours moves to 6 am. Returns '' if the time is
 * invalid.
 */
export function sendText({ i18n, scheduledAt, zone, now }: SendTextInput): string {
  const planned = sendTime({ scheduledAt, zone, now });
  if (!planned.ok) return '';
  if (planned.moved === 'past') return i18n._(msg`Goes out as soon as you have paid`);
  const when = formatZonedInstant(i18n, planned.sendAt, zone);
  return i18n._(planned.moved === 'quiet' ? msg`Goes out ${when} (we don’t send at night)` : msg`Goes out ${when}`);
}
