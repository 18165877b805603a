import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { dateFormat } from '#contract/rules/formats.ts';
import { sendTime } from '#contract/rules/time/quiet-hours.ts';
import { unbrokenTimes } from '#contract/rules/time/time-blanks.ts';
import { daysBetween, wallTimeAt } from '#contract/rules/time/wall-time.ts';
import { cityOf } from '#contract/rules/time/zones.ts';

const ENGLISH = 'en-AU';

/** Returns a text such as 'Thu 24 Dec 2026, 9:30 am Perth time'. */
export function instantText(i18n: I18n, instant: number, zone: string): string {
  const time = momentText(instant, zone, i18n.locale);
  const city = cityOf(zone);
  return i18n._(msg`${time} ${city} time`);
}

type Reader = { zone: string; own: string };

export function recipientTimeText(i18n: I18n, instant: number, { zone, own: readerZone }: Reader): string {
  const recipientText = momentText(instant, zone, i18n.locale);
  return recipientText === momentText(instant, readerZone, i18n.locale)
    ? recipientText
    : instantText(i18n, instant, zone);
}

type Clock = { now: number; own: string };

/** Returns a text such as 'today, 4:02 pm' or 'Thu 24 Dec 2026, 9:30 am'. */
export function pastText(i18n: I18n, instant: number, clock: Clock): string {
  const { own: readerZone } = clock;
  const time = clockText(instant, readerZone, i18n.locale);
  const days = daysAgo(instant, clock);
  if (days === 0) return i18n._(msg`today, ${time}`);
  return days === 1 ? i18n._(msg`yesterday, ${time}`) : momentText(instant, readerZone, i18n.locale);
}

/** Returns a text such as '4:02 pm' for today, otherwise 'Thu 24 Dec 2026, 9:30 am'. */
export function soonText(i18n: I18n, instant: number, clock: Clock): string {
  return (daysAgo(instant, clock) === 0 ? clockText : momentText)(instant, clock.own, i18n.locale);
}

/** Counts the midnights in the reader's time zone since the instant; negative for future instants. */
function daysAgo(instant: number, { now, own: readerZone }: Clock): number {
  return daysBetween(wallTimeAt(instant, readerZone), wallTimeAt(now, readerZone));
}

function clockText(instant: number, timeZone: string, locale: string): string {
  return unbrokenTimes(dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(instant));
}

function momentText(instant: number, timeZone: string, locale: string): string {
  const dateOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const format = dateFormat(locale, { ...dateOptions, timeZone, hour: 'numeric', minute: '2-digit' });
  if (locale !== ENGLISH) return unbrokenTimes(format.format(instant));
  const parts = format.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const day = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
  return unbrokenTimes(`${day}, ${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase()}`);
}

type SendTextInput = { i18n: I18n; at: string; zone: string; now: number };

/**
 * Follows the server's rules: a past time means now, and a time in quiet hours moves to 6 am. Returns '' if the time is
 * invalid.
 */
export function sendText({ i18n, at, zone, now }: SendTextInput): string {
  const planned = sendTime({ at, zone, now });
  if (!planned.ok) return '';
  if (planned.moved === 'past') return i18n._(msg`Goes out as soon as you have paid`);
  const when = instantText(i18n, planned.sendAt, zone);
  return i18n._(planned.moved === 'quiet' ? msg`Goes out ${when} (we don’t send at night)` : msg`Goes out ${when}`);
}
