import { stateMachine } from './state-machine.ts';

/** Value put aside while an order or a till waits for its money. The ledger entry that ends a hold moves it, once. */
export const cardHoldStates = stateMachine({
  name: 'card hold',
  initial: ['held'],
  moves: { held: ['captured', 'released', 'lapsed'], captured: [], released: [], lapsed: [] },
});
