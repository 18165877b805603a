import { describe, expect, it } from 'vitest';
import { deriveCardKey } from '#server/platform/kernel/keys/card-keys.ts';
import {
  codeHashes,
  createCardSecrets,
  createCode,
  derivePass,
  openCard,
  resealCard,
  sealCard,
} from './card-secrets.ts';

const createKey = (id: string) => deriveCardKey({ id, secret: `the secret of ${id}, long enough for it` });

it('generates no duplicate among ten thousand card codes', () => {
  expect(new Set(Array.from({ length: 10_000 }, createCode)).size).toBe(10_000);
});

describe('card secrets at rest', () => {
  const keys = { cardKeys: [createKey('k1')] } as const;
  const both = { cardKeys: [createKey('k2'), createKey('k1')] } as const;

  it('decrypts card secrets only with the same key', () => {
    const card = createCardSecrets({ withPin: true });
    const sealedCard = sealCard(keys, card);
    expect(openCard(keys, sealedCard.sealed)).toEqual(card);
    expect(() => openCard({ cardKeys: [createKey('k2')] }, sealedCard.sealed)).toThrow(
      '"k1", which this shop does not have',
    );
    const text = JSON.stringify(sealedCard);
    for (const plain of [card.code, card.link]) expect(text).not.toContain(plain);
  });

  it('keeps card secrets unchanged when they are re-encrypted, and finds the code by either hash', () => {
    const card = createCardSecrets({ withPin: true });
    const sealedCard = sealCard(keys, card);
    const anew = resealCard(both, sealedCard.sealed);
    expect(openCard(both, anew.sealed)).toEqual(card);
    expect(anew.linkHash).toBe(sealedCard.linkHash);
    expect(codeHashes(both, card.code)).toEqual([anew.codeHash, sealedCard.codeHash]);
    expect(anew.codeHash).not.toBe(sealedCard.codeHash);
  });

  it.each([
    ['session', 'k1', 'session'],
    ['k1', 'session', 'k1'],
    ['session', 'k1', 'k2'],
  ])('keeps the wallet pass when re-encrypting from %s through %s to %s', (...ids) => {
    const [from, middle, to] = ids.map(createKey);
    if (!from || !middle || !to) throw new Error('Three are named.');
    const { sealed } = sealCard({ cardKeys: [from] }, createCardSecrets({ withPin: false }));
    const before = derivePass({ cardKeys: [from] }, sealed);
    const resealedOnce = resealCard({ cardKeys: [middle, from] }, sealed).sealed;
    const twice = resealCard({ cardKeys: [to, middle] }, resealedOnce).sealed;
    expect([resealedOnce, twice].map((text) => derivePass({ cardKeys: [middle, to] }, text))).toEqual([before, before]);
    expect(before.id).toMatch(/^[0-9a-f]{32}$/);
    expect(before.token).toMatch(/^[0-9a-f]{64}$/);
  });

  it('creates a four-digit PIN only when the seller wants one', () => {
    expect(createCardSecrets({ withPin: true }).pin).toMatch(/^\d{4}$/);
    expect(createCardSecrets({ withPin: false }).pin).toBeNull();
  });
});
