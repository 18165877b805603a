import type { CardState } from '#contract/gift-cards.ts';
import type { FieldError } from '#contract/rules/field-errors.ts';
import { CLAIM_MS } from '../../messaging/claim-policy.ts';

/** Between two sends of a card: picture messages may take minutes, and each send makes the phone ring. */
const PAUSE_MS = 5 * 60_000;
/** In 24 hours, beyond the first send. */
const ATTEMPTS_A_CARD = 5;
const ATTEMPTS_A_CUSTOMER = 25;
/** A second tap within this time counts as the same request. */
export const SAME_TAP_MS = 30_000;

export type ResendFacts = {
  state: CardState;
  openedAt: Date | null;
  expiresAt: Date | null;
  /** When a message of the present delivery attempt, or one that is still claimed, was last claimed. */
  claimedAt: Date | null;
  /** Nobody knows its number any more: who had it was erased. */
  toNobody: boolean;
  /** A message of it waits for the carrier's answer. */
  claimed: boolean;
  /**
   * When the customer last began a delivery attempt, and how many began in the last 24 hours, of this card and of this
   * customer.
   */
  againAt: Date | null;
  attemptsOfCard: number;
  attemptsOfCustomer: number;
};

/** Why not; `from`: when it is possible again. */
export type Denial = { error: FieldError; from?: Date };

/**
 * The rule for a corrected number: any time before the card is opened, except while the carrier holds a message of it.
 */
export function correctionDenial(facts: ResendFacts, now: Date): Denial | null {
  if (facts.state === 'void') return { error: 'card_cancelled' };
  if (facts.openedAt) return { error: 'card_opened' };
  if (facts.expiresAt && facts.expiresAt <= now) return { error: 'card_expired' };
  const claimEnds = facts.claimed && facts.claimedAt ? new Date(facts.claimedAt.getTime() + CLAIM_MS) : null;
  if (claimEnds && claimEnds > now) return { error: 'card_being_sent', from: claimEnds };
  if (facts.attemptsOfCard >= ATTEMPTS_A_CARD) return { error: 'card_sent_too_often' };
  return facts.attemptsOfCustomer >= ATTEMPTS_A_CUSTOMER ? { error: 'cards_sent_too_often' } : null;
}

/**
 * The rule for 'send again': a card that was sent, or failed; five minutes between two sends. Opened or not: a text gets
 * lost after it was read, too, and the link stays the same, so nothing is lost by it.
 */
export function resendDenial(facts: ResendFacts, now: Date): Denial | null {
  if (facts.state === 'waiting') return { error: 'card_not_sent_yet' };
  const denial = correctionDenial({ ...facts, openedAt: null }, now);
  if (denial) return denial;
  if (facts.toNobody) return { error: 'recipient_mobile_required' };
  if (facts.state === 'queued') return { error: facts.claimedAt ? 'card_being_sent' : 'card_not_sent_yet' };
  const last = Math.max(
    facts.againAt?.getTime() ?? 0,
    facts.state === 'failed' ? 0 : (facts.claimedAt?.getTime() ?? 0),
  );
  const from = new Date(last + PAUSE_MS);
  return from > now ? { error: pause(from.getTime() - now.getTime()), from } : null;
}

function pause(ms: number): FieldError {
  return { code: 'wait_before_resend', parameters: { minutes: Math.ceil(ms / 60_000) } };
}
