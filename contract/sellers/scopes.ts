/** Every key may also list the seller's redemptions, without a scope. */
export const KEY_SCOPES = ['check', 'spend', 'reverse', 'money:read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Scopes that new keys and tills get by default. */
export const COUNTER_SCOPES = ['check', 'spend', 'reverse'] as const satisfies readonly KeyScope[];
