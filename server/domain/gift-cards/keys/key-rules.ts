import {
  type CardKey,
  canOpen,
  deriveCardKey,
  deriveKeyCheck,
  SESSION_KEY,
  type Secrets,
} from '#server/platform/kernel/keys/card-keys.ts';
import type { GivenKeys } from '#server/platform/kernel/keys/key-files.ts';
import { deriveSessionKeys } from '#server/platform/kernel/secrets.ts';

/** `isNeeded`: a gift card is encrypted with this key. A lost key has an empty check value. */
type KnownKey = { keyId: string; checkValue: string; isNeeded: boolean };

/** `sample`: a card that names no key, or null once the database knows the key of such cards. */
export type KnownKeys = { knownKeys: readonly KnownKey[]; sample: string | null };

/** 'new': unknown to the database. 'missing': known, but not configured. 'lost': its cards were given up. */
type KeyState = 'right' | 'new' | 'wrong' | 'missing' | 'lost';
export type JudgedKey = { id: string; state: KeyState; isNeeded: boolean };

export type KeyJudgement = {
  keys: JudgedKey[];
  errors: string[];
  records: Omit<KnownKey, 'isNeeded'>[];
  secrets: Secrets;
};

export const SIGNING = 'SESSION_SECRET';

export function judgeKeys(givenKeys: GivenKeys, { knownKeys, sample }: KnownKeys): KeyJudgement {
  const findKnownKey = (id: string) => knownKeys.find(({ keyId }) => keyId === id);
  const former = resolveFormerKey(givenKeys, { row: findKnownKey(SESSION_KEY), sample });
  const [first, ...otherKeys] = givenKeys.cards;
  const cardKeys = [deriveCardKey(first), ...otherKeys.map(deriveCardKey), ...former.unnamed] as const;
  const signing = { id: SIGNING, check: deriveKeyCheck(givenKeys.session[0]) };
  const isKnown = givenKeys.session.some((secret) => deriveKeyCheck(secret) === findKnownKey(SIGNING)?.checkValue);
  const keys: JudgedKey[] = [
    { id: SIGNING, state: isKnown ? 'right' : findKnownKey(SIGNING) ? 'wrong' : 'new', isNeeded: false },
    ...cardKeys.map((key) => (key.id === SESSION_KEY ? former.judged : judgeKey(key, findKnownKey(key.id)))),
    ...(cardKeys.some(({ id }) => id === SESSION_KEY) ? [] : [former.judged]),
    ...knownKeys
      .filter(({ keyId }) => ![SIGNING, SESSION_KEY, ...givenKeys.cards.map(({ id }) => id)].includes(keyId))
      .map((row) => ({ id: row.keyId, state: absentState(row), isNeeded: row.isNeeded })),
  ];
  return {
    keys,
    errors: listKeyErrors(keys),
    records: [signing, ...cardKeys]
      .filter(({ id, check }) => findKnownKey(id)?.checkValue !== check)
      .map(({ id, check }) => ({ keyId: id, checkValue: check })),
    secrets: { ...deriveSessionKeys(givenKeys.session), cardKeys },
  };
}

function judgeKey({ id, check }: CardKey, row: KnownKey | undefined): JudgedKey {
  const state: KeyState = row === undefined ? 'new' : row.checkValue === check ? 'right' : 'wrong';
  return { id, state, isNeeded: row?.isNeeded ?? false };
}

const absentState = (row: KnownKey | undefined): KeyState => (row?.checkValue === '' ? 'lost' : 'missing');

type Former = { row: KnownKey | undefined; sample: string | null };

/**
 * Returns the key for cards without a key id: SESSION_SECRET, unless CARD_KEYS names a key for them. Until the database
 * knows this key, chooses the one that decrypts `sample`.
 */
function resolveFormerKey({ session, cards }: GivenKeys, { row, sample }: Former) {
  const named = cards.filter(({ id }) => id === SESSION_KEY);
  const candidates = (named.length > 0 ? named : session.map((secret) => ({ id: SESSION_KEY, secret }))).map(
    deriveCardKey,
  );
  const key = candidates.find((candidate) =>
    row ? candidate.check === row.checkValue : sample === null || canOpen([candidate], sample),
  );
  const isNeeded = row?.isNeeded ?? sample !== null;
  const state = key ? (row ? 'right' : 'new') : named.length > 0 ? 'wrong' : absentState(row);
  const judged: JudgedKey = { id: SESSION_KEY, state, isNeeded };
  return { judged, unnamed: key && named.length === 0 ? [key] : [] };
}

function listKeyErrors(keys: readonly JudgedKey[]): string[] {
  const errors = keys.flatMap((key) => describeKeyError(key) ?? []);
  const ownKeys = keys.filter(({ id }) => id !== SIGNING && id !== SESSION_KEY);
  const strangers = ownKeys.filter(({ state }) => state === 'missing').map(({ id }) => `"${id}"`);
  if (errors.length > 0 || strangers.length === 0 || ownKeys.some(({ state }) => state === 'right')) return errors;
  return [
    `The gift cards in this database use keys that this shop does not have: ${strangers.join(', ')}. ` +
      'Set CARD_KEYS or DATA_DIR as the shop of this database has them.',
  ];
}

function describeKeyError({ id, state, isNeeded }: JudgedKey): string | null {
  if (state !== 'wrong' && !(state === 'missing' && isNeeded)) return null;
  if (id === SIGNING) {
    return (
      'SESSION_SECRET differs from the one this database has used. Set that one, or set DATA_DIR to its folder. ' +
      'To change it, set the former one as SESSION_SECRET_PREVIOUS. If it is lost: npm run keys -- remove SESSION_SECRET.'
    );
  }
  if (id === SESSION_KEY) {
    return (
      'Gift cards in this database that name no key are encrypted with a different SESSION_SECRET. Set that one ' +
      'as SESSION_SECRET_PREVIOUS, or append it to CARD_KEYS as session:... . ' +
      'If it is lost for good: npm run keys -- remove session --lost.'
    );
  }
  if (state === 'wrong') {
    return (
      `The secret of the key "${id}" in CARD_KEYS differs from the one this database has used. ` +
      'Set that one. A new secret needs a new id.'
    );
  }
  return (
    `Gift cards in this database are encrypted with the key "${id}", which CARD_KEYS (else the file card-keys in DATA_DIR) ` +
    'does not have. Append it until npm run keys -- reseal has re-encrypted them. ' +
    `If it is lost for good: npm run keys -- remove ${id} --lost.`
  );
}
