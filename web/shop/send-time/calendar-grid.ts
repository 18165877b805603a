import { DAY_MS, type Day, daysBetween, utcMidnight } from '#contract/rules/time/wall-time.ts';

function fromUtc(instant: number): Day {
  const date = new Date(instant);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function addDays(day: Day, days: number): Day {
  return fromUtc(utcMidnight(day) + days * DAY_MS);
}

/** Adding one month to 31 January returns the last day of February. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const last = fromUtc(Date.UTC(year, month - 1 + months + 1, 0));
  return { ...last, day: Math.min(day, last.day) };
}

/** Returns 0 for Monday to 6 for Sunday. */
export function getWeekday(day: Day): number {
  return (new Date(utcMidnight(day)).getUTCDay() + 6) % 7;
}

export function isBefore(day: Day, other: Day): boolean {
  return daysBetween(day, other) > 0;
}

export function isSameDay(day: Day, other: Day): boolean {
  return daysBetween(day, other) === 0;
}

/** Returns weeks that start on Monday; days of other months are null. */
export function monthGrid({ year, month }: Pick<Day, 'year' | 'month'>): (Day | null)[][] {
  const first = { year, month, day: 1 };
  const days = addMonths({ ...first, day: 31 }, 0).day;
  const before = getWeekday(first);
  const weeks = Math.ceil((before + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => {
      const day = week * 7 + index - before + 1;
      return day >= 1 && day <= days ? { year, month, day } : null;
    }),
  );
}

const moves: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -getWeekday(day)),
  End: (day) => addDays(day, 6 - getWeekday(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** Returns null if the key does not move the day. Never returns a day before `first`. */
export function moveDay(day: Day, key: string, first: Day): Day | null {
  const moved = moves[key]?.(day);
  if (!moved) return null;
  return isBefore(moved, first) ? first : moved;
}
