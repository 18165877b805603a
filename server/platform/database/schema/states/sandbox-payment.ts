import { defineStateMachine } from './state-machine.ts';

export const sandboxPaymentStates = defineStateMachine({
  name: 'sandbox payment',
  initial: ['requires_confirmation'],
  moves: {
    requires_confirmation: ['requires_action', 'requires_capture', 'succeeded', 'declined', 'canceled'],
    requires_action: ['requires_capture', 'succeeded', 'declined', 'canceled'],
    requires_capture: ['succeeded', 'canceled'],
    succeeded: ['refunded'],
    declined: [],
    canceled: [],
    refunded: [],
  },
});
