/** A claim older than this belongs to a process that died while it was sending. */
export const CLAIM_MS = 120_000;
