/** From then on a device, or a passkey, that was new to an account is trusted with its saved cards. */
export const HISTORY_MS = 24 * 3_600_000;
