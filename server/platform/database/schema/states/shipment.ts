import { defineStateMachine } from './state-machine.ts';

export const shipmentStates = defineStateMachine({
  name: 'shipment',
  initial: ['packed', 'sent'],
  moves: {
    packed: ['sent'],
    sent: ['received'],
    received: [],
  },
});
