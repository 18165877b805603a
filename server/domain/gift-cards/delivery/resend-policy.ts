import type { CardState } from '#contract/gift-cards.ts';
import type { FieldError, FieldErrorCode } from '#contract/rules/field-errors.ts';
import { CLAIM_MS } from '#server/platform/messaging/claim-policy.ts';

/** Minimum time between resends: picture messages may take minutes, and each send makes the phone ring. */
const PAUSE_MS = 5 * 60_000;
/** Limits per 24 hours, not counting the first send. */
const ATTEMPTS_A_CARD = 5;
const ATTEMPTS_A_CUSTOMER = 25;
/** Limits over a card's life; customers who need more ask the operator. */
const MAX_CORRECTIONS = 5;
const MAX_RESENDS = 20;
/** If the carrier has not reported on a message within this time, it never will. */
const REPORTED_WITHIN_MS = 24 * 3_600_000;
export const SAME_TAP_MS = 30_000;

export type ResendFacts = {
  state: CardState;
  openedAt: Date | null;
  expiresAt: Date | null;
  /** When a message of this delivery attempt, or any message that is still claimed, was last claimed for sending. */
  claimedAt: Date | null;
  /** True if the recipient's data was erased. */
  toNobody: boolean;
  claimed: boolean;
  /** When the carrier accepted a message that still has no final delivery report. */
  unreportedSince: Date | null;
  hasOptedOut: boolean;
  corrections: number;
  resends: number;
  /**
   * `againAt`: when the card was last resent or corrected. `attemptsOfCard` and `attemptsOfCustomer` cover 24 hours.
   */
  againAt: Date | null;
  attemptsOfCard: number;
  attemptsOfCustomer: number;
};

/** `from`: when the action becomes possible. */
export type Denial = { error: FieldError; from?: Date };

/**
 * Allows five corrections before the card is opened, each after the carrier has reported the previous delivery, so that
 * one paid card cannot text many strangers. Operators may correct more often. The caller checks the new number.
 */
export function correctionDenial(
  facts: ResendFacts,
  now: Date,
  { byOperator = false }: { byOperator?: boolean } = {},
): Denial | null {
  if (facts.openedAt && facts.state !== 'void') return { error: 'card_opened' };
  return (
    valueDenial(facts, now) ??
    (facts.corrections >= MAX_CORRECTIONS && !byOperator ? { error: 'card_corrected_too_often' } : null) ??
    claimDenial(facts, now) ??
    unreportedDenial(facts, now) ??
    (byOperator ? null : dayDenial(facts))
  );
}

/**
 * Allows a resend every five minutes once the card was sent or has failed, even if it was opened, because people lose
 * texts and the link stays the same.
 */
export function resendDenial(facts: ResendFacts, now: Date): Denial | null {
  if (facts.state === 'waiting') return { error: 'card_not_sent_yet' };
  const denial =
    valueDenial(facts, now) ??
    (facts.resends >= MAX_RESENDS ? { error: 'card_resent_too_often' } : null) ??
    claimDenial(facts, now) ??
    dayDenial(facts);
  if (denial) return denial;
  if (facts.toNobody) return { error: 'recipient_mobile_required' };
  if (facts.hasOptedOut) return { error: 'recipient_opted_out' };
  if (facts.state === 'queued') return { error: facts.claimedAt ? 'card_being_sent' : 'card_not_sent_yet' };
  const last = Math.max(
    facts.againAt?.getTime() ?? 0,
    facts.state === 'failed' ? 0 : (facts.claimedAt?.getTime() ?? 0),
  );
  const from = new Date(last + PAUSE_MS);
  return from > now ? { error: pauseError(from.getTime() - now.getTime()), from } : null;
}

const ANSWERED: ReadonlySet<FieldErrorCode> = new Set([
  'card_corrected_too_often',
  'card_resent_too_often',
  'card_delivery_not_known',
  'recipient_opted_out',
]);

export function isOffered(denial: Denial | null): boolean {
  return denial === null || ANSWERED.has(typeof denial.error === 'string' ? denial.error : denial.error.code);
}

function valueDenial({ state, expiresAt }: ResendFacts, now: Date): Denial | null {
  if (state === 'void') return { error: 'card_cancelled' };
  return expiresAt && expiresAt <= now ? { error: 'card_expired' } : null;
}

function claimDenial({ claimed, claimedAt }: ResendFacts, now: Date): Denial | null {
  const claimEnds = claimed && claimedAt ? new Date(claimedAt.getTime() + CLAIM_MS) : null;
  return claimEnds && claimEnds > now ? { error: 'card_being_sent', from: claimEnds } : null;
}

function unreportedDenial({ state, unreportedSince }: ResendFacts, now: Date): Denial | null {
  if (state === 'delivered' || state === 'failed' || unreportedSince === null) return null;
  const from = new Date(unreportedSince.getTime() + REPORTED_WITHIN_MS);
  if (from <= now) return null;
  const hours = Math.ceil((from.getTime() - now.getTime()) / 3_600_000);
  return { error: { code: 'card_delivery_not_known', parameters: { hours } }, from };
}

function dayDenial({ attemptsOfCard, attemptsOfCustomer }: ResendFacts): Denial | null {
  if (attemptsOfCard >= ATTEMPTS_A_CARD) return { error: 'card_sent_too_often' };
  return attemptsOfCustomer >= ATTEMPTS_A_CUSTOMER ? { error: 'cards_sent_too_often' } : null;
}

function pauseError(ms: number): FieldError {
  return { code: 'wait_before_resend', parameters: { minutes: Math.ceil(ms / 60_000) } };
}
