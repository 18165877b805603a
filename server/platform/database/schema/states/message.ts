import { stateMachine } from './state-machine.ts';

/**
 * A message to a phone or mailbox. Reports may arrive before the provider's answer, so they move 'queued' and 'claimed'
 * too; one may also arrive for a 'failed' message. A slow process may still settle 'unknown'. A sender may begin a
 * failed message anew, and one that was not needed may be needed again.
 */
export const messageStates = stateMachine({
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
