import { exceeds } from '#server/domain/gift-cards/gift-value-rules.ts';
import type { CardFacts, PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import type { Settings } from '#server/settings.ts';

/**
 * Why an order is held for an operator, in the order in which the facts are learned: before the payment, once the
 * provider has named the payment card, and once the bank has answered. Null: nothing holds it. A held order's payment
 * is authorised, not captured.
 */

type ApprovalFacts = {
  totalCents: number;
  /** No order of this customer was approved before. */
  isFirst: boolean;
  ordersLastHour: number;
  declinesLastHour: number;
};
type ApprovalLimits = {
  maxTotalDollars: number;
  firstOrderDollars: number;
  ordersPerHour: number;
  declines: number;
};

/** Judges the order itself, before the payment. */
export function heldBeforePayment(facts: ApprovalFacts, limits: ApprovalLimits): HeldFor | null {
  if (facts.totalCents > limits.maxTotalDollars * 100) return 'value';
  if (facts.isFirst && facts.totalCents > limits.firstOrderDollars * 100) return 'first order';
  if (facts.ordersLastHour >= limits.ordersPerHour) return 'velocity';
  if (facts.declinesLastHour >= limits.declines) return 'declines';
  return null;
}

type Line = { isGiftcard: boolean; details: { recipientMobile: string } | null; priceCents: number; qty: number };

/** A line of gift cards; `mobile` is '' if they go to no number. */
export type Gift = { mobile: string; cents: number };

export function listGifts(lines: readonly Line[]): Gift[] {
  return lines.flatMap(({ isGiftcard, details, priceCents, qty }) =>
    isGiftcard ? [{ mobile: details?.recipientMobile ?? '', cents: priceCents * qty }] : [],
  );
}

/** Cents of gift cards ordered within 24 hours, this order included; `recipient`: the highest sum for one number. */
type GiftSums = { customer: number; recipient: number; network: number };
/** Dollars; 0: no limit. `perDay`: of a customer, and for a recipient. */
type GiftLimits = { perDay: number; perNetwork: number };

/** Judges the value of gift cards, before the payment. */
export function exceedsGiftLimits(sums: GiftSums, { perDay, perNetwork }: GiftLimits): boolean {
  return exceeds(Math.max(sums.customer, sums.recipient), perDay) || exceeds(sums.network, perNetwork);
}

type LaterRules = Pick<Settings, 'APPROVAL_MISMATCH' | 'APPROVAL_GIFTS_PER_CARD'>;

/** Whether a rule below may still hold the order: then its payment is authorised first, and captured separately. */
export function isJudgedAfterPayment(settings: LaterRules, gifts: readonly Gift[]): boolean {
  return settings.APPROVAL_MISMATCH !== 'off' || (settings.APPROVAL_GIFTS_PER_CARD > 0 && gifts.length > 0);
}

/** Judges the value of gift cards of one payment card, which a new device's proof does not cover. */
export function heldByCard(heldFor: HeldFor | null, isTooMuch: boolean): HeldFor | null {
  return isTooMuch && (heldFor === null || heldFor === 'new device') ? 'gift value' : heldFor;
}

/** `securityCode`: the customer gave the saved card's. */
type Proof = { securityCode: boolean; outcome: PaymentOutcome };

/** Whether the bank has confirmed the security code. */
export function hasRightCode({ securityCode, outcome }: Proof): boolean {
  return securityCode && outcome.state === 'authorised' && outcome.card?.hasRightSecurityCode === true;
}

/** Judges again after the bank's answer. */
export function heldAfterPayment(
  heldFor: HeldFor | null,
  { mismatch, ...proof }: Proof & { mismatch: Mismatch },
): HeldFor | null {
  const { outcome } = proof;
  const stillHeldFor = heldAfterCode(heldFor, proof);
  if (stillHeldFor !== null || outcome.state !== 'authorised') return stillHeldFor;
  return heldByMismatch(outcome.card, mismatch);
}

/**
 * Lifts 'new device' for the right security code, which proves the customer. A captured payment was judged before its
 * capture.
 */
export function heldAfterCode(heldFor: HeldFor | null, proof: Proof): HeldFor | null {
  if (heldFor !== 'new device' || !proof.securityCode) return heldFor;
  return proof.outcome.state === 'captured' || hasRightCode(proof) ? null : heldFor;
}

/** `countries`: of the order's addresses. */
type Mismatch = { rule: Settings['APPROVAL_MISMATCH']; countries: readonly string[] };

/** Judges what only the bank knows about the card. */
export function heldByMismatch(card: CardFacts | undefined, { rule, countries }: Mismatch): HeldFor | null {
  if (rule === 'off' || card === undefined) return null;
  if (card.failedChecks.includes('postcode')) return 'postcode check';
  if (card.failedChecks.includes('security code')) return 'security code check';
  if (rule === 'all' && card.country !== null && !countries.includes(card.country)) return 'card country';
  return null;
}
