import { afterQuietHours } from '#contract/rules/time/quiet-hours.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** The first instant from `now` on that is not in quiet hours of the zone; without a zone, of Sydney's. */
export function nextSendableTime(now: Date, zone: string | null = null): Date {
  return nextSendableTimeIn([zone ?? DEFAULT_ZONE], now);
}

/** The same in all of these zones, which have some hour of the day in common. */
export function nextSendableTimeIn(zones: readonly string[], now: Date): Date {
  let at = now.getTime();
  for (;;) {
    const later = Math.max(...zones.map((zone) => afterQuietHours(at, zone)));
    if (later === at) return new Date(at);
    at = later;
  }
}
