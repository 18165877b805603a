import type { CardState, MessageProblem } from '#contract/gift-cards.ts';
import type { Transaction } from '../database/handle.ts';
import { mayMove } from './card-states.ts';
import { type CardRow, lockCard, type NewCard, updateCard } from './cards-store.ts';

/** What the carrier reported of a card's text. */
export type TextReport = {
  round: number;
  state: 'sent' | 'delivered' | 'failed';
  sentAt: Date;
  reason: string;
  problem: MessageProblem | null;
};

/** Locks the card a report is about. */
export function lockReportedCard(tx: Transaction, giftCardId: number): Promise<CardRow | null> {
  return lockCard(tx, giftCardId);
}

/**
 * Moves a card with the report on its text, which carries the link. The card is locked by the caller. A card still on its way is
 * left to its job, which reads the message; a report on an older round changes nothing, and nothing takes an opened card back.
 */
export async function textReported(
  tx: Transaction,
  { card, report, now }: { card: CardRow; report: TextReport; now: Date },
): Promise<void> {
  const from = card.state as CardState;
  if (report.round !== card.round || from === 'queued' || !mayMove(from, report.state)) return;
  if (report.state === 'failed' && card.openedAt) return;
  await updateCard(tx, card.id, fieldsOf(report, now));
}

function fieldsOf({ state, sentAt, reason, problem }: TextReport, now: Date): Partial<NewCard> {
  if (state === 'failed')
    return { state, sentAt, deliveredAt: null, failure: reason, problem: problem ?? 'unreachable' };
  return { state, sentAt, deliveredAt: state === 'delivered' ? now : null, failure: null, problem: null };
}
