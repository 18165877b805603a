import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../kernel/secrets.ts';
import { newCardSecrets, newCode, openCard, sealCard } from './card-secrets.ts';

test('a new code is none of the ten thousand before', () => {
  expect(new Set(Array.from({ length: 10_000 }, newCode)).size).toBe(10_000);
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
