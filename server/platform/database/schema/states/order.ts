import { stateMachine } from './state-machine.ts';

/**
 * A declined order is retried with the same cart. 'held' waits for an operator. If a refund fails after it was sent,
 * the order is approved again.
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
 * Why an order waits for an operator: the first matching rule. The last three come from the card's bank after
 * authorisation. Its payment card can also cause 'gift value'; the bank's security code check ends 'new device'.
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
