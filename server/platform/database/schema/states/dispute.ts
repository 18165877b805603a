import { defineStateMachine } from './state-machine.ts';

/** The shop may learn of a dispute only after it ended. An appeal reopens it. */
export const disputeStates = defineStateMachine({
  name: 'dispute',
  initial: ['open', 'won', 'lost'],
  moves: {
    open: ['won', 'lost'],
    won: ['open', 'lost'],
    lost: ['open', 'won'],
  },
});
