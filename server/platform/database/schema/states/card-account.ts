import { defineStateMachine } from './state-machine.ts';

/**
 * 'frozen': blocked until a decision. 'void': all remaining value was voided; restoring it brings back the earlier
 * status. The database rejects other moves (guard_gift_card_account).
 */
export const cardAccountStates = defineStateMachine({
  name: 'card account',
  initial: ['active'],
  moves: {
    active: ['frozen', 'void', 'expired'],
    frozen: ['active', 'void', 'expired'],
    void: ['active', 'frozen'],
    expired: ['active'],
  },
});
