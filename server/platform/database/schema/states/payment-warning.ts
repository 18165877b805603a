import { stateMachine } from './state-machine.ts';

/** What the provider says of a payment before any dispute. It ends there, or by an operator, and then stays so. */
export const paymentWarningStates = stateMachine({
  name: 'payment warning',
  initial: ['open', 'cleared'],
  moves: { open: ['cleared'], cleared: ['open'] },
});
