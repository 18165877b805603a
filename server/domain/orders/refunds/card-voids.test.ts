import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CardValue } from '#server/domain/gift-cards/queries.ts';
import {
  allocateCardRefund,
  cardVoidsForRefund,
  overdueCardVoids,
  type RefundFacts,
  refundableCents,
} from './card-voids.ts';

const card = (id: number, valueCents: number, change: Partial<CardValue> = {}): CardValue => ({
  giftCardId: id,
  orderLineId: id,
  valueCents,
  balanceCents: valueCents,
  voidedCents: 0,
  ...change,
});

it('refunds goods and shipping before voiding card value', () => {
  const facts = { totalCents: 6_500, refundedCents: 0, cards: [card(1, 2_500)] };
  expect(cardVoidsForRefund(facts, 4_000)).toEqual({ amountCents: 4_000, cardVoids: [], shortCents: 0 });
  expect(cardVoidsForRefund(facts, 4_100).cardVoids).toMatchObject([{ card: { giftCardId: 1 }, cents: 100 }]);
});

it('does not refund spent card value, and voids the last card first', () => {
  const facts = {
    totalCents: 5_000,
    refundedCents: 0,
    cards: [card(1, 2_500), card(2, 2_500, { balanceCents: 1_000 })],
  };
  expect(refundableCents(facts)).toBe(3_500);
  expect(
    cardVoidsForRefund(facts, 1_500).cardVoids.map(({ card: cardValue, cents }) => [cardValue.giftCardId, cents]),
  ).toEqual([
    [2, 1_000],
    [1, 500],
  ]);
  expect(allocateCardRefund(facts, 2)).toMatchObject({ amountCents: 1_000 });
  expect(allocateCardRefund(facts, 3)).toBeNull();
});

it('refunds value that a failed refund had voided, without voiding more', () => {
  const facts = {
    totalCents: 2_500,
    refundedCents: 0,
    cards: [card(1, 2_500, { balanceCents: 0, voidedCents: 2_500 })],
  };
  expect(refundableCents(facts)).toBe(2_500);
  expect(cardVoidsForRefund(facts, 2_500)).toMatchObject({ cardVoids: [], shortCents: 0 });
});

it('voids the value left on the cards when refunds exceed goods and voided value', () => {
  const cards = [card(1, 2_500), card(2, 2_500, { balanceCents: 0, voidedCents: 1_000 })];
  const refunded = (refundedCents: number) => ({ totalCents: 6_000, refundedCents, cards });
  expect(overdueCardVoids(refunded(2_000), 5_000)).toEqual([]);
  expect(overdueCardVoids(refunded(2_600), 5_000)).toMatchObject([{ card: { giftCardId: 1 }, cents: 600 }]);
  expect(overdueCardVoids(refunded(2_600), 400)).toMatchObject([{ cents: 400 }]);
  expect(overdueCardVoids(refunded(6_000), 5_000)).toMatchObject([{ cents: 2_500 }]);
  expect(overdueCardVoids(refunded(6_000), -100)).toEqual([]);
});

const facts: fc.Arbitrary<RefundFacts> = fc
  .record({
    goods: fc.nat(20_000),
    cards: fc.array(fc.tuple(fc.integer({ min: 100, max: 50_000 }), fc.nat(100)), { maxLength: 5 }),
  })
  .map(({ goods, cards }) => ({
    totalCents: goods + cards.reduce((sum, [value]) => sum + value, 0),
    refundedCents: 0,
    cards: cards.map(([value, percent], index) =>
      card(index + 1, value, { balanceCents: Math.floor((value * percent) / 100) }),
    ),
  }));

it('never refunds a cent that stays spendable, and never refunds more than was paid', () => {
  fc.assert(
    fc.property(facts, fc.nat(100), (state, percent) => {
      const amount = Math.floor((refundableCents(state) * percent) / 100);
      const { cardVoids, shortCents } = cardVoidsForRefund(state, amount);
      const voided = cardVoids.reduce((sum, cardVoid) => sum + cardVoid.cents, 0);
      const left = state.cards.reduce((sum, cardValue) => sum + cardValue.balanceCents, 0) - voided;
      const spent = state.cards.reduce((sum, cardValue) => sum + cardValue.valueCents - cardValue.balanceCents, 0);
      expect(shortCents).toBe(0);
      expect(
        cardVoids.every(({ card: cardValue, cents }) => Number.isInteger(cents) && cents <= cardValue.balanceCents),
      ).toBe(true);
      expect(amount + left + spent).toBeLessThanOrEqual(state.totalCents);
    }),
  );
});
