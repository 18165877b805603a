import { stateMachine } from './state-machine.ts';

export const cartStates = stateMachine({
  name: 'cart',
  initial: ['open'],
  moves: { open: ['ordered'], ordered: [] },
});
