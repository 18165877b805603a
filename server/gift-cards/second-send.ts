import type { CardState } from '#contract/gift-cards.ts';
import { CLAIM_MS } from './claim-message.ts';

/** Between two sends of a card: picture messages may take minutes, and nobody wants their phone to ring for nothing. */
const PAUSE_MS = 5 * 60_000;
/** In 24 hours, beyond the first send. */
const ROUNDS_A_CARD = 5;
const ROUNDS_A_MEMBER = 25;
/** A second tap within this time is the same wish. */
export const SAME_TAP_MS = 30_000;

export type SecondSendFacts = {
  state: CardState;
  openedAt: Date | null;
  expiresAt: Date;
  /** When the present round was handed over, or the newest claim of a message was taken. */
  claimedAt: Date | null;
  /** A message of it waits for the carrier's answer. */
  claimed: boolean;
  /** When the buyer last began a round, and how many began in the last 24 hours, of this card and of this buyer. */
  againAt: Date | null;
  roundsOfCard: number;
  roundsOfMember: number;
};

/** Why not; `from`: when it is possible again. */
export type Refusal = { message: string; from?: Date };

const WHY = {
  opened: 'This gift card has been opened already',
  void: 'This gift card has been cancelled',
  expired: 'This gift card has expired',
  waiting: 'This gift card has not gone out yet',
  busy: 'This gift card is going out right now. Please look again in two minutes',
  often: 'This gift card has been sent often enough for today. Please try again tomorrow',
  oftenByYou: 'You have sent gift cards again often enough for today. Please try again tomorrow',
} as const;

/** THE rule for a corrected number: any time before the card is opened, except while the carrier holds a message of it. */
export function correctRefusal(facts: SecondSendFacts, now: Date): Refusal | null {
  if (facts.state === 'void') return { message: WHY.void };
  if (facts.openedAt) return { message: WHY.opened };
  if (facts.expiresAt <= now) return { message: WHY.expired };
  const claimEnds = facts.claimed && facts.claimedAt ? new Date(facts.claimedAt.getTime() + CLAIM_MS) : null;
  if (claimEnds && claimEnds > now) return { message: WHY.busy, from: claimEnds };
  if (facts.roundsOfCard >= ROUNDS_A_CARD) return { message: WHY.often };
  return facts.roundsOfMember >= ROUNDS_A_MEMBER ? { message: WHY.oftenByYou } : null;
}

/** THE rule for 'send again': what has gone out, or failed to, and has not been opened; five minutes between two sends. */
export function resendRefusal(facts: SecondSendFacts, now: Date): Refusal | null {
  if (facts.state === 'waiting') return { message: WHY.waiting };
  const refused = correctRefusal(facts, now);
  if (refused) return refused;
  if (facts.state === 'queued') return { message: facts.claimedAt ? WHY.busy : WHY.waiting };
  const last = Math.max(
    facts.againAt?.getTime() ?? 0,
    facts.state === 'failed' ? 0 : (facts.claimedAt?.getTime() ?? 0),
  );
  const from = new Date(last + PAUSE_MS);
  return from > now ? { message: pauseText(from.getTime() - now.getTime()), from } : null;
}

function pauseText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return `Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} before you send it again`;
}
