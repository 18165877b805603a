import { expect, it } from 'vitest';
import { type PaidByGiftCard, splitOverGiftCards } from './gift-card-refund.ts';

const now = new Date('2026-11-28T00:00:00Z');

const paid = (sellerId: number, leftCents: number) =>
  ({ leftCents, card: { sellerId, status: 'active', expiresAt: null, codeLast4: '1234' } }) as PaidByGiftCard;

it("limits a refund for one seller to that seller's gift cards, up to what they paid", () => {
  const cards = [paid(1, 10_00), paid(2, 20_00), paid(1, 5_00)];
  const shares = (cents: number, sellerId?: number) =>
    splitOverGiftCards(cards, { cents, now, ...(sellerId === undefined ? {} : { sellerId }) });
  expect(shares(12_00, 1)).toEqual([
    { paid: cards[0], cents: 10_00 },
    { paid: cards[2], cents: 2_00 },
  ]);
  expect(shares(30_00, 2)).toEqual([{ paid: cards[1], cents: 20_00 }]);
  expect(shares(12_00)).toEqual([
    { paid: cards[0], cents: 10_00 },
    { paid: cards[1], cents: 2_00 },
  ]);
});
