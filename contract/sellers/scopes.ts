/** Every key may also list redemptions. */
export const KEY_SCOPES = ['check', 'spend', 'reverse', 'money:read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Default for new keys and tills */
export const COUNTER_SCOPES = ['check', 'spend', 'reverse'] as const satisfies readonly KeyScope[];
