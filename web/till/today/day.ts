/** Returns local time on the device, such as '2026-11-20T15:45'. */
export function localTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the local date on the device, such as '2026-11-20'. */
export function toLocalDay(date: Date): string {
  return localTime(date).slice(0, 10);
}

export function formatTillDay(day: string, locale: string): string {
  const dateOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return toMidnight(day).toLocaleDateString(locale, dateOptions);
}

/** Returns the period from midnight to midnight on the device's clock. For today (null), the period has no end. */
export function toDayPeriod(day: string | null): { since: string; until?: string } {
  const begin = toMidnight(day ?? toLocalDay(new Date()));
  if (day === null) return { since: begin.toISOString() };
  const end = new Date(begin);
  end.setDate(end.getDate() + 1);
  return { since: begin.toISOString(), until: end.toISOString() };
}

const toMidnight = (day: string): Date => new Date(`${day}T00:00`);
