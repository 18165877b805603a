import { deferPastQuietHours } from '#contract/rules/time/quiet-hours.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** Returns the first time outside quiet hours, in Sydney by default. */
export function nextSendableTime(now: Date, zone: string | null = null): Date {
  return nextSendableTimeInZones([zone ?? DEFAULT_ZONE], now);
}

/** The zones must share an hour outside quiet hours; otherwise this never returns. */
export function nextSendableTimeInZones(zones: readonly string[], now: Date): Date {
  let time = now.getTime();
  for (;;) {
    const later = Math.max(...zones.map((zone) => deferPastQuietHours(time, zone)));
    if (later === time) return new Date(time);
    time = later;
  }
}
