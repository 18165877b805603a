import { randomBytes, randomInt } from 'node:crypto';
import { CODE_ALPHABET, CODE_DIGITS, checkCharacter } from '#contract/rules/gift-card/card-code.ts';
import { keyedHash, type Secrets, sha256 } from '../../kernel/secrets.ts';

export type CardSecrets = { code: string; pin: string | null; link: string };

/** Sixteen characters, 75 random bits and one check character, from a cryptographic source. */
export function newCode(): string {
  const digits = Array.from({ length: CODE_DIGITS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return digits + checkCharacter(digits);
}

/** 'gc_' and sixteen letters: random, so that it reveals nothing and cannot be guessed. */
export function newPublicId(prefix: 'gc' | 'gh' | 'gr'): string {
  const letters = Array.from({ length: 16 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return `${prefix}_${letters.toLowerCase()}`;
}

/** ABCD-EFGH-JKMN-PQRS */
export function showCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

export function newCardSecrets(options: { withPin: boolean }): CardSecrets {
  const pin = options.withPin ? String(randomInt(10_000)).padStart(4, '0') : null;
  return { code: newCode(), pin, link: randomBytes(18).toString('base64url') };
}

/** The same card with a new code, PIN and link: the old ones stop working. */
export function withNewSecrets(secrets: Secrets, sealed: string): SealedCard {
  return sealCard(secrets, newCardSecrets({ withPin: openCard(secrets, sealed).pin !== null }));
}

const LABEL = 'gift-card';

type SealedCard = { sealed: string; codeHash: string; codeLast4: string; linkHash: string };

/** At rest: sealed for showing the card to who holds the link, hashed for finding it. */
export function sealCard(secrets: Secrets, card: CardSecrets): SealedCard {
  return {
    sealed: secrets.seal(LABEL, JSON.stringify(card)),
    codeLast4: card.code.slice(-4),
    codeHash: keyedHash(secrets.key('card-hash'), card.code),
    linkHash: sha256(card.link),
  };
}

export function openCard(secrets: Secrets, sealed: string): CardSecrets {
  return JSON.parse(secrets.open(LABEL, sealed)) as CardSecrets;
}
