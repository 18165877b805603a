export const GIFTS_WINDOW_MS = 24 * 3_600_000;

/** `limitDollars`: 0 means no limit. */
export const exceeds = (cents: number, limitDollars: number): boolean => limitDollars > 0 && cents > limitDollars * 100;
