import { stateMachine } from './state-machine.ts';

/**
 * An order. 'pending' while its payment is being made; a declined one is tried again with the same cart. 'held' waits
 * for an operator. A refund that fails after it was sent makes a refunded order approved again.
 */
export const orderStates = stateMachine({
  name: 'order',
  initial: ['pending'],
  moves: {
    pending: ['declined', 'held', 'approved'],
    declined: ['pending'],
    held: ['approved', 'refused'],
    approved: ['refunded'],
    refused: [],
    refunded: ['approved'],
  },
});

/**
 * Why an order waits for an operator instead of being approved at once: the first rule that holds it. The last three are
 * what its card's bank says, which is known once the payment is authorised. Its payment card can also bring 'gift value',
 * and the bank's check of the card's security code ends 'new device'.
 */
export const HELD_REASONS = [
  'value',
  'first order',
  'velocity',
  'declines',
  'gift value',
  'new device',
  'card country',
  'postcode check',
  'security code check',
] as const;
export type HeldFor = (typeof HELD_REASONS)[number];
