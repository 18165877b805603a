/** The largest body of a call, in bytes, unless its record names another. */
export const BODY_BYTES = 32 * 1_024;
/** A thousand recipients with names of four bytes a letter. */
export const LIST_BYTES = 640 * 1_024;
export const ADDRESSES_BYTES = 256 * 1_024;
/** 20,000 characters of JSON in JSON. */
export const DETAILS_BYTES = 128 * 1_024;
export const PASSKEY_BYTES = 64 * 1_024;
