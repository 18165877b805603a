import { createHmac } from 'node:crypto';
import type { CardKeyText } from '#server/platform/kernel/keys/card-keys.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { deriveKey } from '#server/platform/kernel/secrets.ts';
import type { BackupHeader } from './backup-format.ts';

export type Trust = {
  keys: readonly CardKeyText[];
  /** If true, also accepts unsigned files and files signed with unknown keys. */
  isUnsignedAllowed?: boolean;
};

export function signChecksum({ secret }: CardKeyText, checksum: string): string {
  return createHmac('sha256', deriveKey(secret, 'backup')).update(checksum).digest('hex');
}

/** Returns the key that signed the backup. Throws an operator error if the file cannot be trusted. */
export function findSigner({ signedBy }: BackupHeader, file: string, trust: Trust): CardKeyText | undefined {
  const key = trust.keys.find(({ id }) => id === signedBy);
  if (key || trust.isUnsignedAllowed) return key;
  const reason =
    signedBy === undefined
      ? `${file} has no signature: an older Handsel wrote it, or someone changed it.`
      : `${file} is signed with the card key "${signedBy}", which is not set here. Set CARD_KEYS to the value of that shop.`;
  const sentence = `${reason} If you know where the file comes from, restore it with --unsigned.`;
  throw operatorError({ code: 'backup-unsigned', sentence });
}
