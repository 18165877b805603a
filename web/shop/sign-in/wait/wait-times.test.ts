import { expect, it } from 'vitest';
import { minutesOfWait, secondsLeft } from './wait-times.ts';

it.each([
  [30_000, 0, 30],
  [30_000, 1, 30],
  [30_000, 29_001, 1],
  [30_000, 30_000, 0],
  [0, 99, 0],
])('until %i at %i there are %i seconds left', (until, now, left) => {
  expect(secondsLeft(until, now)).toBe(left);
});

it.each([
  [90, 0],
  [91, 2],
  [120, 2],
  [1_964, 33],
])('a wait of %i seconds is said as %i minutes, a short one in seconds', (seconds, minutes) => {
  expect(minutesOfWait(seconds)).toBe(minutes);
});
