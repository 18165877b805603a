import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** Keys for signatures, codes and counts that expire within days. */
type Purpose = 'sign-in-jwt' | 'campaign-link' | 'sign-in-code' | 'human-check-1' | 'human-check-2' | 'sender';

type SessionKey = { key(purpose: Purpose): Buffer };

/** `verifying` also includes the key from SESSION_SECRET_PREVIOUS. */
export type SessionKeys = SessionKey & { verifying: readonly SessionKey[] };

/** Signs with the first secret and verifies with all of them. */
export function deriveSessionKeys(secrets: readonly [string, ...string[]]): SessionKeys {
  const buildSessionKey = (secret: string): SessionKey => ({ key: (purpose) => deriveKey(secret, purpose) });
  return { ...buildSessionKey(secrets[0]), verifying: secrets.map(buildSessionKey) };
}

export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'handsel', purpose, 32));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Use this for short codes, which could be guessed from a plain hash. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
