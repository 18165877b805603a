import type { CardState } from '#contract/gift-cards.ts';

/** Allowed moves of a card ('queued' again is the buyer's new round); the database check gift_cards_state knows the same names. Staying where it is is always allowed. */
const MOVES: Record<CardState, readonly CardState[]> = {
  waiting: ['queued', 'void'],
  queued: ['sent', 'delivered', 'failed', 'unknown', 'void'],
  sent: ['queued', 'delivered', 'failed', 'unknown', 'void'],
  unknown: ['queued', 'sent', 'delivered', 'failed', 'void'],
  failed: ['queued', 'sent', 'delivered', 'void'],
  delivered: ['queued', 'void'],
  void: [],
};

export function mayMove(from: CardState, to: CardState): boolean {
  return from === to || MOVES[from].includes(to);
}

/** Until its delivery has begun the buyer can still change recipient, message and schedule. */
export function isEditable({ state, begun }: { state: CardState; begun: boolean }): boolean {
  return state === 'waiting' || (state === 'queued' && !begun);
}
