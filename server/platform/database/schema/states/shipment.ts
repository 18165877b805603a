import { stateMachine } from './state-machine.ts';

/** Starts as 'sent' if the seller never reported it packed. */
export const shipmentStates = stateMachine({
  name: 'shipment',
  initial: ['packed', 'sent'],
  moves: {
    packed: ['sent'],
    sent: ['received'],
    received: [],
  },
});
