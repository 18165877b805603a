import { expect, test } from 'vitest';
import { openTypeface } from './typeface.ts';

async function draw(text: string) {
  const typeface = await openTypeface({ weight: 600, texts: [text] });
  return typeface.shapesOf(text);
}
async function svgOf(text: string) {
  return (await draw(text)).map(({ svg }) => svg);
}

test.each(['🎂', '❤️', '❤', '👍🏽', '👩🏽‍🚀', '1️⃣', '🏳️‍🌈', '☕'])('%s is one picture', async (emoji) => {
  const shapes = await draw(emoji);
  expect(shapes).toHaveLength(1);
  expect(shapes[0]?.svg).toMatch(/^<g transform="translate\(50 -855\) scale\(32.8125\)/);
});

test('a sign that is both is a letter unless the writer asks for the picture', async () => {
  expect((await svgOf('©'))[0]).toMatch(/^<path/);
  expect((await svgOf('©\ufe0f'))[0]).toMatch(/^<g/);
  expect(await svgOf('5')).toEqual([expect.stringMatching(/^<path/)]);
});

test('a hand that points right is the one that points left, mirrored', async () => {
  const [left = ''] = await svgOf('👈🏽');
  const [right = ''] = await svgOf('👉🏽');
  expect(right.replace(' translate(32 0) scale(-1 1)', '')).toBe(left);
  expect(right).not.toBe(left);
});

test('a family without a picture is drawn as its single people, a flag as its letters', async () => {
  expect(await svgOf('💑🏽')).toEqual(await svgOf('🧑❤️🧑'));
  expect(await svgOf('👨‍👩‍👧')).toEqual(await svgOf('👨👩👧'));
  expect(await svgOf('🇦🇺')).toEqual(await svgOf('AU'));
  expect(await svgOf('🏴󠁧󠁢󠁥󠁮󠁧󠁿')).toEqual(await svgOf('🏴'));
});

test('letters with marks are drawn with them, however they are typed', async () => {
  expect(await svgOf('e\u0301')).toEqual(await svgOf('é'));
  const [marked] = await draw('q\u0303');
  const [plain] = await draw('q');
  expect(marked?.svg.startsWith(plain?.svg ?? 'x')).toBe(true);
  expect(marked?.ink?.top).toBeLessThan(plain?.ink?.top ?? 0);
  expect(marked?.advance).toBe(plain?.advance);
});

test('what cannot be drawn comes as near as possible and never as an empty box', async () => {
  expect(await svgOf('𝓗𝓲')).toEqual(await svgOf('Hi'));
  expect(await svgOf('ＡＢ１')).toEqual(await svgOf('AB1'));
  expect(await svgOf('小明')).toEqual(await svgOf('??'));
  expect(await svgOf('שלום')).toEqual(await svgOf('????'));
  expect(await draw('\u200d\ufe0f\u202e')).toEqual([]);
  expect(await draw('\u{1fae9}\u2a7d')).toEqual(expect.arrayContaining([{ advance: 0.2, ink: null, svg: '' }]));
});
