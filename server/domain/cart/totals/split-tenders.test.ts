import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { MIN_CARD_CENTS, splitTenders } from './split-tenders.ts';

const card = (giftCardId: number, sellerId: number, availableCents: number) => ({
  giftCardId,
  sellerId,
  availableCents,
});
const createDue = (totalCents: number, payable: Record<number, number>) => ({
  totalCents,
  payableBySeller: new Map(Object.entries(payable).map(([id, cents]) => [Number(id), cents])),
});

describe('splitTenders()', () => {
  it('charges nothing to the payment card when a gift card covers everything', () => {
    expect(splitTenders(createDue(3_200, { 1: 3_200 }), [card(1, 1, 5_000)])).toEqual({
      tenders: [{ giftCardId: 1, sellerId: 1, cents: 3_200 }],
      cardDueCents: 0,
    });
  });

  it('spends gift cards in the given order and charges the remainder to the payment card', () => {
    const { tenders, cardDueCents } = splitTenders(createDue(10_000, { 1: 10_000 }), [
      card(2, 1, 2_500),
      card(1, 1, 2_500),
    ]);
    expect(tenders.map(({ giftCardId, cents }) => [giftCardId, cents])).toEqual([
      [2, 2_500],
      [1, 2_500],
    ]);
    expect(cardDueCents).toBe(5_000);
  });

  it("spends a gift card only on its seller's goods, and never on gift cards", () => {
    expect(splitTenders(createDue(9_000, { 1: 1_000, 2: 3_000 }), [card(1, 1, 5_000), card(2, 3, 5_000)])).toEqual({
      tenders: [{ giftCardId: 1, sellerId: 1, cents: 1_000 }],
      cardDueCents: 8_000,
    });
  });

  it('raises a payment-card charge of 1 to 49 cents to 50 by reducing what the last gift card pays', () => {
    expect(splitTenders(createDue(2_520, { 1: 2_520 }), [card(1, 1, 2_000), card(2, 1, 500)])).toEqual({
      tenders: [
        { giftCardId: 1, sellerId: 1, cents: 2_000 },
        { giftCardId: 2, sellerId: 1, cents: 470 },
      ],
      cardDueCents: 50,
    });
  });

  it('reduces what earlier gift cards pay when the last one is too small to raise the card charge', () => {
    const { tenders, cardDueCents } = splitTenders(createDue(2_030, { 1: 2_030 }), [card(1, 1, 2_000), card(2, 1, 10)]);
    expect(tenders).toEqual([{ giftCardId: 1, sellerId: 1, cents: 1_980 }]);
    expect(cardDueCents).toBe(50);
  });

  it("splits any total exactly, and never pays a seller more than the seller's goods and shipping cost", () => {
    const sellers = fc.array(fc.integer({ min: 50, max: 40_000 }), { minLength: 1, maxLength: 4 });
    const cards = fc.array(fc.record({ sellerId: fc.nat(4), availableCents: fc.integer({ min: 0, max: 30_000 }) }));
    fc.assert(
      fc.property(sellers, cards, fc.nat(20_000), (payable, heldCards, giftCardsBought) => {
        const totalCents = sumCents(payable) + giftCardsBought;
        const payableBySeller = new Map(payable.map((cents, sellerId) => [sellerId, cents]));
        const all = heldCards.map((heldCard, giftCardId) => ({ ...heldCard, giftCardId }));
        const { tenders, cardDueCents } = splitTenders({ totalCents, payableBySeller }, all);
        expect(sumCents(tenders.map(({ cents }) => cents)) + cardDueCents).toBe(totalCents);
        expect(cardDueCents === 0 || cardDueCents >= MIN_CARD_CENTS).toBe(true);
        for (const { giftCardId, cents } of tenders)
          expect(cents > 0 && cents <= (all[giftCardId]?.availableCents ?? 0)).toBe(true);
        for (const [sellerId, cents] of payableBySeller)
          expect(
            sumCents(tenders.filter((tender) => tender.sellerId === sellerId).map((tender) => tender.cents)),
          ).toBeLessThanOrEqual(cents);
      }),
    );
  });
});
