import type { TextArea } from '#contract/rules/gift-card/gift-picture.ts';

/** In em; x to the right, y down from the baseline. */
type Box = { left: number; top: number; right: number; bottom: number };

/** `svg`: markup in 1/1000 em; `ink`: null if nothing is drawn. */
export type Shape = { id: string; advance: number; ink: Box | null; svg: () => string };

/** Glyphs from left to right, with positions in em from the start of the line. `start`: character index. */
export type Line = { width: number; glyphs: { shape: Shape; start: number; x: number; y: number }[] };

export type Paragraph = { text: string; rightToLeft: boolean; set(from: number, to: number): Line };

/** Ascender and descender are positive distances from the baseline. */
export type Typeface = { ascender: number; descender: number; paragraph(text: string): Paragraph };

/** Position and `size` are in canvas units. */
type PlacedShape = { shape: Shape; x: number; y: number; size: number };
export type TextLayout = { size: number; lineCount: number; placed: PlacedShape[] };

const LINE_HEIGHT = 1.15;
/** Words stay whole down to this fraction of the requested size. */
const WHOLE_WORDS_DOWN_TO = 0.6;
const SLACK = 1e-6;

type Word = { start: number; end: number; spaced: boolean };
type Text = { paragraph: Paragraph; words: Word[]; space: number };
type BrokenLine = { paragraph: Paragraph; start: number; end: number; width: number };
type Wrapping = { texts: Text[]; maxWidth: number; breakWords: boolean };

/**
 * Lays out all of `text` in `area` at the largest size that fits, up to `area.size`, with balanced lines, vertically
 * centred, and no ink outside. Keeps line breaks and collapses other white space. Throws a RangeError if the template's
 * area is empty.
 */
export function layoutText({ text, area, typeface }: { text: string; area: TextArea; typeface: Typeface }): TextLayout {
  if (!(area.width > 0 && area.height > 0 && area.size > 0))
    throw new RangeError('A text area needs a width, a height and a font size above zero.');
  const texts = splitText(text).map((line) => openText(typeface.paragraph(line)));
  if (texts.length === 0) return { size: area.size, lineCount: 0, placed: [] };
  for (let size = area.size; ; size = nextSize(size)) {
    const breakWords = size < area.size * WHOLE_WORDS_DOWN_TO;
    const wrapping = { texts, maxWidth: area.width / size, breakWords };
    const lines = wrap(wrapping);
    if (!lines || lines.length * LINE_HEIGHT * size > area.height + SLACK) continue;
    const placed = place({ lines: balance(lines, wrapping), area, size, typeface });
    if (placed) return { size, lineCount: lines.length, placed };
  }
}

function nextSize(size: number): number {
  return size > 12 ? Math.ceil(size) - 1 : size * 0.94;
}

/** Collapses white space except no-break spaces. */
export function splitText(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return trimmed.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.split(SPACES).filter(Boolean).join(' '));
}

const SPACES = /[^\S\u00a0\u202f]+/;
/** Scripts that are segmented by dictionary, and emoji, at which lines may always break. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]|\p{Extended_Pictographic}/u;
const wordSegments = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const STAYS_WITH_BEFORE = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u;
const STAYS_WITH_NEXT = /[\p{Ps}\p{Pi}]$/u;

function openText(paragraph: Paragraph): Text {
  const { text } = paragraph;
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(/[^ ]+/g)) {
    const parts = WITHOUT_SPACES.test(word) ? splitWord(word) : [word];
    let start = index;
    for (const [partIndex, part] of parts.entries()) {
      words.push({ start, end: start + part.length, spaced: partIndex === 0 && start > 0 });
      start += part.length;
    }
  }
  const space = text.indexOf(' ');
  return { paragraph, words, space: space < 0 ? 0 : paragraph.set(space, space + 1).width };
}

/** Never breaks a line before closing or after opening punctuation. */
function splitWord(word: string): string[] {
  const parts: string[] = [];
  for (const { segment } of wordSegments.segment(word)) {
    const before = parts.at(-1);
    if (before !== undefined && (STAYS_WITH_BEFORE.test(segment) || STAYS_WITH_NEXT.test(before)))
      parts[parts.length - 1] = before + segment;
    else parts.push(segment);
  }
  return parts;
}

