/** Stripe's minimum payment (docs.stripe.com/currencies). */
export const MIN_CARD_CENTS = 50;

export type TenderCard = { giftCardId: number; sellerId: number; availableCents: number };
export type Tender = { giftCardId: number; sellerId: number; cents: number };

type Due = {
  totalCents: number;
  /** Cents of goods and shipping by seller. Excludes gift cards, which gift cards cannot buy. */
  payableBySeller: ReadonlyMap<number, number>;
};

/**
 * Spends each gift card, in order, on its own seller's goods and shipping. The payment card pays the remainder. Raises
 * a remainder of 1 to 49 cents to 50 by charging the last gift cards less.
 */
export function splitTenders(
  { totalCents, payableBySeller }: Due,
  cards: readonly TenderCard[],
): { tenders: Tender[]; cardDueCents: number } {
  const left = new Map(payableBySeller);
  const tenders = cards.map(({ giftCardId, sellerId, availableCents }) => {
    const due = left.get(sellerId) ?? 0;
    const cents = Math.max(0, Math.min(due, availableCents));
    left.set(sellerId, due - cents);
    return { giftCardId, sellerId, cents };
  });
  const rest = totalCents - tenders.reduce((sum, { cents }) => sum + cents, 0);
  let short = rest > 0 && rest < MIN_CARD_CENTS ? MIN_CARD_CENTS - rest : 0;
  let cardDueCents = rest;
  for (const tender of tenders.toReversed()) {
    const reduction = Math.min(short, tender.cents);
    tender.cents -= reduction;
    short -= reduction;
    cardDueCents += reduction;
  }
  return { tenders: tenders.filter(({ cents }) => cents > 0), cardDueCents };
}
