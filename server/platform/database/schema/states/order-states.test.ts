import { expect, it } from 'vitest';
import { disputeStates } from './dispute.ts';
import { orderStates } from './order.ts';
import { LIVE_PAYMENT_STATES, paymentStates } from './payment.ts';
import { OPEN_REFUND_STATES, refundStates } from './refund.ts';
import { mayMove, type StateMachine } from './state-machine.ts';

const listMoves = <State extends string>(machine: StateMachine<State>): string[] =>
  machine.states.flatMap((from) =>
    machine.states.filter((to) => mayMove(machine, from, to)).map((to) => `${from} -> ${to}`),
  );

it('decides an order once, and then allows only a refund and its reversal', () => {
  expect(listMoves(orderStates)).toEqual([
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

it('allows no transition from a declined or voided payment, and only a refund after a capture', () => {
  for (const state of ['declined', 'voided'] as const) expect(paymentStates.moves[state]).toEqual([]);
  expect(paymentStates.moves.captured).toEqual(['refunded']);
  expect(paymentStates.moves.refunded).toEqual(['captured']);
  expect(LIVE_PAYMENT_STATES.every((state) => paymentStates.states.includes(state))).toBe(true);
});

it('never requeues a refund, and counts every refund as open unless it failed', () => {
  expect(listMoves(refundStates).filter((move) => move.endsWith('-> queued'))).toEqual([]);
  expect(refundStates.states.filter((state) => !(OPEN_REFUND_STATES as readonly string[]).includes(state))).toEqual([
    'failed',
  ]);
});

it('allows every transition between dispute states, because the bank decides', () => {
  expect(listMoves(disputeStates)).toHaveLength(6);
});
