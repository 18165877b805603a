import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../kernel/secrets.ts';
import { newCardSecrets, newCode, openCard, readCode, sealCard, showCode } from './card-secrets.ts';

describe('a card code', () => {
  test('reads back in any spelling a person may give it', () => {
    for (let round = 0; round < 200; round += 1) {
      const code = newCode();
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(readCode(showCode(code).toLowerCase())).toBe(code);
      expect(readCode(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(code);
    }
  });

  test('is rejected with any one character wrong', () => {
    const code = newCode();
    const alphabet = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
    // The check character itself has 31 of the 32 values, so one of its mistakes is caught by the hash alone.
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14 }), fc.constantFrom(...alphabet), (place, other) => {
        fc.pre(code[place] !== other && Math.abs(alphabet.indexOf(code[place] ?? '') - alphabet.indexOf(other)) !== 31);
        expect(readCode(code.slice(0, place) + other + code.slice(place + 1))).toBeNull();
      }),
    );
  });

  test('never repeats in ten thousand', () => {
    expect(new Set(Array.from({ length: 10_000 }, newCode)).size).toBe(10_000);
  });
});

describe('the secrets of a card at rest', () => {
  const secrets = createSecrets('one secret for these tests, long enough');

  test('come back with the same key only', () => {
    const card = newCardSecrets({ withPin: true });
    const kept = sealCard(secrets, card);
    expect(openCard(secrets, kept.sealed)).toEqual(card);
    expect(() => openCard(createSecrets('another secret for these tests, longer'), kept.sealed)).toThrow();
    const text = JSON.stringify(kept);
    for (const plain of [card.code, card.link]) expect(text).not.toContain(plain);
  });

  test('have a PIN of four digits only where the seller wants one', () => {
    expect(newCardSecrets({ withPin: true }).pin).toMatch(/^\d{4}$/);
    expect(newCardSecrets({ withPin: false }).pin).toBeNull();
  });
});
