import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorError } from '../operator-error.ts';
import { type CardKeyText, createCardKey, formatCardKeys, readCardKeys } from './card-keys.ts';

export type KeySettings = {
  DATA_DIR: string;
  SESSION_SECRET?: string | undefined;
  SESSION_SECRET_PREVIOUS?: string | undefined;
  CARD_KEYS?: [CardKeyText, ...CardKeyText[]] | undefined;
};

/** The first key of each list signs or encrypts. */
export type GivenKeys = { session: [string, ...string[]]; cards: [CardKeyText, ...CardKeyText[]] };

const sessionFile = (dataDir: string): string => join(dataDir, 'session-secret');
export const cardKeysFile = (dataDir: string): string => join(dataDir, 'card-keys');

/** Returns the settings without which readKeys() would generate a key that no server has. */
export function listMissingKeys({ DATA_DIR, SESSION_SECRET, CARD_KEYS }: KeySettings): string[] {
  return [
    ...(SESSION_SECRET || existsSync(sessionFile(DATA_DIR)) ? [] : ['SESSION_SECRET']),
    ...(CARD_KEYS || existsSync(cardKeysFile(DATA_DIR)) ? [] : ['CARD_KEYS']),
  ];
}

/** Generates and stores a secret if none is set, but never in production. */
export async function readSessionSecrets(settings: KeySettings): Promise<GivenKeys['session']> {
  const { DATA_DIR, SESSION_SECRET, SESSION_SECRET_PREVIOUS } = settings;
  const newSecret = randomBytes(48).toString('base64url');
  const present = SESSION_SECRET ?? (await readOrWrite(sessionFile(DATA_DIR), newSecret));
  return SESSION_SECRET_PREVIOUS ? [present, SESSION_SECRET_PREVIOUS] : [present];
}

/** Unlike readKeys(), never generates a key. */
export async function readExistingCardKeys({ CARD_KEYS, DATA_DIR }: KeySettings): Promise<readonly CardKeyText[]> {
  if (CARD_KEYS) return CARD_KEYS;
  const file = cardKeysFile(DATA_DIR);
  return existsSync(file) ? parseCardKeysFile(file, await readFile(file, 'utf8')) : [];
}

/** Reads all keys; generates missing keys and stores them in the data folder. */
export async function readKeys(settings: KeySettings): Promise<GivenKeys> {
  return { session: await readSessionSecrets(settings), cards: await readSealingKeys(settings) };
}

/** Reads or generates only the card keys, for code without sessions or links. */
export async function readSealingKeys({ CARD_KEYS, DATA_DIR }: KeySettings): Promise<GivenKeys['cards']> {
  if (CARD_KEYS) return CARD_KEYS;
  const file = cardKeysFile(DATA_DIR);
  return parseCardKeysFile(file, await readOrWrite(file, formatCardKeys([createCardKey()])));
}

function parseCardKeysFile(file: string, text: string): GivenKeys['cards'] {
  const keys = readCardKeys(text);
  if (typeof keys === 'string') throw operatorError({ code: 'card-keys', sentence: `${file} is invalid: it ${keys}.` });
  return keys;
}

export async function writeCardKeys(dataDir: string, keys: readonly CardKeyText[]): Promise<void> {
  const file = cardKeysFile(dataDir);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, formatCardKeys(keys), { flag: 'wx', mode: 0o600 });
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw operatorError({
      code: 'card-keys',
      sentence: `${file} cannot be written (${(cause as Error).message}).`,
      cause,
    });
  }
}

const TRIES = 50;

async function readOrWrite(path: string, content: string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (let tries = 1; ; tries += 1) {
    const text = (await readFile(path, 'utf8')).trim();
    if (text !== '') return text;
    // Waits, because another server may be writing the file.
    if (tries === TRIES) throw operatorError({ code: 'empty-secret', sentence: `${path} is empty. Restore it.` });
    await sleep(20);
  }
}
