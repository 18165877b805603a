import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { deferPastQuietHours, isQuiet } from '#contract/rules/time/quiet-hours.ts';
import { preventTimeBreaks } from '#contract/rules/time/time-blanks.ts';
import { parseWallTime, toInstant, toWallTime, type WallTime, writeWallTime } from '#contract/rules/time/wall-time.ts';
import { addDays, getWeekday, isBefore } from '../../send-time/calendar-grid.ts';

/** Local time in the chosen zone; null means now. */
export type ChosenTime = WallTime | null;
type Place = { zone: string; now: number };

/** Parses a saved time. Returns null (now) if the time has passed. */
export function parseStoredTime(text: string, { zone, now }: Place): ChosenTime {
  const wall = parseWallTime(text);
  return wall && toInstant(wall, zone) > now ? wall : null;
}

/** Returns the time to display. If the card is sent now, this is the time after quiet hours. */
export function resolveClockTime(chosen: ChosenTime, place: Place): WallTime {
  return chosen ?? toWallTime(computeSendInstant(null, place), place.zone);
}

export function resolveShownTime(chosen: ChosenTime, { zone, now }: Place): WallTime {
  return chosen ?? toWallTime(now, zone);
}

/** Moves a day that has ended in the zone to today. */
export function movePastDayToToday(chosen: ChosenTime, { zone, now }: Place): ChosenTime {
  const today = toWallTime(now, zone);
  return chosen && isBefore(chosen, today)
    ? { ...chosen, year: today.year, month: today.month, day: today.day }
    : chosen;
}

/** Returns the time as 'YYYY-MM-DD HH:mm:00' in the zone, never before now. */
export function toSchedule(chosen: ChosenTime, { zone, now }: Place): { scheduled_delivery: string; timezone: string } {
  const time = resolveShownTime(chosen, { zone, now });
  const passed = toInstant(time, zone) < now;
  return { scheduled_delivery: writeWallTime(passed ? toWallTime(now, zone) : time), timezone: zone };
}

const EVENING = 18;
const LATE_EVENING = 19;
const MORNING = 9;
const WEEKEND = 10;
const SATURDAY = 5;

/** Returns the delivery instant, delayed by quiet hours. */
export function computeSendInstant(chosen: ChosenTime, { zone, now }: Place): number {
  return deferPastQuietHours(Math.max(now, chosen ? toInstant(chosen, zone) : now), zone);
}

export type QuickChoice = { label: string; chosen: ChosenTime };

const createChoiceBuilder =
  (i18n: I18n) =>
  (label: MessageDescriptor, chosen: ChosenTime): QuickChoice => ({ label: preventTimeBreaks(i18n._(label)), chosen });

/** Offers alternatives to a time at night, when delivery would wait until 6 am and wake the recipient. */
export function choicesAroundNight(i18n: I18n, chosen: ChosenTime, { zone, now }: Place): QuickChoice[] {
  const time = resolveShownTime(chosen, { zone, now });
  if (!isQuiet(time)) return [];
  const morningIn = time.hour > MORNING ? 1 : 0;
  const on = (days: number, hour: number): WallTime => ({ ...addDays(time, days), hour, minute: 0 });
  const evening = on(morningIn - 1, LATE_EVENING);
  const choice = createChoiceBuilder(i18n);
  return [
    ...(toInstant(evening, zone) > now ? [choice(msg`7 pm the evening before`, evening)] : []),
    choice(msg`9 am the morning after`, on(morningIn, MORNING)),
  ];
}

/** At night, offers 6 am instead of now. */
export function quickChoices(i18n: I18n, { zone, now }: Place): QuickChoice[] {
  const localTime = toWallTime(now, zone);
  const on = (days: number, hour: number): WallTime => ({ ...addDays(localTime, days), hour, minute: 0 });
  const toSaturday = (SATURDAY - getWeekday(localTime) + 7) % 7;
  const choice = createChoiceBuilder(i18n);
  return [
    isQuiet(localTime)
      ? choice(msg`At 6 am their time`, toWallTime(computeSendInstant(null, { zone, now }), zone))
      : choice(msg`Now`, null),
    ...(localTime.hour < MORNING ? [choice(msg`Today 9 am`, on(0, MORNING))] : []),
    ...(localTime.hour < EVENING - 1 ? [choice(msg`Today 6 pm`, on(0, EVENING))] : []),
    choice(msg`Tomorrow 9 am`, on(1, MORNING)),
    ...(toSaturday > 1 ? [choice(msg`Saturday 10 am`, on(toSaturday, WEEKEND))] : []),
  ];
}
