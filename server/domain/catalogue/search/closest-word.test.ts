import { expect, it } from 'vitest';
import { findClosestWord } from './closest-word.ts';

const shop = [
  'coffee',
  'jacket',
  'plant',
  'lantern',
  'soap',
  'socks',
  'books',
  'song',
  'towels',
  'tower',
  'birthday',
  'monstera',
  'mug',
];

it.each([
  ['cofee', 'coffee'],
  ['jaket', 'jacket'],
  ['plnat', 'plant'],
  ['lantren', 'lantern'],
  ['towl', 'towels'],
  ['bocks', 'books'],
  ['towle', 'towels'],
  ['brithday', 'birthday'],
  ['mosntrea', 'monstera'],
  ['muug', 'mug'],
  ['mgu', 'mug'],
  ['umg', 'mug'],
])('corrects the word %s to %s', (typed, meant) => {
  expect(findClosestWord(typed, shop)).toBe(meant);
});

it.each(['sofa', 'xbox', 'teh', 'zzzz', '', 'mag', 'gum', 'mu', 'um'])(
  'finds no correction for the word %j',
  (typed) => {
    expect(findClosestWord(typed, shop)).toBeUndefined();
  },
);
