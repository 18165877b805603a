import { stateMachine } from './state-machine.ts';

/**
 * Value put aside while an order or a till waits for its money. The ledger entry that ends a hold moves it, once
 * (check_gift_card_cause). `npm run documents` writes this table into db/functions.sql.
 */
export const cardHoldStates = stateMachine({
  name: 'card hold',
  initial: ['held'],
  moves: { held: ['captured', 'released', 'lapsed'], captured: [], released: [], lapsed: [] },
});
