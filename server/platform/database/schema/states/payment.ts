import { defineStateMachine } from './state-machine.ts';

/**
 * 'requires_action' may follow itself, each time with a new challenge secret. 'authorised' money is reserved while its
 * order waits for an operator.
 */
export const paymentStates = defineStateMachine({
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

/** States of payment attempts that were paid or may still be. An order has at most one such attempt. */
export const LIVE_PAYMENT_STATES = ['started', 'requires_action', 'authorised', 'captured'] as const;
