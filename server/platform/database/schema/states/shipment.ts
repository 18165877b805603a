import { stateMachine } from './state-machine.ts';

export const shipmentStates = stateMachine({
  name: 'shipment',
  initial: ['packed', 'sent'],
  moves: {
    packed: ['sent'],
    sent: ['received'],
    received: [],
  },
});
