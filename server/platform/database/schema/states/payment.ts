import { stateMachine } from './state-machine.ts';

/**
 * 'requires_action' may repeat, with a new challenge secret each time. 'authorised' money is held for an order that
 * waits for an operator.
 */
export const paymentStates = stateMachine({
  name: 'payment',
  initial: ['started'],
  moves: {
    started: ['requires_action', 'authorised', 'captured', 'declined', 'voided'],
    requires_action: ['requires_action', 'authorised', 'captured', 'declined', 'voided'],
    authorised: ['captured', 'voided'],
    captured: ['refunded'],
    declined: [],
    voided: [],
    refunded: ['captured'],
  },
});

/** Attempts that were paid or still may be; at most one per order. */
export const LIVE_PAYMENT_STATES = ['started', 'requires_action', 'authorised', 'captured'] as const;
