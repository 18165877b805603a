import { expect, it } from 'vitest';
import { secondsLeft, toWaitMinutes } from './wait-times.ts';

it.each([
  [30_000, 0, 30],
  [30_000, 1, 30],
  [30_000, 29_001, 1],
  [30_000, 30_000, 0],
  [0, 99, 0],
])('with until %i and now %i, returns %i seconds left', (until, now, left) => {
  expect(secondsLeft(until, now)).toBe(left);
});

it.each([
  [90, 0],
  [91, 2],
  [120, 2],
  [1_964, 33],
])('converts a wait of %i seconds to %i minutes, or to 0 if the wait is short', (seconds, minutes) => {
  expect(toWaitMinutes(seconds)).toBe(minutes);
});
