import { expect, test } from 'vitest';
import { codeGroups, dayText, dollarText, stateOf } from './card-facts.ts';

test('a code is read in fours, however the server writes it', () => {
  for (const code of ['ABCD-EFGH-JKMN-PQRS', 'ABCDEFGHJKMNPQRS']) {
    expect(codeGroups(code)).toEqual(['ABCD', 'EFGH', 'JKMN', 'PQRS']);
  }
  expect(codeGroups('')).toEqual([]);
});

test('a day is the one in Sydney, on both sides of midnight', () => {
  expect([dayText('2029-11-20T13:30:00Z'), dayText('2029-11-20T12:30:00Z')]).toEqual([
    '21 November 2029',
    '20 November 2029',
  ]);
});

test('amounts show two decimals', () => {
  expect([dollarText(50), dollarText(1234.5)]).toEqual(['$50.00', '$1,234.50']);
});

test('a live card with nothing left on it is spent; void and expired stay what they are', () => {
  expect(stateOf({ state: 'live', balance: 0.01 })).toBe('live');
  expect(stateOf({ state: 'live', balance: 0 })).toBe('spent');
  expect(stateOf({ state: 'void', balance: 0 })).toBe('void');
  expect(stateOf({ state: 'expired', balance: 20 })).toBe('expired');
});
