import { stateMachine } from './state-machine.ts';

/** May be known only after its end; an appeal reopens it. */
export const disputeStates = stateMachine({
  name: 'dispute',
  initial: ['open', 'won', 'lost'],
  moves: {
    open: ['won', 'lost'],
    won: ['open', 'lost'],
    lost: ['open', 'won'],
  },
});
