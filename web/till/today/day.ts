/** '2026-11-20T15:45', device time. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** '2026-11-20', device time. */
export function dayOf(at: Date): string {
  return localTime(at).slice(0, 10);
}

/** 'Fri, 20 Nov 2026'. */
export function dayText(day: string, locale: string): string {
  const shown = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return midnightOf(day).toLocaleDateString(locale, shown);
}

/** From midnight to midnight, device time; null is today, without end. */
export function periodOf(day: string | null): { since: string; until?: string } {
  const begin = midnightOf(day ?? dayOf(new Date()));
  if (day === null) return { since: begin.toISOString() };
  const end = new Date(begin);
  end.setDate(end.getDate() + 1);
  return { since: begin.toISOString(), until: end.toISOString() };
}

const midnightOf = (day: string): Date => new Date(`${day}T00:00`);
