/** Claims older than this belong to crashed processes. */
export const CLAIM_MS = 120_000;
