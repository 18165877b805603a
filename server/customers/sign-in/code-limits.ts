import { CODE_RESEND_MS } from '#contract/rules/limits.ts';
import type { Settings } from '../../settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const ALARM_SHARE = 0.8;

/** At most `most` sends in any `windowMs`, counted for one mobile, one sender, one number prefix or everyone. */
export type SendLimit = { by: 'mobile' | 'client' | 'prefix' | 'everyone'; windowMs: number; most: number };

type Caps = Pick<
  Settings,
  'CODE_SENDS_PER_MOBILE' | 'CODE_SENDS_PER_ADDRESS' | 'CODE_SENDS_PER_PREFIX' | 'CODE_SENDS_PER_DAY'
>;

/** The limits on sending codes; the wait between two sends is one of them. */
export function sendLimits(settings: Caps): SendLimit[] {
  return [
    { by: 'mobile', windowMs: CODE_RESEND_MS, most: 1 },
    { by: 'mobile', windowMs: HOUR, most: settings.CODE_SENDS_PER_MOBILE },
    { by: 'client', windowMs: 10 * MINUTE, most: settings.CODE_SENDS_PER_ADDRESS },
    { by: 'prefix', windowMs: HOUR, most: settings.CODE_SENDS_PER_PREFIX },
    { by: 'everyone', windowMs: DAY, most: settings.CODE_SENDS_PER_DAY },
  ];
}

/** The number less its last four digits: a run of numbers bought together, as toll fraud uses them. */
export function prefixOf(mobile: string): string {
  return mobile.slice(0, -4);
}

/**
 * Whole seconds until every limit allows another send, 0 when they do now. `blocking` holds for each limit the send
 * that must leave its window first, null where the limit still has room.
 */
export function secondsToWait({
  limits,
  blocking,
  now,
}: {
  limits: SendLimit[];
  blocking: (Date | null)[];
  now: Date;
}): number {
  const waits = limits.map(({ windowMs }, index) => {
    const sentAt = blocking[index];
    return sentAt ? Math.ceil((sentAt.getTime() + windowMs - now.getTime()) / 1_000) : 0;
  });
  return Math.max(0, ...waits);
}

/** True for the one send of a day that brings the spend to 80 % of the daily cap. */
export function reachesAlarm({ sendsToday, dailyCap }: { sendsToday: number; dailyCap: number }): boolean {
  return sendsToday === Math.ceil(dailyCap * ALARM_SHARE);
}
