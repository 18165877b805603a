import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** What the keys of SESSION_SECRET are for: signs, codes and counts that are over within days. */
type Purpose = 'sign-in-jwt' | 'campaign-link' | 'sign-in-code' | 'human-check-1' | 'human-check-2' | 'sender';

/** A purpose never sees another purpose's key. */
type SessionKey = { key(purpose: Purpose): Buffer };

/** The key that signs, and in `verifying` the same and that of SESSION_SECRET_PREVIOUS: what was signed before holds. */
export type SessionKeys = SessionKey & { verifying: readonly SessionKey[] };

/** The first one signs. */
export function sessionKeysOf(secrets: readonly [string, ...string[]]): SessionKeys {
  const keyOf = (secret: string): SessionKey => ({ key: (purpose) => deriveKey(secret, purpose) });
  return { ...keyOf(secrets[0]), verifying: secrets.map(keyOf) };
}

export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'handsel', purpose, 32));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** For short secrets (codes): without the key the hash cannot be searched through. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
