import { defineStateMachine } from './state-machine.ts';

/** The provider or an operator clears a warning. One that an operator cleared stays cleared. */
export const paymentWarningStates = defineStateMachine({
  name: 'payment warning',
  initial: ['open', 'cleared'],
  moves: { open: ['cleared'], cleared: ['open'] },
});
