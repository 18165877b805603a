import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every key of the shop, derived from one secret so that a purpose never sees another purpose's key. */
export type Secrets = {
  key(
    purpose:
      | 'sign-in-jwt'
      | 'campaign-link'
      | 'sign-in-code'
      | 'human-check-1'
      | 'human-check-2'
      | 'card-hash'
      | 'pass-id'
      | 'pass-token'
      | 'sender',
  ): Buffer;
  /** AES-256-GCM; the text comes back by open() only with the same secret and label. */
  seal(label: string, plain: string): string;
  open(label: string, sealed: string): string;
};

type SecretPlace = { dataDir: string; secret: string | undefined };

const secretFile = (dataDir: string): string => join(dataDir, 'session-secret');

/** False where readSecret would make a new secret, which no server has. */
export const hasSecret = ({ dataDir, secret }: SecretPlace): boolean =>
  Boolean(secret) || existsSync(secretFile(dataDir));

/** SESSION_SECRET when set, else one made once and kept in the data folder (never in production: settings reject). */
export async function readSecret(options: SecretPlace): Promise<string> {
  if (options.secret) return options.secret;
  const path = secretFile(options.dataDir);
  await mkdir(options.dataDir, { recursive: true });
  const made = randomBytes(48).toString('base64url');
  try {
    await writeFile(path, made, { flag: 'wx', mode: 0o600 });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(path, 'utf8')).trim();
  }
}

export function createSecrets(secret: string): Secrets {
  const derive = (info: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'handsel', info, 32));
  return {
    key: (purpose) => derive(purpose),
    seal(label, plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derive(`seal:${label}`), iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(label, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', derive(`seal:${label}`), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** For short secrets (codes): without the key the hash cannot be searched through. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
