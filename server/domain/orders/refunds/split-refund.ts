import { prorateCents, splitCents, sumCents } from '#server/platform/kernel/split-cents.ts';

/** Amounts of an order line or of a seller's shipping, in integer cents. Refunded amounts include pending refunds. */
export type RefundPart = {
  sellerId: number;
  orderLineId: number | null;
  part: 'goods' | 'shipping' | 'card';
  cents: number;
  gstCents: number;
  refundedCents: number;
  refundedGstCents: number;
};

export type RefundShare = Pick<RefundPart, 'sellerId' | 'orderLineId' | 'part' | 'cents' | 'gstCents'>;

type Refund = {
  amountCents: number;
  cards: readonly { orderLineId: number; cents: number }[];
  /** Limits by seller for refunds of goods and shipping, because what gift cards paid is refunded to gift cards. */
  limits?: ReadonlyMap<number, number>;
  orderLineId?: number | null;
};

/**
 * Splits a refund over the parts of an order, in this order: voided cards, the refunded goods line, goods and shipping
 * in proportion, spent cards. Spreads any excess (money refunded twice) over all parts. The shares add up to the
 * refund.
 */
export function splitRefund(parts: readonly RefundPart[], refund: Refund): RefundShare[] {
  const { amountCents, cards, limits, orderLineId = null } = refund;
  const cents = parts.map(() => 0);
  let rest = amountCents;
  const add = (amounts: readonly number[]): void => {
    amounts.forEach((amount, index) => {
      cents[index] = (cents[index] ?? 0) + amount;
    });
    rest -= sumCents(amounts);
  };
  const listRemainingCents = (isMeant: (part: RefundPart) => boolean): number[] =>
    parts.map((part, index) =>
      isMeant(part) ? Math.max(0, part.cents - part.refundedCents - (cents[index] ?? 0)) : 0,
    );
  const spread = (left: readonly number[]): void => {
    const maxCents = Math.min(rest, sumCents(left));
    if (maxCents > 0) add(splitCents(maxCents, left));
  };
  const voided = new Map(cards.map((card) => [card.orderLineId, card.cents]));
  const ofCards = (part: RefundPart): number => (part.part === 'card' ? (voided.get(part.orderLineId ?? 0) ?? 0) : 0);
  spread(
    listRemainingCents((part) => part.part === 'card').map((left, index) =>
      Math.min(left, ofCards(parts[index] as RefundPart)),
    ),
  );
  if (orderLineId !== null)
    spread(listRemainingCents((part) => part.part === 'goods' && part.orderLineId === orderLineId));
  spread(applyLimits(parts, { left: listRemainingCents((part) => part.part !== 'card'), limits }));
  spread(listRemainingCents(() => true));
  if (rest > 0)
    add(
      splitCents(
        rest,
        parts.map((part) => part.cents),
      ),
    );
  return parts.flatMap((part, index) => {
    const { sellerId, orderLineId, part: kind } = part;
    const share = cents[index] ?? 0;
    return share === 0
      ? []
      : [{ sellerId, orderLineId, part: kind, cents: share, gstCents: calculateShareGst(part, share) }];
  });
}

type Left = { left: readonly number[]; limits: ReadonlyMap<number, number> | undefined };

function applyLimits(parts: readonly RefundPart[], { left, limits = new Map() }: Left): number[] {
  const within = [...left];
  for (const [sellerId, limit] of limits) {
    const indexes = parts.flatMap((part, index) => (part.sellerId === sellerId && part.part !== 'card' ? [index] : []));
    const weights = indexes.map((partIndex) => left[partIndex] ?? 0);
    if (sumCents(weights) <= limit) continue;
    const shares = splitCents(Math.max(0, limit), weights);
    indexes.forEach((partIndex, index) => {
      within[partIndex] = shares[index] ?? 0;
    });
  }
  return within;
}

/** Ensures that the GST of all partial refunds adds up to the part's GST. */
function calculateShareGst({ cents, gstCents, refundedCents, refundedGstCents }: RefundPart, share: number): number {
  const upTo = Math.min(cents, refundedCents + share);
  const due = prorateCents(gstCents, { upTo, total: cents }) - refundedGstCents;
  return Math.max(0, Math.min(due, share, gstCents - refundedGstCents));
}
