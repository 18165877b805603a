/** Takes times in milliseconds. Never returns less than 0. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

const LONG_S = 90;

/** Returns 0 if the wait is better shown in seconds. */
export const toWaitMinutes = (seconds: number): number => (seconds > LONG_S ? Math.ceil(seconds / 60) : 0);
