import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, type SessionKeys } from '../secrets.ts';

export type CardKeyText = { id: string; secret: string };

export type CardKey = {
  id: string;
  /** Identifies the key without revealing it. */
  check: string;
  seals: Buffer;
  hashes: Buffer;
  /** Only for wallet passes issued before pass ids were derived from the link alone. */
  passIds: Buffer;
  passTokens: Buffer;
};

/** The first key encrypts; every key decrypts. */
export type CardKeys = readonly [CardKey, ...CardKey[]];
export type Secrets = SessionKeys & { cardKeys: CardKeys };

/** The key derived from SESSION_SECRET before CARD_KEYS existed. Texts encrypted with it name no key. */
export const SESSION_KEY = 'session';

export function deriveCardKey({ id, secret }: CardKeyText): CardKey {
  return {
    id,
    check: deriveKeyCheck(secret),
    seals: deriveKey(secret, 'seal:gift-card'),
    hashes: deriveKey(secret, 'card-hash'),
    passIds: deriveKey(secret, 'pass-id'),
    passTokens: deriveKey(secret, 'pass-token'),
  };
}

export const deriveKeyCheck = (secret: string): string => deriveKey(secret, 'check').toString('base64url');

/** Encrypts with AES-256-GCM. The result starts with the key's id and a full stop. */
export function seal([key]: CardKeys, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.seals, iv);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const text = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  return key.id === SESSION_KEY ? text : `${key.id}.${text}`;
}

export function readSealingKeyId(sealed: string): string {
  const end = sealed.indexOf('.');
  return end < 0 ? SESSION_KEY : sealed.slice(0, end);
}

/** Throws for an unknown key or a changed text. */
export function open(keys: readonly CardKey[], sealed: string): { plain: string; key: CardKey } {
  const id = readSealingKeyId(sealed);
  const key = keys.find((candidate) => candidate.id === id);
  if (!key) throw new Error(`A gift card is encrypted with the key "${id}", which this shop does not have.`);
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.seals, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  return { plain, key };
}

export function canOpen(keys: readonly CardKey[], sealed: string): boolean {
  try {
    open(keys, sealed);
    return true;
  } catch {
    return false;
  }
}

const KEY = /^(?<id>[a-z0-9][a-z0-9-]{0,19}):(?<secret>[^,]{32,})$/;

/** Parses 'id:secret,id:secret'. Returns an error message if invalid. */
export function readCardKeys(text: string): [CardKeyText, ...CardKeyText[]] | string {
  const keys: CardKeyText[] = [];
  for (const part of text.trim().split(/\s*,\s*/)) {
    const { id = '', secret = '' } = KEY.exec(part)?.groups ?? {};
    if (id === '') return WRONG;
    if (keys.some((key) => key.id === id)) return `names the key "${id}" twice`;
    keys.push({ id, secret });
  }
  const [first, ...rest] = keys;
  return first ? [first, ...rest] : WRONG;
}

const WRONG =
  'must be an id of lowercase letters and digits, a colon and a secret of at least 32 characters without commas, such as ' +
  'k1:... (openssl rand -base64 48 makes a secret); separate several keys with commas';

export const formatCardKeys = (keys: readonly CardKeyText[]): string =>
  keys.map(({ id, secret }) => `${id}:${secret}`).join(',');

export function createCardKey(): CardKeyText {
  return { id: `k${randomBytes(3).toString('hex')}`, secret: randomBytes(48).toString('base64url') };
}
