import { expect, it } from 'vitest';
import { defineStateMachine, listSourceStates, mayMove, requireInitialState } from './state-machine.ts';

const door = defineStateMachine({
  name: 'door',
  initial: ['closed'],
  moves: { closed: ['open', 'locked'], open: ['closed'], locked: ['closed'] },
});

it("allows only transitions that the state machine's table contains", () => {
  expect(door.states).toEqual(['closed', 'open', 'locked']);
  expect(mayMove(door, 'closed', 'open')).toBe(true);
  expect(mayMove(door, 'open', 'locked')).toBe(false);
  expect(mayMove(door, 'open', 'open')).toBe(false);
});

it('returns all states from which a given state can be reached', () => {
  expect(listSourceStates(door, 'closed')).toEqual(['open', 'locked']);
  expect(listSourceStates(door, 'locked')).toEqual(['closed']);
});

it('creates a row only in an initial state', () => {
  expect(requireInitialState(door, 'closed')).toBe('closed');
  expect(() => requireInitialState(door, 'locked')).toThrow('"locked" is not an initial state of door.');
});
