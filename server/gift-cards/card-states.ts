import type { CardState } from '#contract/gift-cards.ts';

/** Allowed moves of a card; the database check gift_cards_state knows the same names. Staying where it is is always allowed. */
const MOVES: Record<CardState, readonly CardState[]> = {
  waiting: ['queued', 'void'],
  queued: ['sent', 'delivered', 'failed', 'unknown', 'void'],
  sent: ['delivered', 'failed', 'unknown', 'void'],
  unknown: ['sent', 'delivered', 'failed', 'void'],
  failed: ['queued', 'sent', 'delivered', 'void'],
  delivered: ['void'],
  void: [],
};

export function mayMove(from: CardState, to: CardState): boolean {
  return from === to || MOVES[from].includes(to);
}

/** Until its delivery has begun the buyer can still change recipient, message and schedule. */
export function isEditable({ state, begun }: { state: CardState; begun: boolean }): boolean {
  return state === 'waiting' || (state === 'queued' && !begun);
}
