import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'opentype.js';
import opentype from 'opentype.js';
import type { Kerning } from './kerning.ts';
import { readKerning } from './kerning.ts';
import type { Shape } from './text-layout.ts';

export type FontWeight = 500 | 600 | 700 | 800;

/** One weight of the display face, over its subset files. */
export type DisplayFont = {
  ascender: number;
  descender: number;
  /** The glyph of a code point, or null when no file has it. */
  shapeOf(codePoint: number): Shape | null;
  kern(left: Shape, right: Shape): number;
};

type Face = { font: Font; kerning: Kerning };

/** In the order they are asked: pairs in one file are kerned, so the file with the most letters comes first. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'];
const UNITS = 1000;

const require = createRequire(import.meta.url);
const loaded = new Map<FontWeight, Promise<DisplayFont>>();

/** Reads a weight on first use and keeps it: some 20 ms, then nothing. */
export function loadDisplayFont(weight: FontWeight): Promise<DisplayFont> {
  const known = loaded.get(weight);
  if (known !== undefined) return known;
  const font = openDisplayFont(weight);
  loaded.set(weight, font);
  // A failed read must not be remembered as the font.
  font.catch(() => loaded.delete(weight));
  return font;
}

async function openDisplayFont(weight: FontWeight): Promise<DisplayFont> {
  const faces = await Promise.all(SUBSETS.map((subset) => readFace(subset, weight)));
  const [main] = faces as [Face, ...Face[]];
  const shapes = new Map<number, Shape>();
  return {
    ascender: main.font.ascender / main.font.unitsPerEm,
    descender: -main.font.descender / main.font.unitsPerEm,
    shapeOf(codePoint) {
      const known = shapes.get(codePoint);
      if (known) return known;
      const character = String.fromCodePoint(codePoint);
      const face = faces.findIndex(({ font }) => font.charToGlyphIndex(character) > 0);
      const from = faces[face];
      if (!from) return null;
      const shape = drawGlyph(from.font, face, from.font.charToGlyphIndex(character));
      shapes.set(codePoint, shape);
      return shape;
    },
    kern(left, right) {
      if (!left.glyph || !right.glyph || left.glyph.face !== right.glyph.face) return 0;
      const face = faces[left.glyph.face];
      return face ? face.kerning(left.glyph.index, right.glyph.index) / face.font.unitsPerEm : 0;
    },
  };
}

async function readFace(subset: string, weight: FontWeight): Promise<Face> {
  const file = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-${weight}-normal.woff`;
  const bytes = await readFile(require.resolve(file));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return { font, kerning: readKerning(bytes) };
}

function drawGlyph(font: Font, face: number, index: number): Shape {
  const glyph = font.glyphs.get(index);
  const path = glyph.getPath(0, 0, UNITS);
  const advance = (glyph.advanceWidth ?? 0) / font.unitsPerEm;
  if (path.commands.length === 0) return { advance, ink: null, svg: '', glyph: { face, index } };
  const { x1, y1, x2, y2 } = path.getBoundingBox();
  const ink = { left: x1 / UNITS, top: y1 / UNITS, right: x2 / UNITS, bottom: y2 / UNITS };
  return { advance, ink, svg: `<path d="${path.toPathData(1)}"/>`, glyph: { face, index } };
}
