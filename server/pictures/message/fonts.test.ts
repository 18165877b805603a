import { expect, test } from 'vitest';
import { loadDisplayFont } from './fonts.ts';

test.each([500, 600, 700, 800] as const)('weight %i has letters from all its files', async (weight) => {
  const font = await loadDisplayFont(weight);
  for (const letter of 'Az09$€&éñāŁğậỹ—’·') {
    const shape = font.shapeOf(letter.codePointAt(0) ?? 0);
    expect(shape?.ink, letter).not.toBeNull();
    expect(shape?.svg, letter).toMatch(/^<path d="M[-\d. MLQCZ]+"\/>$/);
    expect(shape?.advance, letter).toBeGreaterThan(0.1);
  }
  expect(font.shapeOf(0x4e2d)).toBeNull();
  expect(font.shapeOf(0x20)).toMatchObject({ ink: null, svg: '' });
});

test('letters that leave a gap are drawn together, others are not moved', async () => {
  const font = await loadDisplayFont(700);
  const kern = (pair: string) => {
    const [left, right] = [...pair].map((letter) => font.shapeOf(letter.codePointAt(0) ?? 0));
    return left && right ? font.kern(left, right) : null;
  };
  for (const pair of ['AV', 'To', 'Ta', 'P.', 'r,', 'Yo']) expect(kern(pair), pair).toBeLessThan(-0.04);
  for (const pair of ['nn', 'oo', '11', 'HH']) expect(kern(pair), pair).toBe(0);
});
