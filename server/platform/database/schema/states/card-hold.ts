import { defineStateMachine } from './state-machine.ts';

/**
 * Value reserved while an order or till waits for payment. The ledger entry that ends a hold changes its state
 * (check_gift_card_cause). `npm run documents` writes this table into db/functions.sql.
 */
export const cardHoldStates = defineStateMachine({
  name: 'card hold',
  initial: ['held'],
  moves: { held: ['captured', 'released', 'lapsed'], captured: [], released: [], lapsed: [] },
});
