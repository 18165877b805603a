import { exceeds } from '#server/domain/gift-cards/gift-value-rules.ts';
import type { CardFacts, PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import type { Settings } from '#server/settings.ts';

export type ApprovalFacts = {
  totalCents: number;
  /** No order of this customer was approved before. */
  isFirst: boolean;
  ordersLastHour: number;
  declinesLastHour: number;
};
export type ApprovalLimits = {
  maxTotalDollars: number;
  firstOrderDollars: number;
  ordersPerHour: number;
  declines: number;
};

/** THE approval rule: null approves at once; a held order is authorised, not captured. */
export function heldFor(facts: ApprovalFacts, limits: ApprovalLimits): HeldFor | null {
  if (facts.totalCents > limits.maxTotalDollars * 100) return 'value';
  if (facts.isFirst && facts.totalCents > limits.firstOrderDollars * 100) return 'first order';
  if (facts.ordersLastHour >= limits.ordersPerHour) return 'velocity';
  if (facts.declinesLastHour >= limits.declines) return 'declines';
  return null;
}

/** Cents of gift cards ordered within 24 hours, the order that is judged included. `recipient`: the most for one. */
type GiftSums = { customer: number; recipient: number; network: number };
/** Dollars; 0: no limit. `perDay`: of a customer, and for a recipient. */
type GiftLimits = { perDay: number; perNetwork: number };

/** THE rule on the value of gift cards, but for that of one payment card: see heldByCard(). */
export function exceedsGiftLimits(sums: GiftSums, { perDay, perNetwork }: GiftLimits): boolean {
  const most = Math.max(sums.customer, sums.recipient);
  return exceeds(most, perDay) || exceeds(sums.network, perNetwork);
}

/** The same of one payment card, once it is known: nothing proves a customer to the card. */
export function heldByCard(held: HeldFor | null, isTooMuch: boolean): HeldFor | null {
  return isTooMuch && (held === null || held === 'new device') ? 'gift value' : held;
}

/** `securityCode`: the customer gave that of the saved card. */
type Proved = { securityCode: boolean; outcome: PaymentOutcome };

/** Whether the bank has confirmed it. */
export function isRightCode({ securityCode, outcome }: Proved): boolean {
  return securityCode && outcome.state === 'authorised' && outcome.card?.hasRightSecurityCode === true;
}

/**
 * Why the order is still held once its payment was authorised: the right security code proves a customer on a new
 * device. One that is captured was judged so before.
 */
export function heldAfterCode(held: HeldFor | null, proved: Proved): HeldFor | null {
  if (held !== 'new device' || !proved.securityCode) return held;
  return proved.outcome.state === 'captured' || isRightCode(proved) ? null : held;
}

type Mismatch = { rule: Settings['APPROVAL_MISMATCH'] /** Of the order's addresses. */; countries: readonly string[] };

/** The rule of what only the bank knows: null captures the payment that it has authorised. */
export function mismatchOf(card: CardFacts | undefined, { rule, countries }: Mismatch): HeldFor | null {
  if (rule === 'off' || card === undefined) return null;
  if (card.failedChecks.includes('postcode')) return 'postcode check';
  if (card.failedChecks.includes('security code')) return 'security code check';
  if (rule === 'all' && card.country !== null && !countries.includes(card.country)) return 'card country';
  return null;
}
