import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS } from '#contract/rules/limits.ts';
import { keyedHash, type Secrets } from '../../kernel/secrets.ts';

type Keyed = { secrets: Pick<Secrets, 'key'> };

/** Small on purpose: a code lives five minutes and the key, which is not in the database, guards it as well. */
const COST = { N: 4_096, r: 8, p: 1 };
const BYTES = 32;

/** Six digits, every one of the million equally likely. */
export function newCode(): string {
  return String(randomInt(0, 10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** 'salt:hash' for the database. */
export async function hashCode({ secrets }: Keyed, code: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive({ secrets, code, salt });
  return `${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/** Compares in constant time. */
export async function codeMatches(
  { secrets }: Keyed,
  { code, stored }: { code: string; stored: string },
): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split(':');
  const derived = await derive({ secrets, code, salt: Buffer.from(salt, 'base64url') });
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function derive({
  secrets,
  code,
  salt,
}: {
  secrets: Pick<Secrets, 'key'>;
  code: string;
  salt: Buffer;
}): Promise<Buffer> {
  const keyed = keyedHash(secrets.key('sign-in-code'), code);
  return new Promise((resolve, reject) => {
    scrypt(keyed, salt, BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
