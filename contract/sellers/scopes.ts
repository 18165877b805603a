/** What a seller's key may do at the counter. Every key lists the seller's redemptions. */
export const KEY_SCOPES = ['check', 'spend', 'reverse', 'money:read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scopes of a till, and of a key that was made without naming any */
export const COUNTER_SCOPES = ['check', 'spend', 'reverse'] as const satisfies readonly KeyScope[];
