import type { CardValue } from '#server/domain/gift-cards/queries.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';

/** Amounts are integer cents. `refundedCents` includes pending refunds and lost disputes. */
export type RefundFacts = { totalCents: number; refundedCents: number; cards: readonly CardValue[] };
export type CardVoid = { card: CardValue; cents: number };
export type RefundAllocation = { amountCents: number; cardVoids: CardVoid[] };

/**
 * Returns how many refunded cents exceed goods, shipping and voided card value. Negative while some of these can still
 * be refunded.
 */
export function uncoveredCents({ totalCents, refundedCents, cards }: RefundFacts): number {
  const goodsCents = totalCents - sumCents(cards.map((card) => card.valueCents));
  return refundedCents - goodsCents - sumCents(cards.map((card) => card.voidedCents));
}

const refundableWithoutCards = (facts: RefundFacts): number => Math.max(0, -uncoveredCents(facts));

/** Excludes value already spent from gift cards. */
export function refundableCents(facts: RefundFacts): number {
  const left = facts.totalCents - facts.refundedCents;
  return Math.max(
    0,
    Math.min(left, refundableWithoutCards(facts) + sumCents(facts.cards.map((card) => card.balanceCents))),
  );
}

export function spentCents(facts: RefundFacts): number {
  return facts.totalCents - facts.refundedCents - refundableCents(facts);
}

/**
 * Ensures that a refunded cent cannot also be spent: refunds goods and shipping first, then voids unspent value, from
 * the last card backwards. `shortCents`: the part of the refund that was already spent.
 */
export function cardVoidsForRefund(facts: RefundFacts, amountCents: number): RefundAllocation & { shortCents: number } {
  return { amountCents, ...voidLastCardsFirst(facts, amountCents - refundableWithoutCards(facts)) };
}

/** Returns the voids that earlier refunds still require, up to `maxCents`. */
export function overdueCardVoids(facts: RefundFacts, maxCents: number): CardVoid[] {
  return voidLastCardsFirst(facts, Math.min(maxCents, uncoveredCents(facts))).cardVoids;
}

function voidLastCardsFirst(
  { cards }: RefundFacts,
  amountCents: number,
): { cardVoids: CardVoid[]; shortCents: number } {
  let missing = Math.max(0, amountCents);
  const cardVoids: CardVoid[] = [];
  for (const card of cards.toReversed()) {
    const cents = Math.min(missing, Math.max(0, card.balanceCents));
    if (cents > 0) cardVoids.push({ card, cents });
    missing -= cents;
  }
  return { cardVoids, shortCents: missing };
}

export function allocateCardRefund(facts: RefundFacts, orderLineId: number): RefundAllocation | null {
  const card = facts.cards.find((candidate) => candidate.orderLineId === orderLineId);
  if (!card || card.balanceCents <= 0) return null;
  return { amountCents: card.balanceCents, cardVoids: [{ card, cents: card.balanceCents }] };
}
