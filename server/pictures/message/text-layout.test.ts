import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { LINE_HEIGHT, type TextArea } from '#contract/rules/gift-card/gift-picture.ts';
import type { TextLayout, Typeface } from './text-layout.ts';
import { layoutText } from './text-layout.ts';
import { openTypeface } from './typeface.ts';

const area: TextArea = { x: 100, y: 200, width: 520, height: 260, size: 72, align: 'center', colour: '#000000' };

/** With emoji loaded, for every test. */
let typeface: Typeface;
beforeAll(async () => {
  typeface = await openTypeface({ weight: 700, texts: ['🎂'] });
});

function inkBox({ placed }: TextLayout) {
  const boxes = placed.flatMap(({ shape: { ink }, x, y, size }) =>
    ink
      ? [
          {
            left: x + ink.left * size,
            top: y + ink.top * size,
            right: x + ink.right * size,
            bottom: y + ink.bottom * size,
          },
        ]
      : [],
  );
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    count: boxes.length,
  };
}

/** Counted from where the shapes stand. */
function linesOf(layout: TextLayout): number {
  return new Set(layout.placed.map(({ y }) => y.toFixed(3))).size;
}

const words = fc.array(
  fc.oneof(
    fc.constantFrom(
      'Happy',
      'birthday',
      'Wolfeschlegelsteinhausenbergerdorff',
      '🎂🎉',
      '👩🏽‍🚀',
      '🇦🇺',
      'WWWWWW',
      'Ấy',
      'j',
      'a\u00a0b',
    ),
    fc.constantFrom('小明同学生日快乐', 'שלום', 'مرحبا', '\n', '\r\n', '\u200b', '<b>&amp;', 'q̃̃̃̃', '½ﬁ'),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
  ),
  { maxLength: 14 },
);

const areas = fc.record({
  x: fc.integer({ min: 0, max: 300 }),
  y: fc.integer({ min: 0, max: 500 }),
  width: fc.integer({ min: 20, max: 420 }),
  height: fc.integer({ min: 12, max: 400 }),
  size: fc.integer({ min: 10, max: 120 }),
  align: fc.constantFrom('start', 'center', 'end'),
  colour: fc.constant('#000000'),
});

test('no ink ever leaves its area, nothing is dropped, and the size never grows', () => {
  fc.assert(
    fc.property(words, fc.constantFrom('', ' '), areas, (list, glue, where) => {
      const text = list.join(glue);
      const layout = layoutText({ text, area: where, typeface });
      const ink = inkBox(layout);
      if (ink.count > 0) {
        expect(ink.left).toBeGreaterThanOrEqual(where.x - 1e-6);
        expect(ink.top).toBeGreaterThanOrEqual(where.y - 1e-6);
        expect(ink.right).toBeLessThanOrEqual(where.x + where.width + 1e-6);
        expect(ink.bottom).toBeLessThanOrEqual(where.y + where.height + 1e-6);
      }
      expect(layout.size).toBeLessThanOrEqual(where.size);
      const wanted = text
        .split(/\s+/)
        .flatMap((word) => typeface.shapesOf(word))
        .filter((shape) => shape.ink);
      expect(ink.count).toBe(wanted.length);
    }),
    { numRuns: 300 },
  );
});

test('short text keeps its size on one line, in the middle of the area', () => {
  const layout = layoutText({ text: 'HIH', area, typeface });
  expect([layout.size, layout.lineCount]).toEqual([72, 1]);
  const ink = inkBox(layout);
  expect((ink.left + ink.right) / 2).toBeCloseTo(360, 0);
  expect(Math.abs((ink.top + ink.bottom) / 2 - 330)).toBeLessThan(72 * 0.1);
});

test('start and end stand at their edges', () => {
  const edges = (align: TextArea['align']) => inkBox(layoutText({ text: 'Hi', area: { ...area, align }, typeface }));
  expect(edges('start').left - 100).toBeLessThan(8);
  expect(620 - edges('end').right).toBeLessThan(8);
});

test('lines are a line height apart and broken between words of similar length', () => {
  const layout = layoutText({ text: 'one two three four', area: { ...area, width: 420 }, typeface });
  expect([layout.size, layout.lineCount, linesOf(layout)]).toEqual([72, 2, 2]);
  const [upper = 0, lower = 0] = [...new Set(layout.placed.map(({ y }) => y))];
  expect(lower - upper).toBeCloseTo(72 * LINE_HEIGHT);
});

test('longer text is set smaller, until long words are broken too', () => {
  const sizes = ['Hi', 'Happy birthday', 'Happy birthday to you, dear friend of many years, and many more'].map(
    (text) => layoutText({ text, area: { ...area, height: 120 }, typeface }).size,
  );
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(new Set(sizes).size).toBe(3);
  const broken = layoutText({ text: 'W'.repeat(50), area, typeface });
  expect(broken.lineCount).toBeGreaterThan(2);
  expect(broken.size).toBeGreaterThan(30);
  expect(broken.placed).toHaveLength(50);
});

test('line breaks are kept, white space around is not', () => {
  expect(layoutText({ text: ' a\n\nb \r\n c\n', area, typeface }).lineCount).toBe(4);
  expect(layoutText({ text: '  \n ', area, typeface })).toEqual({ size: 72, lineCount: 0, placed: [] });
});

test('an area without room is an error in the template', () => {
  expect(() => layoutText({ text: 'a', area: { ...area, width: 0 }, typeface })).toThrow(RangeError);
});
