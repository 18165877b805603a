/** Whole seconds until `until`, never below 0. Both in ms. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

const LONG_S = 90;

/** A wait as people say it: whole minutes; 0 where seconds say it better. */
export const minutesOfWait = (seconds: number): number => (seconds > LONG_S ? Math.ceil(seconds / 60) : 0);
