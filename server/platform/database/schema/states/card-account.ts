import { stateMachine } from './state-machine.ts';

/**
 * Frozen: blocked until a decision. Void: all that was left was voided; restoring brings back the earlier state. The
 * database rejects other moves (guard_gift_card_account).
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
