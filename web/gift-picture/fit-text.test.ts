import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINE_HEIGHT } from '#contract/rules/gift-card/gift-picture.ts';
import { fitText } from './fit-text.ts';

/** A typeface in which every character is half as wide as it is high. */
const measure = (text: string) => text.length * 0.5;
const area = { width: 600, height: 144, size: 44 };
const place = (text: string) => fitText({ text, area, measure });

test('a short text stays at the largest size on one line; nothing gives no line', () => {
  expect(place('Happy birthday')).toEqual({ size: 44, lines: ['Happy birthday'] });
  expect(place('  \n ')).toEqual({ size: 44, lines: [] });
});

test('lines are of equal look, and line breaks of the customer are kept', () => {
  expect(place('one two three four five six seven').lines).toEqual(['one two three four', 'five six seven']);
  expect(place('Dear Mia\n\nyou did it').lines).toEqual(['Dear Mia', '', 'you did it']);
});

test('a word too wide for the area makes the text smaller first and is broken only below three fifths', () => {
  expect(place('x'.repeat(40))).toEqual({ size: 30, lines: ['x'.repeat(40)] });
  const broken = place('x'.repeat(50));
  expect(broken.size).toBeLessThan(44 * 0.6);
  expect(broken.lines.join('')).toBe('x'.repeat(50));
});

test('whatever is typed fits its area and no character is lost', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (text) => {
      const { size, lines } = place(text);
      expect(lines.length * LINE_HEIGHT * size).toBeLessThanOrEqual(area.height + 0.001);
      expect(lines.every((line) => measure(line) * size <= area.width + 0.001)).toBe(true);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});
