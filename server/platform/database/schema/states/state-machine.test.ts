import { expect, it } from 'vitest';
import { initialState, mayMove, sourcesOf, stateMachine } from './state-machine.ts';

const door = stateMachine({
  name: 'door',
  initial: ['closed'],
  moves: { closed: ['open', 'locked'], open: ['closed'], locked: ['closed'] },
});

it('a machine knows its states, and the moves between them alone', () => {
  expect(door.states).toEqual(['closed', 'open', 'locked']);
  expect(mayMove(door, 'closed', 'open')).toBe(true);
  expect(mayMove(door, 'open', 'locked')).toBe(false);
  expect(mayMove(door, 'open', 'open')).toBe(false);
});

it('a state is reached from where the table says', () => {
  expect(sourcesOf(door, 'closed')).toEqual(['open', 'locked']);
  expect(sourcesOf(door, 'locked')).toEqual(['closed']);
});

it('a row begins in an initial state alone', () => {
  expect(initialState(door, 'closed')).toBe('closed');
  expect(() => initialState(door, 'locked')).toThrow('No door begins as locked.');
});
