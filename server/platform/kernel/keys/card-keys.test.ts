import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CardKeyText,
  cardKeyOf,
  open,
  opens,
  readCardKeys,
  seal,
  sealingKeyOf,
  writtenKeys,
} from './card-keys.ts';

const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,19}$/).filter((text) => text !== 'session');
const secret = fc.stringMatching(/^[!-+\--~]{32,64}$/);
const ring = fc.uniqueArray(fc.record({ id, secret }), {
  selector: (key) => key.id,
  minLength: 1,
  maxLength: 5,
}) as fc.Arbitrary<[CardKeyText, ...CardKeyText[]]>;
const keysOf = ([first, ...others]: [CardKeyText, ...CardKeyText[]]) =>
  [cardKeyOf(first), ...others.map(cardKeyOf)] as const;

describe('a ring of keys', () => {
  it('opens what any of its keys has sealed, in whichever order they stand, and says which', () => {
    fc.assert(
      fc.property(ring, fc.string(), fc.infiniteStream(fc.nat()), (texts, plain, order) => {
        const keys = keysOf(texts);
        const sealed = seal(keys, plain);
        const shuffled = keys.map((key) => [order.next().value, key] as const).sort(([a], [b]) => a - b);
        const opened = open(
          shuffled.map(([, key]) => key),
          sealed,
        );
        expect([opened.plain, opened.key.id, sealingKeyOf(sealed)]).toEqual([plain, texts[0].id, texts[0].id]);
      }),
    );
  });

  it('opens nothing without the key that sealed it, and nothing with another secret under the same id', () => {
    fc.assert(
      fc.property(ring, secret, fc.string(), ([first, ...others], other, plain) => {
        fc.pre(other !== first.secret);
        const sealed = seal([cardKeyOf(first)], plain);
        expect(opens(others.map(cardKeyOf), sealed)).toBe(false);
        expect(opens([cardKeyOf({ ...first, secret: other })], sealed)).toBe(false);
      }),
    );
  });

  it('opens nothing that was changed, wherever', () => {
    fc.assert(
      fc.property(ring, fc.string(), fc.nat(), fc.nat({ max: 61 }), (texts, plain, at, to) => {
        const sealed = seal(keysOf(texts), plain);
        const place = at % sealed.length;
        const letter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'[to];
        const changed = sealed.slice(0, place) + letter + sealed.slice(place + 1);
        // The last letter of base64 has bits that count for nothing.
        fc.pre(changed !== sealed && place < sealed.length - 1);
        expect(opens(keysOf(texts), changed)).toBe(false);
      }),
    );
  });

  it('is written as it is read', () => {
    fc.assert(
      fc.property(ring, (texts) => {
        expect(readCardKeys(writtenKeys(texts))).toEqual(texts);
      }),
    );
  });

  it('tells a key again by its check value, which differs for each secret and from all that it derives', () => {
    fc.assert(
      fc.property(secret, secret, (one, other) => {
        fc.pre(one !== other);
        const [key, again, another] = [one, one, other].map((text) => cardKeyOf({ id: 'k1', secret: text }));
        expect(again?.check).toBe(key?.check);
        expect(another?.check).not.toBe(key?.check);
        const derived = [key?.seals, key?.hashes].map((part) => part?.toString('base64url'));
        expect(derived).not.toContain(key?.check);
      }),
    );
  });
});

it('what the release before CARD_KEYS sealed opens with the key of its SESSION_SECRET, and is written so by it', () => {
  const SECRET = 'the one secret of the release before';
  const iv = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', SECRET, 'handsel', 'seal:gift-card', 32));
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update('plain', 'utf8'), cipher.final()]);
  const before = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  const session = cardKeyOf({ id: 'session', secret: SECRET });
  const others = keysOf([{ id: 'k1', secret: 'another secret than the one before' }]);
  expect(open([...others, session], before)).toMatchObject({ plain: 'plain', key: { id: 'session' } });
  expect(seal([session], 'plain')).toMatch(/^[\w-]{44,60}$/);
});

it.each([
  ['', 'takes an id'],
  ['k1', 'takes an id'],
  ['k1:short', 'takes an id'],
  [`K1:${'x'.repeat(32)}`, 'takes an id'],
  [`k1:${'x'.repeat(32)},`, 'takes an id'],
  [`k1:${'x'.repeat(32)}, k1:${'y'.repeat(32)}`, 'names the key "k1" twice'],
])('wrong keys are named without what is secret of them: %s', (text, words) => {
  const error = readCardKeys(text);
  expect(error).toContain(words);
  expect(error).not.toContain('xxxx');
});
