import { expect, it } from 'vitest';
import { readMobile, toReachableMobile } from './mobile-number.ts';

it.each([
  ['+64021123456', '+6421123456'],
  ['+4901701234567', '+491701234567'],
  ['+3606301234567', '+36301234567'],
  ['+390612345678', '+390612345678'],
  ['+610412345678', '+61412345678'],
  ['001164021123456', '+6421123456'],
])('reads %s as the mobile number %s', (digits, number) => {
  expect(toReachableMobile(digits)).toBe(number);
});

it.each(['+61 412 345 678', '+61212345678', '+6421', '04O2345678', '０４１２３４５６７８'])(
  'rejects the number %s in an API call',
  (text) => {
    expect(toReachableMobile(text)).toBeNull();
  },
);

it('accepts a number pasted into a command', () => {
  expect(readMobile('\u202D+64 (0)21\u2013123\u2013456\u202C')).toBe('+6421123456');
  expect(readMobile('04O2 345 678')).toBeNull();
});
