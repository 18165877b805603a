import { stateMachine } from './state-machine.ts';

/**
 * One attempt to pay. 'requires_action' may repeat: each time the bank asks again the secret of its challenge is new.
 * 'authorised' is money held for an order that waits for an operator.
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

/** Attempts that may still be paid, or were: an order has at most one of these. */
export const LIVE_PAYMENT_STATES = ['started', 'requires_action', 'authorised', 'captured'] as const;
