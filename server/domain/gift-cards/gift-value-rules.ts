/** Gift cards count towards the limits on their value for so long. */
export const GIFTS_WINDOW_MS = 24 * 3_600_000;

/** Whether cents are more than a limit in dollars; 0 is no limit. */
export const exceeds = (cents: number, limitDollars: number): boolean => limitDollars > 0 && cents > limitDollars * 100;
