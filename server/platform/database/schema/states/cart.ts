import { defineStateMachine } from './state-machine.ts';

export const cartStates = defineStateMachine({
  name: 'cart',
  initial: ['open'],
  moves: { open: ['ordered'], ordered: [] },
});
