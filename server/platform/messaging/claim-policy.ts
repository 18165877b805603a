/** Older claims belong to crashed processes. */
export const CLAIM_MS = 120_000;
