import { stateMachine } from './state-machine.ts';

/**
 * How far a gift card is on its way to the phone; what it is worth is the account's matter. 'queued' again is another
 * delivery attempt, which the customer may begin before the one before has ended; 'failed' again is a report that knows
 * better why. 'unknown': handed over, the carrier's answer was lost.
 */
export const deliveryStates = stateMachine({
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
