import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { dateFormat } from '#contract/rules/formats.ts';
import { sendTime } from '#contract/rules/time/quiet-hours.ts';
import { preventTimeBreaks } from '#contract/rules/time/time-blanks.ts';
import {
  type Day,
  daysBetween,
  parseWallTime,
  toInstant,
  toWallTime,
  type WallTime,
} from '#contract/rules/time/wall-time.ts';
import { findZoneCity } from '#contract/rules/time/zones.ts';

const MINUTE_MS = 60_000;

type Parts = Intl.DateTimeFormatOptions;

function formatUtc(i18n: I18n, instant: number, parts: Parts): string {
  return preventTimeBreaks(dateFormat(i18n.locale, { ...parts, timeZone: 'UTC' }).format(instant));
}

export function formatTimeOfDay(i18n: I18n, { hour, minute }: Pick<WallTime, 'hour' | 'minute'>): string {
  return formatUtc(i18n, Date.UTC(2000, 0, 1, hour, minute), { hour: 'numeric', minute: '2-digit' });
}

export function formatMonth(i18n: I18n, { year, month }: Pick<Day, 'year' | 'month'>): string {
  return formatUtc(i18n, Date.UTC(year, month - 1, 1), { month: 'long', year: 'numeric' });
}

export function weekdayNames(i18n: I18n): { name: string; short: string }[] {
  return Array.from({ length: 7 }, (_, index) => {
    const name = formatUtc(i18n, Date.UTC(2001, 0, 1 + index), { weekday: 'long' });
    return { name, short: name.slice(0, 2) };
  });
}

export function formatWeekdayDate(i18n: I18n, day: Day, today: Day): string {
  const year: Parts = day.year === today.year ? {} : { year: 'numeric' };
  const instant = Date.UTC(day.year, day.month - 1, day.day);
  return formatUtc(i18n, instant, { weekday: 'long', day: 'numeric', month: 'long', ...year });
}

export type SendWords = {
  /** 'passed': the chosen time is before now. 'quiet': it is at night, so delivery moves to 6 am. */
  kind: 'now' | 'passed' | 'later' | 'quiet';
  sentence: string;
  /** The sentence about the customer's own time, or null if their clock shows the same time. */
  readerSentence: string | null;
  sendAt: number;
};

type Ask = { i18n: I18n; scheduledAt: string; zone: string; now: number; ownZone: string; paid?: boolean };

/** Returns null if `scheduledAt` or `zone` is invalid. `paid`: the gift card is already paid. */
export function sendWords({ i18n, scheduledAt, zone, now, ownZone, paid = false }: Ask): SendWords | null {
  const wall = parseWallTime(scheduledAt);
  const planned = sendTime({ scheduledAt, zone, now });
  if (!wall || !planned.ok) return null;
  const { sendAt } = planned;
  const late = now - toInstant(wall, zone);
  const kind = planned.moved === 'quiet' ? 'quiet' : late < 0 ? 'later' : late < MINUTE_MS ? 'now' : 'passed';
  if (kind === 'now' || kind === 'passed')
    return { kind, sentence: i18n._(immediateMessage(kind, paid)), readerSentence: null, sendAt };
  const moment = buildMoment(i18n, { sendAt, zone, now });
  const sentence = preventTimeBreaks(i18n._(kind === 'quiet' ? quietHoursMessage(moment) : laterMessage(moment)));
  return { kind, sentence, readerSentence: formatReaderTime(i18n, { sendAt, zone, now, ownZone }), sendAt };
}

export function immediateMessage(kind: 'now' | 'passed', paid: boolean): MessageDescriptor {
  if (kind === 'now') return paid ? msg`It goes out straight away.` : msg`It goes out as soon as you have paid.`;
  return paid
    ? msg`That time has passed, so it goes out straight away.`
    : msg`That time has passed, so it goes out as soon as you have paid.`;
}

export function formatSendTime(i18n: I18n, words: SendWords, { zone, now }: { zone: string; now: number }): string {
  if (words.kind === 'now' || words.kind === 'passed') return i18n._(msg`Now`);
  const recipientTime = toWallTime(words.sendAt, zone);
  return `${formatWeekdayDate(i18n, recipientTime, toWallTime(now, zone))}, ${formatTimeOfDay(i18n, recipientTime)}`;
}

type Moment = { relativeDay: 'today' | 'tomorrow' | 'other'; date: string; time: string; city: string };

function buildMoment(i18n: I18n, { sendAt, zone, now }: { sendAt: number; zone: string; now: number }): Moment {
  const [recipientTime, today] = [toWallTime(sendAt, zone), toWallTime(now, zone)];
  const days = daysBetween(today, recipientTime);
  return {
    relativeDay: days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'other',
    date: formatWeekdayDate(i18n, recipientTime, today),
    time: formatTimeOfDay(i18n, recipientTime),
    city: findZoneCity(zone),
  };
}

function laterMessage({ relativeDay, date, time, city }: Moment): MessageDescriptor {
  if (relativeDay === 'today') return msg`It goes out today at ${time}, ${city} time.`;
  if (relativeDay === 'tomorrow') return msg`It goes out tomorrow at ${time}, ${city} time.`;
  return msg`It goes out on ${date} at ${time}, ${city} time.`;
}

function quietHoursMessage({ relativeDay, date, time, city }: Moment): MessageDescriptor {
  if (relativeDay === 'today') return msg`We don’t text at night, so it will arrive at ${time} today, ${city} time.`;
  if (relativeDay === 'tomorrow')
    return msg`We don’t text at night, so it will arrive at ${time} tomorrow, ${city} time.`;
  return msg`We don’t text at night, so it will arrive at ${time} on ${date}, ${city} time.`;
}

type Own = { sendAt: number; zone: string; now: number; ownZone: string };

function formatReaderTime(i18n: I18n, { sendAt, zone, now, ownZone }: Own): string | null {
  const [recipientTime, readerTime] = [toWallTime(sendAt, zone), toWallTime(sendAt, ownZone)];
  if (
    recipientTime.hour === readerTime.hour &&
    recipientTime.minute === readerTime.minute &&
    recipientTime.day === readerTime.day
  )
    return null;
  return preventTimeBreaks(i18n._(readerTimeMessage(buildMoment(i18n, { sendAt, zone: ownZone, now }))));
}

function readerTimeMessage({ relativeDay, date, time }: Moment): MessageDescriptor {
  if (relativeDay === 'today') return msg`Where you are, that is today at ${time}.`;
  if (relativeDay === 'tomorrow') return msg`Where you are, that is tomorrow at ${time}.`;
  return msg`Where you are, that is on ${date} at ${time}.`;
}
