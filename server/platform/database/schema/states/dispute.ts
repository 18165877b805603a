import { stateMachine } from './state-machine.ts';

/**
 * A bank's claim on a payment. It may be known for the first time when it is over, and is opened again by an appeal.
 */
export const disputeStates = stateMachine({
  name: 'dispute',
  initial: ['open', 'won', 'lost'],
  moves: {
    open: ['won', 'lost'],
    won: ['open', 'lost'],
    lost: ['open', 'won'],
  },
});
