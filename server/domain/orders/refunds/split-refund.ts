import { shareUpTo, splitCents, sumCents } from '#server/platform/kernel/split-cents.ts';

/** A line or a seller's shipping. Integer cents; `refunded` includes pending. */
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
  /** Voided by THE refund rule. */
  cards: readonly { orderLineId: number; cents: number }[];
  /** Limits by seller for goods and shipping: gift card payments go back to gift cards. */
  limits?: ReadonlyMap<number, number>;
  orderLineId?: number | null;
};

/**
 * Allocates in order to voided cards, the refunded goods line, goods and shipping in proportion, and spent cards.
 * Spreads any excess (money returned twice) over everything. Shares sum to the refund.
 */
export function splitRefund(parts: readonly RefundPart[], refund: Refund): RefundShare[] {
  const { amountCents, cards, limits, orderLineId = null } = refund;
  const cents = parts.map(() => 0);
  let rest = amountCents;
  const add = (amounts: readonly number[]): void => {
    amounts.forEach((amount, at) => {
      cents[at] = (cents[at] ?? 0) + amount;
    });
    rest -= sumCents(amounts);
  };
  /** Zero for parts outside this step. */
  const leftOf = (isMeant: (part: RefundPart) => boolean): number[] =>
    parts.map((part, at) => (isMeant(part) ? Math.max(0, part.cents - part.refundedCents - (cents[at] ?? 0)) : 0));
  const spread = (left: readonly number[]): void => {
    const most = Math.min(rest, sumCents(left));
    if (most > 0) add(splitCents(most, left));
  };
  const voided = new Map(cards.map((card) => [card.orderLineId, card.cents]));
  const ofCards = (part: RefundPart): number => (part.part === 'card' ? (voided.get(part.orderLineId ?? 0) ?? 0) : 0);
  spread(leftOf((part) => part.part === 'card').map((left, at) => Math.min(left, ofCards(parts[at] as RefundPart))));
  if (orderLineId !== null) spread(leftOf((part) => part.part === 'goods' && part.orderLineId === orderLineId));
  spread(limited(parts, { left: leftOf((part) => part.part !== 'card'), limits }));
  spread(leftOf(() => true));
  if (rest > 0)
    add(
      splitCents(
        rest,
        parts.map((part) => part.cents),
      ),
    );
  return parts.flatMap((part, at) => {
    const { sellerId, orderLineId, part: kind } = part;
    const share = cents[at] ?? 0;
    return share === 0 ? [] : [{ sellerId, orderLineId, part: kind, cents: share, gstCents: gstOf(part, share) }];
  });
}

type Left = { left: readonly number[]; limits: ReadonlyMap<number, number> | undefined };

function limited(parts: readonly RefundPart[], { left, limits = new Map() }: Left): number[] {
  const within = [...left];
  for (const [sellerId, limit] of limits) {
    const own = parts.flatMap((part, at) => (part.sellerId === sellerId && part.part !== 'card' ? [at] : []));
    const weights = own.map((at) => left[at] ?? 0);
    if (sumCents(weights) <= limit) continue;
    const shares = splitCents(Math.max(0, limit), weights);
    own.forEach((at, index) => {
      within[at] = shares[index] ?? 0;
    });
  }
  return within;
}

/** Partial refunds must return exactly the part's GST. */
function gstOf({ cents, gstCents, refundedCents, refundedGstCents }: RefundPart, share: number): number {
  const upTo = Math.min(cents, refundedCents + share);
  const due = shareUpTo(gstCents, { upTo, of: cents }) - refundedGstCents;
  return Math.max(0, Math.min(due, share, gstCents - refundedGstCents));
}
