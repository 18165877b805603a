import { stateMachine } from './state-machine.ts';

/**
 * Money on its way back. Ours begin as 'queued' and are sent by a job; one made at the provider is known from its
 * present state on. The provider's latest word counts, even after 'succeeded' (a bank may send the money back) or
 * 'failed'.
 */
export const refundStates = stateMachine({
  name: 'refund',
  initial: ['queued', 'pending', 'succeeded'],
  moves: {
    queued: ['pending', 'succeeded', 'failed'],
    pending: ['succeeded', 'failed'],
    succeeded: ['pending', 'failed'],
    failed: ['pending', 'succeeded'],
  },
});

/** Refunds whose money has gone back, or is about to. */
export const OPEN_REFUND_STATES = ['queued', 'pending', 'succeeded'] as const;
