import { describe, expect, it } from 'vitest';
import { cardKeyOf } from '#server/platform/kernel/keys/card-keys.ts';
import { codeHashes, newCardSecrets, newCode, openCard, passOf, resealCard, sealCard } from './card-secrets.ts';

const keyOf = (id: string) => cardKeyOf({ id, secret: `the secret of ${id}, long enough for it` });

it('generates no duplicate among ten thousand card codes', () => {
  expect(new Set(Array.from({ length: 10_000 }, newCode)).size).toBe(10_000);
});

describe('card secrets at rest', () => {
  const keys = { cardKeys: [keyOf('k1')] } as const;
  const both = { cardKeys: [keyOf('k2'), keyOf('k1')] } as const;

  it('decrypts card secrets only with the same key', () => {
    const card = newCardSecrets({ withPin: true });
    const sealedCard = sealCard(keys, card);
    expect(openCard(keys, sealedCard.sealed)).toEqual(card);
    expect(() => openCard({ cardKeys: [keyOf('k2')] }, sealedCard.sealed)).toThrow(
      '"k1", which this shop does not have',
    );
    const text = JSON.stringify(sealedCard);
    for (const plain of [card.code, card.link]) expect(text).not.toContain(plain);
  });

  it('keeps card secrets unchanged when they are re-encrypted, and finds the code by either hash', () => {
    const card = newCardSecrets({ withPin: true });
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
    const [from, middle, to] = ids.map(keyOf);
    if (!from || !middle || !to) throw new Error('Three are named.');
    const { sealed } = sealCard({ cardKeys: [from] }, newCardSecrets({ withPin: false }));
    const before = passOf({ cardKeys: [from] }, sealed);
    const once = resealCard({ cardKeys: [middle, from] }, sealed).sealed;
    const twice = resealCard({ cardKeys: [to, middle] }, once).sealed;
    expect([once, twice].map((text) => passOf({ cardKeys: [middle, to] }, text))).toEqual([before, before]);
    expect(before.id).toMatch(/^[0-9a-f]{32}$/);
    expect(before.token).toMatch(/^[0-9a-f]{64}$/);
  });

  it('creates a four-digit PIN only when the seller wants one', () => {
    expect(newCardSecrets({ withPin: true }).pin).toMatch(/^\d{4}$/);
    expect(newCardSecrets({ withPin: false }).pin).toBeNull();
  });
});
