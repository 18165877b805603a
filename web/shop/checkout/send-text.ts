import { sendTime } from '#contract/rules/send-time.ts';
import { ZONES } from '#contract/rules/zones.ts';

/** 'Perth' for 'Australia/Perth'. */
export function cityOf(zone: string): string {
  return ZONES.find(({ id }) => id === zone)?.city ?? zone;
}

/** An instant in a zone: 'Thu 24 Dec 2026, 9:30 am Perth time'. */
export function instantText(instant: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-AU', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
  return `${day}, ${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase()} ${cityOf(zone)} time`;
}

/**
 * When a card goes out, in words, for somebody who has not paid yet: a time that has passed is now, one in quiet hours is six in
 * the morning (the same rule the server applies). '' when the wish cannot be read.
 */
export function sendText(wish: { at: string; zone: string; now: number }): string {
  const found = sendTime(wish);
  if (!found.ok) return '';
  if (found.moved === 'past') return 'Goes out as soon as you have paid';
  const text = `Goes out ${instantText(found.sendAt, wish.zone)}`;
  return found.moved === 'quiet' ? `${text} (we don’t send at night)` : text;
}
