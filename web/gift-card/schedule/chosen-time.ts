import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { afterQuietHours, isQuiet } from '#contract/rules/time/quiet-hours.ts';
import { unbrokenTimes } from '#contract/rules/time/time-blanks.ts';
import { instantOf, parseWallTime, type WallTime, wallTimeAt, writeWallTime } from '#contract/rules/time/wall-time.ts';
import { addDays, isBefore, weekdayOf } from '../time/calendar-grid.ts';

/** When the customer wants it: a wall time in the chosen zone, or null for now. */
export type ChosenTime = WallTime | null;
type Place = { zone: string; now: number };

/** What a card says; a time that has passed counts as now. */
export function storedTime(at: string, { zone, now }: Place): ChosenTime {
  const wall = parseWallTime(at);
  return wall && instantOf(wall, zone) > now ? wall : null;
}

/** The wall time on screen. */
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
const MORNING = 9;
const WEEKEND = 10;
const SATURDAY = 5;

/** The instant it goes out, which night puts off. */
export function goesOutAt(chosen: ChosenTime, { zone, now }: Place): number {
  return afterQuietHours(Math.max(now, chosen ? instantOf(chosen, zone) : now), zone);
}

/**
 * Times most people want: now, at night the end of it, this evening while it is early enough, tomorrow morning, and
 * Saturday.
 */
export function quickChoices(i18n: I18n, { zone, now }: Place): { label: string; chosen: ChosenTime }[] {
  const here = wallTimeAt(now, zone);
  const on = (days: number, hour: number): WallTime => ({ ...addDays(here, days), hour, minute: 0 });
  const toSaturday = (SATURDAY - weekdayOf(here) + 7) % 7;
  const choice = (label: MessageDescriptor, chosen: ChosenTime) => ({ label: unbrokenTimes(i18n._(label)), chosen });
  return [
    isQuiet(here)
      ? choice(msg`At 6 am their time`, wallTimeAt(goesOutAt(null, { zone, now }), zone))
      : choice(msg`Now`, null),
    ...(here.hour < EVENING - 1 ? [choice(msg`Today 6 pm`, on(0, EVENING))] : []),
    choice(msg`Tomorrow 9 am`, on(1, MORNING)),
    ...(toSaturday > 1 ? [choice(msg`Saturday 10 am`, on(toSaturday, WEEKEND))] : []),
  ];
}