/** Returns null if an unbreakable word is too wide. Widths are in em. */
function wrap({ texts, maxWidth, breakWords }: Wrapping): BrokenLine[] | null {
  const lines: BrokenLine[] = [];
  for (const { paragraph, words, space } of texts) {
    let line: BrokenLine | null = null;
    for (const { start, end, spaced } of words) {
      const { width } = paragraph.set(start, end);
      const wide: number = line ? line.width + (spaced ? space : 0) + width : width;
      if (line && wide <= maxWidth) {
        line = { paragraph, start: line.start, end, width: wide };
        continue;
      }
      if (line) lines.push(line);
      if (width > maxWidth && !breakWords) return null;
      const pieces = width > maxWidth ? breakWord(paragraph, start, end, maxWidth) : [{ paragraph, start, end, width }];
      line = pieces.pop() ?? null;
      lines.push(...pieces);
    }
    lines.push(line ?? { paragraph, start: 0, end: 0, width: 0 });
  }
  return lines;
}

/** Estimates from the advances of the whole word, then measures, because glyphs change at breaks. */
function breakWord(paragraph: Paragraph, from: number, to: number, maxWidth: number): BrokenLine[] {
  const pieces: BrokenLine[] = [];
  const clusters = measureClusters(paragraph, from, to);
  for (let first = 0; first < clusters.length; ) {
    const { start, before } = clusters[first] ?? { start: to, before: 0 };
    const piece = (last: number) => {
      const end = clusters[last]?.end ?? to;
      return { paragraph, start, end, width: paragraph.set(start, end).width };
    };
    const isWide = (last: number) => piece(last).width > maxWidth;
    let last = clusters.findLastIndex(({ after }) => after - before <= maxWidth);
    last = Math.max(first, last);
    while (last > first && isWide(last)) last -= 1;
    while (last + 1 < clusters.length && !isWide(last + 1)) last += 1;
    pieces.push(piece(last));
    first = last + 1;
  }
  return pieces;
}

function measureClusters(paragraph: Paragraph, from: number, to: number) {
  const advances = new Map<number, number>();
  for (const { start, shape } of paragraph.set(from, to).glyphs)
    advances.set(start, (advances.get(start) ?? 0) + shape.advance);
  let after = 0;
  return [...graphemes.segment(paragraph.text.slice(from, to))].map(({ index, segment }) => {
    const [start, end, before] = [from + index, from + index + segment.length, after];
    for (let position = start; position < end; position += 1) after += advances.get(position) ?? 0;
    return { start, end, before, after };
  });
}

/** Narrows lines to avoid a lone last word. */
function balance(lines: BrokenLine[], wrapping: Wrapping): BrokenLine[] {
  if (wrapping.breakWords || lines.length < 2) return lines;
  let balanced = lines;
  let [narrow, wide] = [0, wrapping.maxWidth];
  for (let round = 0; round < 8; round += 1) {
    const maxWidth = (narrow + wide) / 2;
    const tried = wrap({ ...wrapping, maxWidth });
    if (tried && tried.length === lines.length) [balanced, wide] = [tried, maxWidth];
    else narrow = maxWidth;
  }
  return balanced;
}

type Placing = { lines: BrokenLine[]; area: TextArea; size: number; typeface: Typeface };

/** Places baselines as a browser does, and shifts them only to keep ink inside. Returns null if that is impossible. */
function place({ lines, area, size, typeface }: Placing): PlacedShape[] | null {
  const top = area.y + (area.height - lines.length * LINE_HEIGHT * size) / 2;
  const toBaseline = (LINE_HEIGHT - typeface.ascender - typeface.descender) / 2 + typeface.ascender;
  const placed: PlacedShape[] = [];
  for (const [index, { paragraph, start, end }] of lines.entries()) {
    const line = paragraph.set(start, end);
    const room = area.width - line.width * size;
    const x = area.x + (area.align === 'center' ? room / 2 : isLeft(area.align, paragraph) ? 0 : room);
    const y = top + (index * LINE_HEIGHT + toBaseline) * size;
    const row = line.glyphs.map((glyph) => ({
      shape: glyph.shape,
      x: x + glyph.x * size,
      y: y + glyph.y * size,
      size,
    }));
    const shift = shiftInside(measureInk(row, 'left', 'right'), area.x, area.x + area.width);
    if (shift === null) return null;
    placed.push(...row.map((glyph) => ({ ...glyph, x: glyph.x + shift })));
  }
  const shift = shiftInside(measureInk(placed, 'top', 'bottom'), area.y, area.y + area.height);
  return shift === null ? null : placed.map((glyph) => ({ ...glyph, y: glyph.y + shift }));
}

/** 'start' is the side where reading starts. */
const isLeft = (align: TextArea['align'], { rightToLeft }: Paragraph) => (align === 'start') !== rightToLeft;

function measureInk(placed: PlacedShape[], low: 'left' | 'top', high: 'right' | 'bottom'): [number, number] | null {
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
