import { exceeds } from '#server/domain/gift-cards/gift-value-rules.ts';
import type { CardFacts, PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import type { Settings } from '#server/settings.ts';

/**
 * Rules for holding an order, in the sequence in which facts become known: before payment, when the provider names the
 * card, after the bank's response. A held payment is authorised, not captured.
 */

type ApprovalFacts = {
  totalCents: number;
  /** The customer has no approved order. */
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

export function heldBeforePayment(facts: ApprovalFacts, limits: ApprovalLimits): HeldFor | null {
  if (facts.totalCents > limits.maxTotalDollars * 100) return 'value';
  if (facts.isFirst && facts.totalCents > limits.firstOrderDollars * 100) return 'first order';
  if (facts.ordersLastHour >= limits.ordersPerHour) return 'velocity';
  if (facts.declinesLastHour >= limits.declines) return 'declines';
  return null;
}

type Line = { isGiftcard: boolean; details: { recipientMobile: string } | null; priceCents: number; qty: number };

/** `mobile` is '' without a number. */
export type Gift = { mobile: string; cents: number };

export function listGifts(lines: readonly Line[]): Gift[] {
  return lines.flatMap(({ isGiftcard, details, priceCents, qty }) =>
    isGiftcard ? [{ mobile: details?.recipientMobile ?? '', cents: priceCents * qty }] : [],
  );
}

/** Cents within 24 hours, including this order; `recipient` is the highest sum for one number. */
type GiftSums = { customer: number; recipient: number; network: number };
/** In dollars; 0 means no limit. `perDay` applies to each customer and each recipient. */
type GiftLimits = { perDay: number; perNetwork: number };

export function exceedsGiftLimits(sums: GiftSums, { perDay, perNetwork }: GiftLimits): boolean {
  return exceeds(Math.max(sums.customer, sums.recipient), perDay) || exceeds(sums.network, perNetwork);
}

type LaterRules = Pick<Settings, 'APPROVAL_MISMATCH' | 'APPROVAL_GIFTS_PER_CARD'>;

/** Returns whether to authorise the payment first and capture it separately. */
export function isJudgedAfterPayment(settings: LaterRules, gifts: readonly Gift[]): boolean {
  return settings.APPROVAL_MISMATCH !== 'off' || (settings.APPROVAL_GIFTS_PER_CARD > 0 && gifts.length > 0);
}

/** Replaces 'new device', so that a security code cannot lift the hold. */
export function heldByCard(heldFor: HeldFor | null, isTooMuch: boolean): HeldFor | null {
  return isTooMuch && (heldFor === null || heldFor === 'new device') ? 'gift value' : heldFor;
}

type Proof = { securityCode: boolean; outcome: PaymentOutcome };

export function hasRightCode({ securityCode, outcome }: Proof): boolean {
  return securityCode && outcome.state === 'authorised' && outcome.card?.hasRightSecurityCode === true;
}

export function heldAfterPayment(
  heldFor: HeldFor | null,
  { mismatch, ...proof }: Proof & { mismatch: Mismatch },
): HeldFor | null {
  const { outcome } = proof;
  const stillHeldFor = heldAfterCode(heldFor, proof);
  if (stillHeldFor !== null || outcome.state !== 'authorised') return stillHeldFor;
  return heldByMismatch(outcome.card, mismatch);
}

/** A captured payment was already checked before its capture. */
export function heldAfterCode(heldFor: HeldFor | null, proof: Proof): HeldFor | null {
  if (heldFor !== 'new device' || !proof.securityCode) return heldFor;
  return proof.outcome.state === 'captured' || hasRightCode(proof) ? null : heldFor;
}

type Mismatch = { rule: Settings['APPROVAL_MISMATCH']; countries: readonly string[] };

export function heldByMismatch(card: CardFacts | undefined, { rule, countries }: Mismatch): HeldFor | null {
  if (rule === 'off' || card === undefined) return null;
  if (card.failedChecks.includes('postcode')) return 'postcode check';
  if (card.failedChecks.includes('security code')) return 'security code check';
  if (rule === 'all' && card.country !== null && !countries.includes(card.country)) return 'card country';
  return null;
}
