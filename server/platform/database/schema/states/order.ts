import { defineStateMachine } from './state-machine.ts';

/**
 * A declined order is retried with the same cart. A 'held' order waits for an operator. If a refund fails after it was
 * sent, the order is 'approved' again.
 */
export const orderStates = defineStateMachine({
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
 * Why an order waits for an operator: the first rule that matches. The last three depend on the bank's answer to the
 * authorisation. The payment card can also cause 'gift value', and a passed security code check clears 'new device'.
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
