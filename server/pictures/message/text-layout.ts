import {
  balanceLines,
  LINE_HEIGHT,
  nextSize,
  type TextArea,
  WHOLE_WORDS_DOWN_TO,
  wordsByLine,
} from '#contract/rules/gift-card/gift-picture.ts';

/** All in em (1 = the font size), x to the right of the pen, y down from the baseline. */
type Box = { left: number; top: number; right: number; bottom: number };

/** One drawable character. `svg` is markup in thousandths of an em; `ink` is null when nothing is drawn. */
export type Shape = { advance: number; ink: Box | null; svg: string; glyph?: { face: number; index: number } };

/**
 * What layout needs to know of a typeface. `ascender` and `descender` are distances from the baseline, both positive.
 */
export type Typeface = {
  ascender: number;
  descender: number;
  shapesOf(word: string): Shape[];
  kern(left: Shape, right: Shape): number;
};

/** A shape with its pen position on the canvas; `size` is the font size in canvas units. */
type PlacedShape = { shape: Shape; x: number; y: number; size: number };
export type TextLayout = { size: number; lineCount: number; placed: PlacedShape[] };

/** Rounding room, in canvas units. */
const SLACK = 1e-6;

type Run = { shapes: { shape: Shape; x: number }[]; width: number };
type Wrapping = { paragraphs: Run[][]; space: number; maxWidth: number; breakWords: boolean; typeface: Typeface };

/**
 * Sets `text` in `area` at the largest size, at most `area.size`, at which all of it fits: wrapped between words, lines
 * of equal look, centred vertically. No ink leaves the area and no character is dropped. Line breaks are kept, other
 * white space is one space. Throws a RangeError when the area has no room at all (an error in the template).
 */
export function layoutText({ text, area, typeface }: { text: string; area: TextArea; typeface: Typeface }): TextLayout {
  if (!(area.width > 0 && area.height > 0 && area.size > 0)) throw new RangeError('A text area needs room.');
  const paragraphs = splitParagraphs(text, typeface);
  if (paragraphs.length === 0) return { size: area.size, lineCount: 0, placed: [] };
  const space = typeface.shapesOf(' ').reduce((sum, shape) => sum + shape.advance, 0);
  for (let size = area.size; ; size = nextSize(size)) {
    const breakWords = size < area.size * WHOLE_WORDS_DOWN_TO;
    const wrapping = { paragraphs, space, maxWidth: area.width / size, breakWords, typeface };
    const lines = wrap(wrapping);
    if (!lines || lines.length * LINE_HEIGHT * size > area.height + SLACK) continue;
    const placed = place({ lines: balanceLines(lines, wrapping, wrap), area, size, typeface });
    if (placed) return { size, lineCount: lines.length, placed };
  }
}

function splitParagraphs(text: string, typeface: Typeface): Run[][] {
  const runsOf = (words: string[]) => words.map((word) => setRun(typeface.shapesOf(word), typeface));
  return wordsByLine(text).map((words) => runsOf(words).filter((run) => run.shapes.length > 0));
}

function setRun(shapes: Shape[], typeface: Typeface): Run {
  let pen = 0;
  const set = shapes.map((shape, index) => {
    const before = shapes[index - 1];
    if (before) pen += typeface.kern(before, shape);
    const x = pen;
    pen += shape.advance;
    return { shape, x };
  });
  return { shapes: set, width: pen };
}

/** Lines of at most `maxWidth` em, or null when a word is wider and must stay whole. */
function wrap({ paragraphs, space, maxWidth, breakWords, typeface }: Wrapping): Run[] | null {
  const lines: Run[] = [];
  for (const words of paragraphs) {
    let line: Run | null = null;
    for (const word of words) {
      if (line && line.width + space + word.width <= maxWidth) {
        line = join(line, word, space);
        continue;
      }
      if (line) lines.push(line);
      if (word.width <= maxWidth) {
        line = word;
        continue;
      }
      if (!breakWords) return null;
      const pieces = breakWord(word, maxWidth, typeface);
      line = pieces.pop() ?? null;
      lines.push(...pieces);
    }
    lines.push(line ?? { shapes: [], width: 0 });
  }
  return lines;
}

function join(line: Run, word: Run, space: number): Run {
  const start = line.width + space;
  const moved = word.shapes.map(({ shape, x }) => ({ shape, x: x + start }));
  return { shapes: [...line.shapes, ...moved], width: start + word.width };
}

function breakWord(word: Run, maxWidth: number, typeface: Typeface): Run[] {
  const pieces: Run[] = [];
  let first = 0;
  for (let end = 1; end <= word.shapes.length; end += 1) {
    const from = word.shapes[first]?.x ?? 0;
    const next = word.shapes[end];
    if (next && next.x + next.shape.advance - from <= maxWidth) continue;
    pieces.push(
      setRun(
        word.shapes.slice(first, end).map(({ shape }) => shape),
        typeface,
      ),
    );
    first = end;
  }
  return pieces;
}

type Placing = { lines: Run[]; area: TextArea; size: number; typeface: Typeface };

/** Baselines as a browser sets them, moved only as far as needed to keep all ink inside; null when it cannot be. */
function place({ lines, area, size, typeface }: Placing): PlacedShape[] | null {
  const top = area.y + (area.height - lines.length * LINE_HEIGHT * size) / 2;
  const toBaseline = (LINE_HEIGHT - typeface.ascender - typeface.descender) / 2 + typeface.ascender;
  const placed: PlacedShape[] = [];
  for (const [index, line] of lines.entries()) {
    const room = area.width - line.width * size;
    const x = area.x + (area.align === 'start' ? 0 : area.align === 'end' ? room : room / 2);
    const y = top + (index * LINE_HEIGHT + toBaseline) * size;
    const row = line.shapes.map(({ shape, x: dx }) => ({ shape, x: x + dx * size, y, size }));
    const shift = shiftInside(inkOf(row, 'left', 'right'), area.x, area.x + area.width);
    if (shift === null) return null;
    placed.push(...row.map((glyph) => ({ ...glyph, x: glyph.x + shift })));
  }
  const shift = shiftInside(inkOf(placed, 'top', 'bottom'), area.y, area.y + area.height);
  return shift === null ? null : placed.map((glyph) => ({ ...glyph, y: glyph.y + shift }));
}

function inkOf(placed: PlacedShape[], low: 'left' | 'top', high: 'right' | 'bottom'): [number, number] | null {
  let [from, to] = [Infinity, -Infinity];
  for (const { shape, x, y, size } of placed) {
    if (!shape.ink) continue;
    const origin = low === 'left' ? x : y;
    from = Math.min(from, origin + shape.ink[low] * size);
    to = Math.max(to, origin + shape.ink[high] * size);
  }
  return from <= to ? [from, to] : null;
}

function shiftInside(ink: [number, number] | null, from: number, to: number): number | null {
  if (!ink) return 0;
  if (ink[1] - ink[0] > to - from) return null;
  return Math.max(from - ink[0], 0) + Math.min(to - ink[1], 0);
}
