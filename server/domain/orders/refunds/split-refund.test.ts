import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundEleventh } from '#contract/rules/money/gst.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { type RefundPart, splitRefund } from './split-refund.ts';

const part = (kind: RefundPart['part'], cents: number, orderLineId: number | null, sellerId = 1): RefundPart => ({
  sellerId,
  orderLineId,
  part: kind,
  cents,
  gstCents: kind === 'card' ? 0 : roundEleventh(cents),
  refundedCents: 0,
  refundedGstCents: 0,
});
const scaleGst = (whole: RefundPart, percent: number): RefundPart => ({
  ...whole,
  gstCents: Math.floor((whole.gstCents * percent) / 100),
});
const applyShares = (parts: readonly RefundPart[], shares: ReturnType<typeof splitRefund>): RefundPart[] =>
  parts.map((part) => {
    const share = shares.find((other) => other.sellerId === part.sellerId && other.orderLineId === part.orderLineId);
    if (!share) return part;
    const { refundedCents, refundedGstCents } = part;
    return { ...part, refundedCents: refundedCents + share.cents, refundedGstCents: refundedGstCents + share.gstCents };
  });

it('spreads an amount over goods and shipping in proportion, but refunds a card line to its card alone', () => {
  const parts = [part('goods', 2_200, 1), part('card', 2_500, 2, 2), part('shipping', 1_100, null)];
  expect(splitRefund(parts, { amountCents: 300, cards: [] })).toEqual([
    { sellerId: 1, orderLineId: 1, part: 'goods', cents: 200, gstCents: 18 },
    { sellerId: 1, orderLineId: null, part: 'shipping', cents: 100, gstCents: 9 },
  ]);
  expect(splitRefund(parts, { amountCents: 2_500, cards: [{ orderLineId: 2, cents: 2_500 }] })).toEqual([
    { sellerId: 2, orderLineId: 2, part: 'card', cents: 2_500, gstCents: 0 },
  ]);
});

it('spreads a refund that exceeds goods and voided cards over the other cards, and any excess over everything', () => {
  const parts = [part('goods', 1_000, 1), part('card', 2_500, 2)];
  expect(splitRefund(parts, { amountCents: 3_000, cards: [] })).toMatchObject([
    { part: 'goods', cents: 1_000 },
    { part: 'card', cents: 2_000 },
  ]);
  expect(splitRefund(parts, { amountCents: 4_200, cards: [] })).toMatchObject([
    { part: 'goods', cents: 1_200, gstCents: 91 },
    { part: 'card', cents: 3_000, gstCents: 0 },
  ]);
});

const sold = fc
  .array(
    fc.record({
      sellerId: fc.integer({ min: 1, max: 3 }),
      isCard: fc.boolean(),
      cents: fc.integer({ min: 1, max: 50_000 }),
      taxable: fc.constantFrom(0, 37, 100),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .chain((lines) =>
    fc
      .array(fc.nat(3_000), { minLength: 3, maxLength: 3 })
      .map((shipping) => [
        ...lines.map((line, index) =>
          scaleGst(part(line.isCard ? 'card' : 'goods', line.cents, index + 1, line.sellerId), line.taxable),
        ),
        ...[...new Set(lines.map((line) => line.sellerId))]
          .map((sellerId) => part('shipping', shipping[sellerId - 1] ?? 0, null, sellerId))
          .filter(({ cents }) => cents > 0),
      ]),
  );

it('makes the shares add up to the refund, for any amount and any voided cards', () => {
  fc.assert(
    fc.property(sold, fc.integer({ min: 1, max: 400_000 }), fc.nat(100), (parts, amountCents, percent) => {
      let left = amountCents;
      const cards = parts.flatMap(({ part: kind, orderLineId, cents }) => {
        const takenCents = kind === 'card' ? Math.min(left, Math.floor((cents * percent) / 100)) : 0;
        left -= takenCents;
        return takenCents > 0 ? [{ orderLineId: orderLineId ?? 0, cents: takenCents }] : [];
      });
      const shares = splitRefund(parts, { amountCents, cards });
      expect(sumCents(shares.map((share) => share.cents))).toBe(amountCents);
      for (const share of shares) {
        expect(share.cents).toBeGreaterThan(0);
        expect(share.gstCents).toBeGreaterThanOrEqual(0);
        expect(share.gstCents).toBeLessThanOrEqual(share.cents);
      }
      for (const card of cards) {
        const share = shares.find(({ orderLineId }) => orderLineId === card.orderLineId);
        expect(share?.cents).toBeGreaterThanOrEqual(card.cents);
      }
    }),
  );
});

it('refunds each part and its GST exactly once, to the cent, across partial refunds', () => {
  fc.assert(
    fc.property(sold, fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 }), (parts, percents) => {
      let now = parts;
      const sumRemainingCents = () => sumCents(now.map((part) => part.cents - part.refundedCents));
      for (const percent of [...percents, 100]) {
        const amountCents = Math.ceil((sumRemainingCents() * percent) / 100);
        if (amountCents > 0) now = applyShares(now, splitRefund(now, { amountCents, cards: [] }));
        for (const part of now) expect(part.refundedCents).toBeLessThanOrEqual(part.cents);
      }
      expect(now.map((part) => part.refundedCents)).toEqual(parts.map((part) => part.cents));
      expect(now.map((part) => part.refundedGstCents)).toEqual(parts.map((part) => part.gstCents));
    }),
  );
});
