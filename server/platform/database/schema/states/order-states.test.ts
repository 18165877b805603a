import { expect, it } from 'vitest';
import { disputeStates } from './dispute.ts';
import { orderStates } from './order.ts';
import { LIVE_PAYMENT_STATES, paymentStates } from './payment.ts';
import { OPEN_REFUND_STATES, refundStates } from './refund.ts';
import { mayMove, type StateMachine } from './state-machine.ts';

/** Every move of a machine, as 'from -> to'. */
const movesOf = <State extends string>(machine: StateMachine<State>): string[] =>
  machine.states.flatMap((from) =>
    machine.states.filter((to) => mayMove(machine, from, to)).map((to) => `${from} -> ${to}`),
  );

it('an order is decided once, and afterwards only its money may go and come back', () => {
  expect(movesOf(orderStates)).toEqual([
    'pending -> declined',
    'pending -> held',
    'pending -> approved',
    'declined -> pending',
    'held -> approved',
    'held -> refused',
    'approved -> refunded',
    'refunded -> approved',
  ]);
});

it('an attempt that is over is never paid, and money that was captured stays captured or goes back', () => {
  for (const over of ['declined', 'voided'] as const) expect(paymentStates.moves[over]).toEqual([]);
  expect(paymentStates.moves.captured).toEqual(['refunded']);
  expect(paymentStates.moves.refunded).toEqual(['captured']);
  expect(LIVE_PAYMENT_STATES.every((state) => paymentStates.states.includes(state))).toBe(true);
});

it('a refund is never queued again, and a failed one alone gives its money back to the order', () => {
  expect(movesOf(refundStates).filter((move) => move.endsWith('-> queued'))).toEqual([]);
  expect(refundStates.states.filter((state) => !(OPEN_REFUND_STATES as readonly string[]).includes(state))).toEqual([
    'failed',
  ]);
});

it('a dispute may become anything else: its bank decides', () => {
  expect(movesOf(disputeStates)).toHaveLength(6);
});
