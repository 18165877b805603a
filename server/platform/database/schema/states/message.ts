import { defineStateMachine } from './state-machine.ts';

/**
 * Delivery reports may overtake the provider's response, so they also apply to 'queued', 'claimed' and 'failed'. A slow
 * process may still resolve 'unknown'. Senders may retry failed messages, and unneeded messages may be needed again.
 */
export const messageStates = defineStateMachine({
  name: 'message',
  initial: ['queued', 'claimed'],
  moves: {
    queued: ['claimed', 'sent', 'delivered', 'failed', 'not_needed'],
    claimed: ['queued', 'sent', 'delivered', 'failed', 'unknown', 'not_needed'],
    sent: ['delivered', 'failed'],
    delivered: [],
    failed: ['claimed', 'sent', 'delivered'],
    unknown: ['queued', 'sent', 'delivered', 'failed'],
    not_needed: ['queued'],
  },
});

export type MessageState = (typeof messageStates.states)[number];
