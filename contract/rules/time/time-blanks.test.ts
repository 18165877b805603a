import { expect, it } from 'vitest';
import { countSegments } from '../gift-card/segments.ts';
import { preventTimeBreaks, toPlainSpaces } from './time-blanks.ts';

it.each([
  ['goes out at 6:00 am today', 'goes out at 6:00\u00a0am today'],
  ['between 8\u202fpm and 6\u202fam: rest', 'between 8\u00a0pm and 6\u00a0am: rest'],
  ['heute um 06:00 Uhr, Ortszeit Perth', 'heute um 06:00\u00a0Uhr, Ortszeit Perth'],
  ['6\u00a0am', '6\u00a0am'],
])('keeps the number and unit of a time such as %j on one line', (text, expected) => {
  expect(preventTimeBreaks(text)).toBe(expected);
});

it('allows a line break between numbers and words that are not times', () => {
  for (const text of ['I am 6', '6 amber mugs', '20 pmol', '6, am Markt', '24 Dec 2026', '10 Uhren', 'Fig 6 äm'])
    expect(preventTimeBreaks(text)).toBe(text);
});

it('replaces special spaces in text messages with plain ones, which are in the GSM alphabet', () => {
  const text = toPlainSpaces('by 28 Nov 2026, 3:02\u202fpm or 4:00\u00a0pm');
  expect(text).toBe('by 28 Nov 2026, 3:02 pm or 4:00 pm');
  expect(countSegments(text).encoding).toBe('gsm');
});
