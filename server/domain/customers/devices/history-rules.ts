/** Age at which a new device or passkey may use saved cards. */
export const HISTORY_MS = 24 * 3_600_000;
