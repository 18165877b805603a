import type { CardState } from '#contract/gift-cards.ts';
import type { FieldError, FieldErrorCode } from '#contract/rules/field-errors.ts';
import { CLAIM_MS } from '#server/platform/messaging/claim-policy.ts';

/** Between two sends of a card: picture messages may take minutes, and each send makes the phone ring. */
const PAUSE_MS = 5 * 60_000;
/** In 24 hours, beyond the first send. */
const ATTEMPTS_A_CARD = 5;
const ATTEMPTS_A_CUSTOMER = 25;
/** In a card's life. Whoever needs more asks the operator. */
const MAX_CORRECTIONS = 5;
const MAX_RESENDS = 20;
/** A carrier that has not reported a delivery by then never does. */
const REPORTED_WITHIN_MS = 24 * 3_600_000;
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
  /** When a message of the present attempt was handed to the carrier without a final report since; null: none was. */
  unreportedSince: Date | null;
  /** The recipient replied STOP to any of our senders. */
  hasOptedOut: boolean;
  /** In the card's life: corrections of its number that began a delivery attempt, and sends to the same number. */
  corrections: number;
  resends: number;
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
 * The rule for a corrected number: before the card is opened, five times, each once the delivery before is known. So one
 * paid card cannot text many strangers. An operator may correct it more often. The caller checks whether the new number
 * accepts texts.
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
 * The rule for 'send again': a card that was sent, or failed; five minutes between two sends. Opened or not: a text gets
 * lost after it was read, too, and the link stays the same, so nothing is lost by it.
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
  return from > now ? { error: pause(from.getTime() - now.getTime()), from } : null;
}

const ANSWERED: ReadonlySet<FieldErrorCode> = new Set([
  'card_corrected_too_often',
  'card_resent_too_often',
  'card_delivery_not_known',
  'recipient_opted_out',
]);

/** Whether the customer may try: nothing is in the way, or the answer says what to do instead. */
export function isOffered(denial: Denial | null): boolean {
  return denial === null || ANSWERED.has(typeof denial.error === 'string' ? denial.error : denial.error.code);
}

function valueDenial({ state, expiresAt }: ResendFacts, now: Date): Denial | null {
  if (state === 'void') return { error: 'card_cancelled' };
  return expiresAt && expiresAt <= now ? { error: 'card_expired' } : null;
}

/** The carrier holds a message. */
function claimDenial({ claimed, claimedAt }: ResendFacts, now: Date): Denial | null {
  const claimEnds = claimed && claimedAt ? new Date(claimedAt.getTime() + CLAIM_MS) : null;
  return claimEnds && claimEnds > now ? { error: 'card_being_sent', from: claimEnds } : null;
}

/** The carrier has not reported yet what became of a message. */
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

function pause(ms: number): FieldError {
  return { code: 'wait_before_resend', parameters: { minutes: Math.ceil(ms / 60_000) } };
}
