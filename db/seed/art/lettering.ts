/**
 * Draws text as outlines. Machines that rasterise pictures lack our fonts, so pictures must not contain text elements.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

export type Weight = 500 | 700 | 800;
type Setting = {
  x: number;
  y: number;
  size: number;
  fill: string;
  weight?: Weight;
  anchor?: 'start' | 'middle' | 'end';
};

const fonts = new Map<Weight, opentype.Font>();

function loadFont(weight: Weight): opentype.Font {
  const cachedFont = fonts.get(weight);
  if (cachedFont) return cachedFont;
  const name = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-${weight}-normal.woff`;
  const bytes = readFileSync(createRequire(import.meta.url).resolve(name));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  fonts.set(weight, font);
  return font;
}

type Placed = { glyph: opentype.Glyph; x: number };

/** Places each glyph itself, because opentype.js cannot read the font's contextual tables. */
function set(words: string, size: number, weight: Weight): { placed: Placed[]; width: number } {
  const font = loadFont(weight);
  const scale = size / font.unitsPerEm;
  const glyphs = Array.from(words, (letter) => font.charToGlyph(letter));
  const placed: Placed[] = [];
  let x = 0;
  for (const [index, glyph] of glyphs.entries()) {
    const next = glyphs[index + 1];
    placed.push({ glyph, x });
    x += ((glyph.advanceWidth ?? 0) + (next ? font.getKerningValue(glyph, next) : 0)) * scale;
  }
  return { placed, width: x };
}

const letteringWidth = (words: string, size: number, weight: Weight = 700) => set(words, size, weight).width;

/** Replaces opentype.js's `toPathData`, which turns 1e-14 into NaN. */
function formatCommand(command: opentype.PathCommand): string {
  if (command.type === 'Z') return 'Z';
  const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const end = point(command.x, command.y);
  if (command.type === 'C') return `C${point(command.x1, command.y1)} ${point(command.x2, command.y2)} ${end}`;
  if (command.type === 'Q') return `Q${point(command.x1, command.y1)} ${end}`;
  return command.type + end;
}

export function lettering(words: string, { x, y, size, fill, weight = 700, anchor = 'middle' }: Setting): string {
  const { placed, width } = set(words, size, weight);
  const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  const outline = placed
    .flatMap(({ glyph, x: from }) => glyph.getPath(left + from, y, size).commands.map(formatCommand))
    .join('');
  return `<path d="${outline}" fill="${fill}"/>`;
}

export const sizeToFit = (words: string, room: number, size: number, weight: Weight = 700) =>
  Math.min(size, (size * room) / letteringWidth(words, size, weight));
