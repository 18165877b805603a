import type { CardValue } from '#server/domain/gift-cards/queries.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';

/** Integer cents. `refundedCents`: refunded or about to be, and lost in disputes. */
export type RefundFacts = { totalCents: number; refundedCents: number; cards: readonly CardValue[] };
export type CardVoid = { card: CardValue; cents: number };
export type RefundAllocation = { amountCents: number; cardVoids: CardVoid[] };

/**
 * Refunded money that neither goods and shipping nor voided card value cover; below zero while some of these are left.
 */
export function uncoveredCents({ totalCents, refundedCents, cards }: RefundFacts): number {
  const goodsCents = totalCents - sumCents(cards.map((card) => card.valueCents));
  return refundedCents - goodsCents - sumCents(cards.map((card) => card.voidedCents));
}

/**
 * What can be refunded without voiding card value: goods and shipping, and value that was voided for a refund that then
 * failed.
 */
const refundableWithoutCards = (facts: RefundFacts): number => Math.max(0, -uncoveredCents(facts));

/** The most that can be refunded: all that is not refunded, less what has been spent from cards. */
export function refundableCents(facts: RefundFacts): number {
  const left = facts.totalCents - facts.refundedCents;
  return Math.max(
    0,
    Math.min(left, refundableWithoutCards(facts) + sumCents(facts.cards.map((card) => card.balanceCents))),
  );
}

/** Of what was paid and is not refunded, what was spent from cards and stays. */
export function spentCents(facts: RefundFacts): number {
  return facts.totalCents - facts.refundedCents - refundableCents(facts);
}

/**
 * THE rule of refunds: a cent that is refunded to the customer cannot also be spent by the recipient. Goods and shipping
 * are refunded first, then unspent card value, from the last card backwards. `short`: what no card could cover,
 * because it has been spent.
 */
export function cardVoidsForRefund(facts: RefundFacts, amountCents: number): RefundAllocation & { shortCents: number } {
  return { amountCents, ...voidLastCardsFirst(facts, amountCents - refundableWithoutCards(facts)) };
}

/**
 * The same rule for money that is refunded already, at most `mostCents` of it: card value that was not voided for it
 * yet.
 */
export function overdueCardVoids(facts: RefundFacts, mostCents: number): CardVoid[] {
  return voidLastCardsFirst(facts, Math.min(mostCents, uncoveredCents(facts))).cardVoids;
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

/** The refund of one card's line: its unspent value. */
export function refundOfCard(facts: RefundFacts, orderLineId: number): RefundAllocation | null {
  const card = facts.cards.find((held) => held.orderLineId === orderLineId);
  if (!card || card.balanceCents <= 0) return null;
  return { amountCents: card.balanceCents, cardVoids: [{ card, cents: card.balanceCents }] };
}
