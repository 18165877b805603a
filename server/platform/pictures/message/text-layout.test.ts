import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextArea } from '#contract/rules/gift-card/gift-picture.ts';
import { anyCharacter } from '#test/generators/any-character.ts';
import type { TextLayout } from './text-layout.ts';
import { layoutText, splitText } from './text-layout.ts';
import { openTypeface } from './typeface.ts';

const area: TextArea = { x: 100, y: 200, width: 520, height: 260, size: 72, align: 'center', colour: '#000000' };
const LINE_HEIGHT = 1.15;

async function layOut(text: string, where: TextArea = area): Promise<TextLayout> {
  return layoutText({ text, area: where, typeface: await openTypeface({ weight: 700, texts: splitText(text) }) });
}

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

function countLines(layout: TextLayout): number {
  return new Set(layout.placed.map(({ y }) => y.toFixed(3))).size;
}

const plain = fc.constantFrom(
  'Happy',
  'Wolfeschlegelsteinhausenbergerdorff',
  '🎂🎉',
  '👩🏽‍🚀',
  '🇦🇺',
  '小明同学生日快乐',
  'なまこ',
  'а',
  'j',
);
const rest = fc.oneof(
  fc.constantFrom(
    'שלום',
    'مرحبا بكم',
    'สวัสดีครับ',
    'शुभकामनाएँ',
    'a\u00a0b',
    '\n',
    '\r\n',
    '\u200b',
    '<b>&amp;',
    'q̃̃̃̃',
    '½ﬁ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
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

const expectInkInside = (layout: TextLayout, where: TextArea) => {
  const ink = inkBox(layout);
  if (ink.count === 0) return;
  expect(ink.left).toBeGreaterThanOrEqual(where.x - 1e-6);
  expect(ink.top).toBeGreaterThanOrEqual(where.y - 1e-6);
  expect(ink.right).toBeLessThanOrEqual(where.x + where.width + 1e-6);
  expect(ink.bottom).toBeLessThanOrEqual(where.y + where.height + 1e-6);
  expect(layout.size).toBeLessThanOrEqual(where.size);
};

it('keeps all ink inside the text area, whatever the text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(plain, rest), { maxLength: 14 }),
      fc.constantFrom('', ' '),
      areas,
      async (list, glue, where) => expectInkInside(await layOut(list.join(glue), where), where),
    ),
    { numRuns: 200 },
  );
});

it('drops no character when breaking lines and words', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plain, { maxLength: 10 }),
      fc.constantFrom('', ' ', '\n'),
      areas,
      async (list, glue, where) => {
        const graphemes = [...new Intl.Segmenter('en').segment(list.join(''))].length;
        expect(inkBox(await layOut(list.join(glue), where)).count).toBe(graphemes);
      },
    ),
    { numRuns: 150 },
  );
});

it('keeps short text at full size on one line, centred in the area', async () => {
  const layout = await layOut('HIH');
  expect([layout.size, layout.lineCount]).toEqual([72, 1]);
  const ink = inkBox(layout);
  expect((ink.left + ink.right) / 2).toBeCloseTo(360, 0);
  expect(Math.abs((ink.top + ink.bottom) / 2 - 330)).toBeLessThan(72 * 0.1);
});

it('aligns text to the start and the end of the area', async () => {
  const edges = (align: TextArea['align']) => layOut('Hi', { ...area, align }).then(inkBox);
  expect((await edges('start')).left - 100).toBeLessThan(8);
  expect(620 - (await edges('end')).right).toBeLessThan(8);
});

it('spaces lines by the line height and breaks them evenly between words', async () => {
  const layout = await layOut('one two three four', { ...area, width: 420 });
  expect([layout.size, layout.lineCount, countLines(layout)]).toEqual([72, 2, 2]);
  const [upper = 0, lower = 0] = [...new Set(layout.placed.map(({ y }) => y))];
  expect(lower - upper).toBeCloseTo(72 * LINE_HEIGHT);
});

it('shrinks longer text, and breaks long words as a last resort', async () => {
  const texts = ['Hi', 'Happy birthday', 'Happy birthday to you, dear friend of many years, and many more'];
  const layouts = await Promise.all(texts.map((text) => layOut(text, { ...area, height: 120 })));
  const sizes = layouts.map(({ size }) => size);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(new Set(sizes).size).toBe(3);
  const broken = await layOut('W'.repeat(50));
  expect(broken.lineCount).toBeGreaterThan(2);
  expect(broken.size).toBeGreaterThan(30);
  expect(broken.placed).toHaveLength(50);
});

it('keeps line breaks in the text and trims white space', async () => {
  expect((await layOut(' a\n\nb \r\n c\n')).lineCount).toBe(4);
  expect(await layOut('  \n ')).toEqual({ size: 72, lineCount: 0, placed: [] });
});

it("throws when the template's text area is empty", async () => {
  await expect(layOut('a', { ...area, width: 0 })).rejects.toThrow(RangeError);
});

describe('line breaking in each script', () => {
  const linesWith = async (text: string, width: number) => {
    const layout = await layOut(text, { ...area, width, height: 2_000 });
    return [layout.size, layout.lineCount];
  };

  it.each([
    ['Chinese', '生日快乐天天开心', 300, [72, 2]],
    ['Japanese (no small kana or punctuation starts a line)', 'ちょっと。ちょっと。', 300, [60, 2]],
    ['Thai (between words)', 'สุขสันต์วันเกิด', 300, [72, 2]],
    ['Tibetan (after a syllable dot)', 'བཀྲ་ཤིས་བདེ་ལེགས', 200, [72, 4]],
    ['a row of emoji', '🎂🎂🎂🎂🎂🎂', 260, [72, 2]],
    ['Korean (between words)', '행복한 하루', 200, [72, 2]],
  ])('breaks %s by the rules of its script', async (_, text, width, expected) => {
    expect(await linesWith(text, width)).toEqual(expected);
  });

  it('never starts a line with closing punctuation', async () => {
    const layout = await layOut('生日快乐，', { ...area, width: 290, height: 2_000 });
    const last = Math.max(...layout.placed.map(({ y }) => y));
    const onLast = layout.placed.filter(({ y, shape }) => y === last && shape.ink);
    expect(onLast.length).toBeGreaterThan(1);
  });

  it('right-aligns a line that begins in Hebrew when text is aligned to the start', async () => {
    const edges = async (text: string) => inkBox(await layOut(text, { ...area, align: 'start' }));
    expect(620 - (await edges('שלום')).right).toBeLessThan(8);
    expect((await edges('שלום')).left).toBeGreaterThan(300);
    expect((await edges('Hi שלום')).left - 100).toBeLessThan(8);
  });
});
