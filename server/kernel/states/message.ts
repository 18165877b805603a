import { stateMachine } from './state-machine.ts';

/**
 * A message to a phone or mailbox. A carrier's report may come before its answer was noted, so 'queued' and 'claimed'
 * reach the states a report names, and even what was given up. A process that was only slow still settles an 'unknown'
 * one, also when it surely did not go out. What failed may be begun anew by who sent it; what was not needed any more
 * may be needed again.
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
