import { expect, it } from 'vitest';
import { formatTwoDigits, parseTypedNumber, spin } from './spin.ts';

it('wraps hours from 23 to 0 and from 0 to 23 [ST-060]', () => {
  expect([spin(23, 1, 24), spin(0, -1, 24), spin(9, 1, 24)]).toEqual([0, 23, 10]);
});

it('wraps minutes from 59 to 0 and from 0 to 59 [ST-061]', () => {
  expect([spin(59, 1, 60), spin(0, -1, 60), spin(30, -1, 60)]).toEqual([0, 59, 29]);
});

it('accepts only typed whole numbers in the allowed range', () => {
  expect([
    parseTypedNumber('07', 24),
    parseTypedNumber('24', 24),
    parseTypedNumber('', 24),
    parseTypedNumber('-1', 24),
  ]).toEqual([7, null, null, null]);
  expect(formatTwoDigits(7)).toBe('07');
});
