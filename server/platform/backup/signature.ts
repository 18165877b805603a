import { createHmac } from 'node:crypto';
import type { CardKeyText } from '#server/platform/kernel/keys/card-keys.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { deriveKey } from '#server/platform/kernel/secrets.ts';
import type { BackupHeader } from './backup-format.ts';

/** Which backups a restore accepts. */
export type Trust = {
  /** The shop's card keys. One of them must have signed the file. */
  keys: readonly CardKeyText[];
  /** Also accepts a file without a signature, or with one whose key is not among `keys` */
  isUnsignedAllowed?: boolean;
};

/** Returns the HMAC-SHA-256 of a backup's checksum, in hexadecimal, under a key that is derived from a card key. */
export function signatureOf({ secret }: CardKeyText, checksum: string): string {
  return createHmac('sha256', deriveKey(secret, 'backup')).update(checksum).digest('hex');
}

/** Returns the key that a backup says it was signed with. Throws an operator error if the file cannot be trusted. */
export function signerOf({ signedBy }: BackupHeader, file: string, trust: Trust): CardKeyText | undefined {
  const key = trust.keys.find(({ id }) => id === signedBy);
  if (key || trust.isUnsignedAllowed) return key;
  const why =
    signedBy === undefined
      ? `${file} has no signature: an older Handsel wrote it, or somebody changed it.`
      : `${file} is signed with the card key "${signedBy}", which is not set here. Set CARD_KEYS as that shop has it.`;
  const sentence = `${why} If you know where the file comes from, --unsigned restores it all the same.`;
  throw operatorError({ code: 'backup-unsigned', sentence });
}
