import { afterQuietHours } from '#contract/rules/time/quiet-hours.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** The first instant from `now` on that is not in quiet hours of the zone; without a zone, of Sydney's. */
export function nextSendableTime(now: Date, zone: string | null = null): Date {
  return new Date(afterQuietHours(now.getTime(), zone ?? DEFAULT_ZONE));
}
