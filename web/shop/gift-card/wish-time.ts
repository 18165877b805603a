import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { instantOf, parseWallTime, type WallTime, wallTimeAt, writeWallTime } from '#contract/rules/wall-time.ts';
import { addDays, isBefore, weekdayOf } from './calendar-grid.ts';

/** When the shopper wants it: a wall time in the chosen zone, or null for now (OQ-092). */
export type TimeWish = WallTime | null;
type Place = { zone: string; now: number };

/** What a card says; a time that has passed counts as now. */
export function storedWish(at: string, { zone, now }: Place): TimeWish {
  const wall = parseWallTime(at);
  return wall && instantOf(wall, zone) > now ? wall : null;
}

/** The wall time on screen. */
export function shownTime(wish: TimeWish, { zone, now }: Place): WallTime {
  return wish ?? wallTimeAt(now, zone);
}

/** The same wall time in another zone, moved up to today where its day is over there. */
export function inZone(wish: TimeWish, { zone, now }: Place): TimeWish {
  const today = wallTimeAt(now, zone);
  return wish && isBefore(wish, today) ? { ...wish, year: today.year, month: today.month, day: today.day } : wish;
}

/** What is saved: 'YYYY-MM-DD HH:mm:00' in the zone (OQ-093). A time that has passed becomes the current one (ST-059). */
export function scheduleOf(wish: TimeWish, { zone, now }: Place): { scheduled_delivery: string; timezone: string } {
  const wanted = shownTime(wish, { zone, now });
  const passed = instantOf(wanted, zone) < now;
  return { scheduled_delivery: writeWallTime(passed ? wallTimeAt(now, zone) : wanted), timezone: zone };
}

const EVENING = 18;
const MORNING = 9;
const WEEKEND = 10;
const SATURDAY = 5;

/** Times most people want: now, this evening while it is early enough, tomorrow morning, and Saturday. */
export function quickChoices(i18n: I18n, { zone, now }: Place): { label: string; wish: TimeWish }[] {
  const here = wallTimeAt(now, zone);
  const on = (days: number, hour: number): WallTime => ({ ...addDays(here, days), hour, minute: 0 });
  const toSaturday = (SATURDAY - weekdayOf(here) + 7) % 7;
  return [
    { label: i18n._(msg`Now`), wish: null },
    ...(here.hour < EVENING - 1 ? [{ label: i18n._(msg`Today 6 pm`), wish: on(0, EVENING) }] : []),
    { label: i18n._(msg`Tomorrow 9 am`), wish: on(1, MORNING) },
    ...(toSaturday > 1 ? [{ label: i18n._(msg`Saturday 10 am`), wish: on(toSaturday, WEEKEND) }] : []),
  ];
}
