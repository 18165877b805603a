import { stateMachine } from './state-machine.ts';

/**
 * What may be done with a gift card's value. Active: spent. Frozen: nothing, until somebody has decided. Void: all that
 * was left has been voided; restored, it is again what it was. Expired: its time is over. The database refuses every
 * other move (guard_gift_card_account).
 */
export const cardAccountStates = stateMachine({
  name: 'card account',
  initial: ['active'],
  moves: {
    active: ['frozen', 'void', 'expired'],
    frozen: ['active', 'void', 'expired'],
    void: ['active', 'frozen'],
    expired: ['active'],
  },
});
