import { expect, it } from 'vitest';
import { isBlank, stripInvisibleCharacters, toSingleLine } from './seen-words.ts';

it.each([
  ['\u202EWren', 'Wren'],
  ['W\u200Bre\u2060n\u00AD\uFEFF', 'Wren'],
  ['\u2066Wren\u2069\u200E\u200F\u061C', 'Wren'],
  ['e\u200Cvil\u200D.com', 'evil.com'],
  ['Wren\u3164\u115F\u2800', 'Wren'],
  ['a\u{E0041}b', 'ab'],
])('removes the invisible characters of %j and returns %j', (text, seen) => {
  expect(stripInvisibleCharacters(text)).toBe(seen);
});

it.each([
  ['Persian', 'نمی‌خواهم'],
  ['Arabic', 'محمد'],
  ['Hebrew', 'שָׁלוֹם'],
  ['Devanagari', 'क्‍ष'],
  ['Sinhala', 'ශ්‍රී'],
  ['a Malayalam word that ends with a joiner', 'അവന്‍'],
  ['the cook emoji', '👩‍🍳'],
  ['the family emoji', '👨‍👩‍👧‍👦'],
  ['the rainbow flag', '🏳️‍🌈'],
  ['the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['the heart emoji', '❤️'],
  ['accents', 'Zoë Nguyễn O’Hara'],
])('keeps every character of %s', (_, text) => {
  expect(stripInvisibleCharacters(text)).toBe(text);
});

it.each(['', ' ', '\u200B', '\u202E \u2060', '\u3164', '\u2800', '\uFE0F', '\u0301', '\n'])(
  'treats %j as blank',
  (text) => {
    expect(isBlank(text)).toBe(true);
  },
);

it.each(['x', '名', '🎁', '!'])('does not treat %j as blank', (text) => {
  expect(isBlank(text)).toBe(false);
});

it('joins several lines of text into one', () => {
  expect(toSingleLine(' Hi\r\n\u2028there\u0085\t you\u200B ')).toBe('Hi there you');
});
