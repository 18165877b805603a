import { randomBytes, randomInt } from 'node:crypto';
import { CODE_ALPHABET, CODE_DIGITS, checkCharacter } from '#contract/rules/gift-card/card-code.ts';
import { type CardKey, open, SESSION_KEY, type Secrets, seal } from '#server/platform/kernel/keys/card-keys.ts';
import { keyedHash, sha256 } from '#server/platform/kernel/secrets.ts';

/** `pass`: set only for a pass that cannot be derived from the link alone. */
export type CardSecrets = { code: string; pin: string | null; link: string; pass?: CardPass };

/** `id`: pass_id in the specification. `token`: proves that a device holds the pass. */
export type CardPass = { id: string; token: string };

type Keys = Pick<Secrets, 'cardKeys'>;

/** Returns a code of 75 random bits and a check character. */
export function createCode(): string {
  const digits = Array.from({ length: CODE_DIGITS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return digits + checkCharacter(digits);
}

export function createPublicId(prefix: 'gc' | 'gh' | 'gr'): string {
  const letters = Array.from({ length: 16 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return `${prefix}_${letters.toLowerCase()}`;
}

/** Returns the code in groups, such as ABCD-EFGH-JKMN-PQRS. */
export function showCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

export function createCardSecrets(options: { withPin: boolean }): CardSecrets {
  const pin = options.withPin ? String(randomInt(10_000)).padStart(4, '0') : null;
  return { code: createCode(), pin, link: randomBytes(18).toString('base64url') };
}

export function withNewSecrets(keys: Keys, sealed: string): SealedCard {
  return sealCard(keys, createCardSecrets({ withPin: openCard(keys, sealed).pin !== null }));
}

export type SealedCard = { sealed: string; codeHash: string; codeLast4: string; linkHash: string };

export function sealCard({ cardKeys }: Keys, card: CardSecrets): SealedCard {
  return {
    sealed: seal(cardKeys, JSON.stringify(card)),
    codeLast4: card.code.slice(-4),
    codeHash: hashCardCode(cardKeys[0], card.code),
    linkHash: sha256(card.link),
  };
}

export function openCard({ cardKeys }: Keys, sealed: string): CardSecrets {
  return JSON.parse(open(cardKeys, sealed).plain) as CardSecrets;
}

/** Re-encrypts with the current key; code, PIN, link and pass do not change. */
export function resealCard(keys: Keys, sealed: string): SealedCard {
  const card = openCard(keys, sealed);
  const pass = derivePass(keys, sealed);
  const isPassFromLink = keys.cardKeys[0].id !== SESSION_KEY && pass.id === derivePassFromLink(card.link).id;
  return sealCard(keys, isPassFromLink ? card : { ...card, pass });
}

/** Hashes with every key that may have encrypted the card, the current one first. */
export function codeHashes({ cardKeys }: Keys, code: string): string[] {
  return cardKeys.map((key) => hashCardCode(key, code));
}

const hashCardCode = (key: CardKey, code: string): string => keyedHash(key.hashes, code);

/**
 * Derives the pass one-way from the link, so that a new link gets a new pass. Uses none of the shop's keys, because
 * passes on phones outlive keys.
 */
export function derivePass({ cardKeys }: Keys, sealed: string): CardPass {
  const { plain, key } = open(cardKeys, sealed);
  const { link, pass } = JSON.parse(plain) as CardSecrets;
  return pass ?? (key.id === SESSION_KEY ? deriveLegacyPass(key, link) : derivePassFromLink(link));
}

function derivePassFromLink(link: string): CardPass {
  const key = Buffer.from(link);
  return { id: keyedHash(key, 'pass-id').slice(0, 32), token: keyedHash(key, 'pass-token') };
}

/** Derives passes as before CARD_KEYS existed. */
function deriveLegacyPass(key: CardKey, link: string): CardPass {
  const id = keyedHash(key.passIds, sha256(link)).slice(0, 32);
  return { id, token: keyedHash(key.passTokens, id) };
}
