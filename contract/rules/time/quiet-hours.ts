import { parseWallTime, toInstant, toWallTime, type WallTime } from './wall-time.ts';
import { isZone } from './zones.ts';

/** Quiet hours apply to gift cards and campaigns, in the time zone of the schedule. */
const QUIET_FROM_HOUR = 20;
const QUIET_TO_HOUR = 6;

/** Rejects impossible dates before the customer pays. */
const FURTHEST_MS = 5 * 366 * 86_400_000;

export type SendTime =
  | { ok: true; sendAt: number; moved: 'past' | 'quiet' | null }
  | { ok: false; error: 'zone_unknown' | 'schedule_missing' };

export function isQuiet(wall: WallTime): boolean {
  return wall.hour >= QUIET_FROM_HOUR || wall.hour < QUIET_TO_HOUR;
}

export function deferPastQuietHours(instant: number, zone: string): number {
  const wall = toWallTime(instant, zone);
  if (!isQuiet(wall)) return instant;
  const day = wall.hour >= QUIET_FROM_HOUR ? wall.day + 1 : wall.day;
  // `day` may exceed the length of the month: Date.UTC inside toInstant rolls day 32 into the next month.
  return toInstant({ ...wall, day, hour: QUIET_TO_HOUR, minute: 0 }, zone);
}

/**
 * Moves past times to now and quiet hours to 06:00; `moved` names the reason for the preview. Rejects times more than
 * five years ahead.
 */
export function sendTime(input: { scheduledAt: string; zone: string; now: number }): SendTime {
  if (!isZone(input.zone)) return { ok: false, error: 'zone_unknown' };
  const wall = parseWallTime(input.scheduledAt);
  if (!wall) return { ok: false, error: 'schedule_missing' };
  const requestedAt = toInstant(wall, input.zone);
  if (requestedAt - input.now > FURTHEST_MS) return { ok: false, error: 'schedule_missing' };
  const notPast = Math.max(requestedAt, input.now);
  const sendAt = deferPastQuietHours(notPast, input.zone);
  const moved = sendAt !== notPast ? 'quiet' : notPast !== requestedAt ? 'past' : null;
  return { ok: true, sendAt, moved };
}
