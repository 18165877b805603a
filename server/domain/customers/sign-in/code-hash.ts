import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS } from '#contract/rules/limits.ts';
import { keyedHash, type SessionKeys } from '#server/platform/kernel/secrets.ts';

type Keyed = { secrets: SessionKeys };

/** Deliberately cheap: codes live five minutes, and checking one needs a key that is not in the database. */
const COST = { N: 4_096, r: 8, p: 1 };
const BYTES = 32;

export function createSignInCode(): string {
  return String(randomInt(0, 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** Returns 'salt:hash'. */
export async function hashCode({ secrets }: Keyed, code: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive({ key: secrets.key('sign-in-code'), code, salt });
  return `${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/** Compares in constant time, and also accepts hashes made with the previous SESSION_SECRET. */
export async function codeMatches(
  { secrets }: Keyed,
  { code, stored }: { code: string; stored: string },
): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split(':');
  const expected = Buffer.from(hash, 'base64url');
  for (const secret of secrets.verifying) {
    const derived = await derive({ key: secret.key('sign-in-code'), code, salt: Buffer.from(salt, 'base64url') });
    if (expected.length === derived.length && timingSafeEqual(expected, derived)) return true;
  }
  return false;
}

function derive({ key, code, salt }: { key: Buffer; code: string; salt: Buffer }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(keyedHash(key, code), salt, BYTES, COST, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
