import { expect, it } from 'vitest';
import type { CardOnCart } from '#contract/cart/gift-card-tender.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { onCart, ownCard } from '#gallery/fixtures/spending.ts';
import { giftRows } from './gift-rows.ts';

const LAMPLIGHT = new Set([sellers.lamplight.name]);
const [a, b] = [ownCard(), ownCard({ id: 2, value: 60 })];
const cardOnCart = (card: typeof a, change: Partial<CardOnCart> = {}): CardOnCart => ({
  ...onCart(card, 10),
  ...change,
});
const listIds = (rows: ReturnType<typeof giftRows>) => rows.map(({ publicId }) => publicId);
const listFirstCandidates = (rows: ReturnType<typeof giftRows>) =>
  rows.filter(({ canBeFirst }) => canBeFirst).map((row) => row.publicId);

it('offers only gift cards that are live or frozen, have a balance and belong to a seller in the cart', () => {
  const ownCards = [
    a,
    ownCard({ id: 3, seller: sellers.far }),
    ownCard({ id: 4, balance: 0 }),
    ownCard({ id: 5, state: 'frozen' }),
    ownCard({ id: 6, state: 'expired' }),
    ownCard({ id: 7, state: 'void' }),
  ];
  expect(listIds(giftRows({ ownCards: ownCards, onCart: [], sellers: LAMPLIGHT }))).toEqual(['gc_1', 'gc_5']);
});

it("lists the customer's own gift cards first, and keeps an applied card in its place when it is used up", () => {
  const spentUp = { ...b, balance: 0 };
  const rows = giftRows({
    ownCards: [a, spentUp],
    onCart: [cardOnCart(ownCard({ id: 9 })), cardOnCart(spentUp)],
    sellers: new Set(),
  });
  expect(rows.map(({ publicId, ownCard: card, onCart: on }) => [publicId, card !== null, on !== null])).toEqual([
    ['gc_2', true, true],
    ['gc_9', false, true],
  ]);
});

it('lets a gift card go first only when another card of the same seller is spent before it', () => {
  const knownCards = { ownCards: [a, b], sellers: LAMPLIGHT };
  expect(listFirstCandidates(giftRows({ ...knownCards, onCart: [cardOnCart(a), cardOnCart(b)] }))).toEqual(['gc_2']);
  expect(listFirstCandidates(giftRows({ ...knownCards, onCart: [cardOnCart(a)] }))).toEqual([]);
  expect(
    listFirstCandidates(giftRows({ ...knownCards, onCart: [cardOnCart(a, { usable: false }), cardOnCart(b)] })),
  ).toEqual([]);
  expect(
    listFirstCandidates(giftRows({ ...knownCards, onCart: [cardOnCart(a, { seller: 'Another' }), cardOnCart(b)] })),
  ).toEqual([]);
});
