import { Font, Buffer as ShapingBuffer } from 'harfbuzzjs';
import { afterEach, expect, it, vi } from 'vitest';
import {
  PICTURE_AREAS,
  PICTURE_WORDS_LIMITS,
  type PictureWords,
  type TemplateLayout,
  type TextArea,
} from '#contract/rules/gift-card/gift-picture.ts';
import { drawWords } from './words-drawing.ts';

const line: TextArea = { x: 60, y: 50, width: 600, height: 70, size: 48, align: 'center', colour: '#ffffff' };
const layout: TemplateLayout = {
  to: line,
  message: { ...line, y: 150, height: 420, size: 84 },
  from: { ...line, y: 600 },
  amount: { ...line, y: 690, height: 120, size: 100 },
  footer: { ...line, y: 830, height: 40, size: 24 },
};
const longest = (text: string) =>
  Object.fromEntries(
    PICTURE_AREAS.map((area) => [area, text.repeat(300).slice(0, PICTURE_WORDS_LIMITS[area])]),
  ) as PictureWords;

afterEach(() => {
  vi.restoreAllMocks();
});

it.each(['W', 'WoIfesch', 'W ', 'क्षत्रिय', 'مرحبا', 'aא1', 'བཀྲ་ཤིས་', 'W\u200b'])(
  'shapes each character about ten times and traces each glyph once for the longest texts made of %j',
  async (text) => {
    const shaped = vi.spyOn(ShapingBuffer.prototype, 'addText');
    const traced = vi.spyOn(Font.prototype, 'glyphToPath');
    const words = longest(text);
    const svg = await drawWords(words, layout);
    const characters = shaped.mock.calls.reduce((sum, [, , length = 0]) => sum + length, 0);
    expect(characters).toBeLessThan(30 * Object.values(words).join('').length);
    expect(traced).toHaveBeenCalledTimes(svg.match(/<g id=/g)?.length ?? 0);
  },
);
