import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CardKeyText,
  canOpen,
  deriveCardKey,
  formatCardKeys,
  open,
  readCardKeys,
  readSealingKeyId,
  seal,
} from './card-keys.ts';

const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,19}$/).filter((text) => text !== 'session');
const secret = fc.stringMatching(/^[!-+\--~]{32,64}$/);
const ring = fc.uniqueArray(fc.record({ id, secret }), {
  selector: (key) => key.id,
  minLength: 1,
  maxLength: 5,
}) as fc.Arbitrary<[CardKeyText, ...CardKeyText[]]>;
const deriveKeys = ([first, ...rest]: [CardKeyText, ...CardKeyText[]]) =>
  [deriveCardKey(first), ...rest.map(deriveCardKey)] as const;

describe('card key ring', () => {
  it('decrypts texts encrypted with any of the given keys, in any order, and names the key', () => {
    fc.assert(
      fc.property(ring, fc.string(), fc.infiniteStream(fc.nat()), (texts, plain, order) => {
        const keys = deriveKeys(texts);
        const sealed = seal(keys, plain);
        const shuffled = keys.map((key) => [order.next().value, key] as const).sort(([a], [b]) => a - b);
        const opened = open(
          shuffled.map(([, key]) => key),
          sealed,
        );
        expect([opened.plain, opened.key.id, readSealingKeyId(sealed)]).toEqual([plain, texts[0].id, texts[0].id]);
      }),
    );
  });

  it('decrypts nothing without the key that encrypted the text, or with another secret under its id', () => {
    fc.assert(
      fc.property(ring, secret, fc.string(), ([first, ...rest], other, plain) => {
        fc.pre(other !== first.secret);
        const sealed = seal([deriveCardKey(first)], plain);
        expect(canOpen(rest.map(deriveCardKey), sealed)).toBe(false);
        expect(canOpen([deriveCardKey({ ...first, secret: other })], sealed)).toBe(false);
      }),
    );
  });

  it('rejects an encrypted text if any character was changed', () => {
    fc.assert(
      fc.property(ring, fc.string(), fc.nat(), fc.nat({ max: 61 }), (texts, plain, position, to) => {
        const sealed = seal(deriveKeys(texts), plain);
        const place = position % sealed.length;
        const letter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'[to];
        const changed = sealed.slice(0, place) + letter + sealed.slice(place + 1);
        // Skips the last base64 character, which has unused bits.
        fc.pre(changed !== sealed && place < sealed.length - 1);
        expect(canOpen(deriveKeys(texts), changed)).toBe(false);
      }),
    );
  });

  it('reads back card keys in the format that it writes', () => {
    fc.assert(
      fc.property(ring, (texts) => {
        expect(readCardKeys(formatCardKeys(texts))).toEqual(texts);
      }),
    );
  });

  it('recognises a key by its check value, which differs per secret and from all derived keys', () => {
    fc.assert(
      fc.property(secret, secret, (first, other) => {
        fc.pre(first !== other);
        const [key, sameKey, another] = [first, first, other].map((text) => deriveCardKey({ id: 'k1', secret: text }));
        expect(sameKey?.check).toBe(key?.check);
        expect(another?.check).not.toBe(key?.check);
        const derived = [key?.seals, key?.hashes].map((part) => part?.toString('base64url'));
        expect(derived).not.toContain(key?.check);
      }),
    );
  });
});

it('reads and writes texts of releases before CARD_KEYS with the key derived from their SESSION_SECRET', () => {
  const SECRET = 'the one secret of the release before';
  const iv = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', SECRET, 'handsel', 'seal:gift-card', 32));
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update('plain', 'utf8'), cipher.final()]);
  const before = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  const session = deriveCardKey({ id: 'session', secret: SECRET });
  const otherKeys = deriveKeys([{ id: 'k1', secret: 'another secret than the one before' }]);
  expect(open([...otherKeys, session], before)).toMatchObject({ plain: 'plain', key: { id: 'session' } });
  expect(seal([session], 'plain')).toMatch(/^[\w-]{44,60}$/);
});

it.each([
  ['', 'must be an id'],
  ['k1', 'must be an id'],
  ['k1:short', 'must be an id'],
  [`K1:${'x'.repeat(32)}`, 'must be an id'],
  [`k1:${'x'.repeat(32)},`, 'must be an id'],
  [`k1:${'x'.repeat(32)}, k1:${'y'.repeat(32)}`, 'names the key "k1" twice'],
])('reports invalid keys without revealing their secrets: %s', (text, words) => {
  const error = readCardKeys(text);
  expect(error).toContain(words);
  expect(error).not.toContain('xxxx');
});
