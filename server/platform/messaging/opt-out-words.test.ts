import { expect, it } from 'vitest';
import { readOptOutWord } from './opt-out-words.ts';

it.each([
  'STOP',
  ' stop. ',
  'Stop texting me please',
  'StopAll',
  'UNSUBSCRIBE',
  'unsubscribe me',
  'Opt out',
  'opt-out',
  'CANCEL',
  'End',
  'quit!',
])('reads %s as an opt-out', (text) => expect(readOptOutWord(text)).toBe('stop'));

it.each(['START', 'unstop', 'Yes!', 'opt in'])('reads %s as an opt-in', (text) =>
  expect(readOptOutWord(text)).toBe('start'),
);

it.each([
  '',
  'Thanks',
  'Please cancel my order',
  'the end of it',
  'stopping by at noon',
  'yes please call me',
  'Don’t stop',
])('reads %s as an ordinary reply', (text) => expect(readOptOutWord(text)).toBeNull());
