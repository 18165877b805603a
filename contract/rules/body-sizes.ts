/** Default limit of a request body, in bytes. */
export const BODY_BYTES = 32 * 1_024;
/** Enough for 1,000 recipients with four-byte letters. */
export const LIST_BYTES = 640 * 1_024;
export const ADDRESSES_BYTES = 256 * 1_024;
/** Enough for 20,000 characters of JSON inside JSON. */
export const DETAILS_BYTES = 128 * 1_024;
export const PASSKEY_BYTES = 64 * 1_024;
