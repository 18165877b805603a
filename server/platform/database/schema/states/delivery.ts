import { defineStateMachine } from './state-machine.ts';

/**
 * A delivery returns to 'queued' for another attempt, even before the previous one ended, and to 'failed' when a report
 * has a better reason. 'unknown' means that the carrier's response was lost.
 */
export const deliveryStates = defineStateMachine({
  name: 'delivery',
  initial: ['waiting', 'queued'],
  moves: {
    waiting: ['queued'],
    queued: ['queued', 'sent', 'delivered', 'failed', 'unknown'],
    sent: ['queued', 'delivered', 'failed', 'unknown'],
    delivered: ['queued'],
    failed: ['queued', 'sent', 'delivered', 'failed'],
    unknown: ['queued', 'sent', 'delivered', 'failed'],
  },
});
export type DeliveryState = (typeof deliveryStates.states)[number];
