import { stateMachine } from './state-machine.ts';

/** A customer has one open cart; it is ordered once, when its order is placed. */
export const cartStates = stateMachine({
  name: 'cart',
  initial: ['open'],
  moves: { open: ['ordered'], ordered: [] },
});
