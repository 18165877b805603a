import { stateMachine } from './state-machine.ts';

/**
 * What a seller sends of an order. It begins as 'packed', or as 'sent' where nobody said that it was packed; nothing
 * that has left comes back to 'packed'.
 */
export const shipmentStates = stateMachine({
  name: 'shipment',
  initial: ['packed', 'sent'],
  moves: {
    packed: ['sent'],
    sent: ['received'],
    received: [],
  },
});
