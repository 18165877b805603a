import { defineStateMachine } from './state-machine.ts';

/**
 * Refunds by the shop start as 'queued', and a job sends them. Refunds that the provider made start in their current
 * state. The provider's latest report wins, even after 'succeeded' (a bank may return the money) or 'failed'.
 */
export const refundStates = defineStateMachine({
  name: 'refund',
  initial: ['queued', 'pending', 'succeeded'],
  moves: {
    queued: ['pending', 'succeeded', 'failed'],
    pending: ['succeeded', 'failed'],
    succeeded: ['pending', 'failed'],
    failed: ['pending', 'succeeded'],
  },
});

export const OPEN_REFUND_STATES = ['queued', 'pending', 'succeeded'] as const;
