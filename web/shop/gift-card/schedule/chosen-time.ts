import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { afterQuietHours, isQuiet } from '#contract/rules/time/quiet-hours.ts';
import { unbrokenTimes } from '#contract/rules/time/time-blanks.ts';
import { instantOf, parseWallTime, type WallTime, wallTimeAt, writeWallTime } from '#contract/rules/time/wall-time.ts';
import { addDays, isBefore, weekdayOf } from '../../send-time/calendar-grid.ts';

/** When the customer wants it: a wall time in the chosen zone, or null for now. */
export type ChosenTime = WallTime | null;
type Place = { zone: string; now: number };

/** What a card says; a time that has passed counts as now. */
export function storedTime(at: string, { zone, now }: Place): ChosenTime {
  const wall = parseWallTime(at);
  return wall && instantOf(wall, zone) > now ? wall : null;
}

/** The wall time of the calendar and the clock: for now, when it goes out, which may be the end of the night. */
export function clockTime(chosen: ChosenTime, place: Place): WallTime {
  return chosen ?? wallTimeAt(goesOutAt(null, place), place.zone);
}

/** The wall time that is saved; for now the current one. */
export function shownTime(chosen: ChosenTime, { zone, now }: Place): WallTime {
  return chosen ?? wallTimeAt(now, zone);
}

/** The same wall time in another zone, moved up to today where its day is over there. */
export function inZone(chosen: ChosenTime, { zone, now }: Place): ChosenTime {
  const today = wallTimeAt(now, zone);
  return chosen && isBefore(chosen, today)
    ? { ...chosen, year: today.year, month: today.month, day: today.day }
    : chosen;
}

/** What is saved: 'YYYY-MM-DD HH:mm:00' in the zone. A time that has passed becomes the current one. */
export function scheduleOf(chosen: ChosenTime, { zone, now }: Place): { scheduled_delivery: string; timezone: string } {
  const wanted = shownTime(chosen, { zone, now });
  const passed = instantOf(wanted, zone) < now;
  return { scheduled_delivery: writeWallTime(passed ? wallTimeAt(now, zone) : wanted), timezone: zone };
}

const EVENING = 18;
const LATE_EVENING = 19;
const MORNING = 9;
const WEEKEND = 10;
const SATURDAY = 5;

/** The instant it goes out, which night puts off. */
export function goesOutAt(chosen: ChosenTime, { zone, now }: Place): number {
  return afterQuietHours(Math.max(now, chosen ? instantOf(chosen, zone) : now), zone);
}

export type QuickChoice = { label: string; chosen: ChosenTime };

const choiceIn =
  (i18n: I18n) =>
  (label: MessageDescriptor, chosen: ChosenTime): QuickChoice => ({ label: unbrokenTimes(i18n._(label)), chosen });

/**
 * Kinder hours around a night that moves the gift to 6 am, when a text wakes its recipient: the evening before, while it
 * lies ahead, and nine in the morning. None for a time by day.
 */
export function choicesAroundNight(i18n: I18n, chosen: ChosenTime, { zone, now }: Place): QuickChoice[] {
  const wanted = shownTime(chosen, { zone, now });
  if (!isQuiet(wanted)) return [];
  const morningIn = wanted.hour > MORNING ? 1 : 0;
  const on = (days: number, hour: number): WallTime => ({ ...addDays(wanted, days), hour, minute: 0 });
  const evening = on(morningIn - 1, LATE_EVENING);
  const choice = choiceIn(i18n);
  return [
    ...(instantOf(evening, zone) > now ? [choice(msg`7 pm the evening before`, evening)] : []),
    choice(msg`9 am the morning after`, on(morningIn, MORNING)),
  ];
}

/**
 * Times most people want: now, at night the end of it, this evening while it is early enough, tomorrow morning, and
 * Saturday.
 */
export function quickChoices(i18n: I18n, { zone, now }: Place): QuickChoice[] {
  const here = wallTimeAt(now, zone);
  const on = (days: number, hour: number): WallTime => ({ ...addDays(here, days), hour, minute: 0 });
  const toSaturday = (SATURDAY - weekdayOf(here) + 7) % 7;
  const choice = choiceIn(i18n);
  return [
    isQuiet(here)
      ? choice(msg`At 6 am their time`, wallTimeAt(goesOutAt(null, { zone, now }), zone))
      : choice(msg`Now`, null),
    ...(here.hour < MORNING ? [choice(msg`Today 9 am`, on(0, MORNING))] : []),
    ...(here.hour < EVENING - 1 ? [choice(msg`Today 6 pm`, on(0, EVENING))] : []),
    choice(msg`Tomorrow 9 am`, on(1, MORNING)),
    ...(toSaturday > 1 ? [choice(msg`Saturday 10 am`, on(toSaturday, WEEKEND))] : []),
  ];
}
