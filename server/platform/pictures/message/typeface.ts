import bidiFactory from 'bidi-js';
import { asksForEmoji, loadEmoji } from './emoji.ts';
import { type FontFile, type FontWeight, findFontFiles, loadDisplayFont } from './fonts.ts';
import type { Line, Paragraph, Shape, Typeface } from './text-layout.ts';

type Cluster = { text: string; font: FontFile | null; emoji: Shape[]; notShown: boolean };
type Item = Cluster & { start: number; end: number; level: number };
type Run = { start: number; end: number; level: number; font: FontFile | null; emoji: Shape[] };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const bidi = bidiFactory();

/** Matches joiners, variation selectors, direction marks and control characters. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;
const SHARED = /^[\s\p{P}\p{S}\p{N}]$/u;
const UNKNOWN = '?';

const splitClusters = (text: string) => [...graphemes.segment(text.normalize('NFC'))].map(({ segment }) => segment);

/**
 * Opens fonts for `texts` at one weight, with shaping, bidirectional text and emoji. Unsupported characters become '?'.
 */
export async function openTypeface({ weight, texts }: { weight: FontWeight; texts: string[] }): Promise<Typeface> {
  const clusterByText = new Map<string, Cluster>();
  for (const text of texts) {
    for (const cluster of new Set(splitClusters(text)))
      if (!clusterByText.has(cluster)) clusterByText.set(cluster, await findCluster(cluster, text));
  }
  const main = await loadDisplayFont();
  const { ascender, descender } = main.atWeight(weight).hExtents();
  const outlines = new Map<string, Outline>();
  return {
    ascender: ascender / main.unitsPerEm,
    descender: -descender / main.unitsPerEm,
    paragraph: (text) => openParagraph(text, { clusterByText, weight, main, outlines }),
  };
}

const PLAIN = /^[ -~À-ÿ]*$/u;

export type Looked = Map<string, boolean>;

/** Returns unsupported characters once each, in order. Share `looked` between texts as a cache. */
export async function findNotShown(text: string, looked: Looked = new Map()): Promise<string[]> {
  if (PLAIN.test(text.normalize('NFC'))) return [];
  const clusters = [...new Set(splitClusters(text))];
  for (const cluster of clusters)
    if (!looked.has(cluster)) looked.set(cluster, !(await findCluster(cluster, text)).notShown);
  return clusters.filter((cluster) => !looked.get(cluster));
}

async function findCluster(cluster: string, context: string): Promise<Cluster> {
  const base = { text: cluster, font: null, emoji: [] as Shape[], notShown: false };
  if (INVISIBLE.test(cluster)) return base;
  const wantsEmoji = asksForEmoji(cluster);
  const emoji = wantsEmoji ? (await loadEmoji()).findShapes(cluster) : [];
  if (emoji.length > 0) return { ...base, emoji };
  // Styled letters (𝓗, ①, ﬃ) fall back to plain letters.
  for (const text of new Set([cluster, cluster.normalize('NFKC')])) {
    const font = await findFont(text, context);
    if (font) return { ...base, text, font };
  }
  const drawn = wantsEmoji ? [] : (await loadEmoji()).findShapes(cluster);
  if (drawn.length > 0) return { ...base, emoji: drawn };
  return { ...base, text: UNKNOWN, font: await loadDisplayFont(), notShown: true };
}

/** Returns a font only if one file covers the whole cluster, so that marks are placed correctly. */
async function findFont(cluster: string, context: string): Promise<FontFile | null> {
  const visible = [...cluster].filter((sign) => !INVISIBLE.test(sign)).map((sign) => sign.codePointAt(0) ?? 0);
  for (const { load } of await findFontFiles(visible[0] ?? 0, context)) {
    const font = await load();
    if (visible.every((codePoint) => font.has(codePoint))) return font;
  }
  return null;
}

type Outline = Omit<Shape, 'advance'>;
type Fonts = {
  clusterByText: Map<string, Cluster>;
  weight: FontWeight;
  main: FontFile;
  outlines: Map<string, Outline>;
};

function openParagraph(source: string, fonts: Fonts): Paragraph {
  const clusters = splitClusters(source).map((cluster): Cluster => {
    const found = fonts.clusterByText.get(cluster);
    if (!found) throw new Error('The typeface was not opened for this text.');
    return found;
  });
  const text = clusters.map((cluster) => cluster.text).join('');
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const items: Item[] = [];
  let start = 0;
  for (const cluster of clusters) {
    const end = start + cluster.text.length;
    const before = items.at(-1)?.font;
    // Spaces and punctuation keep the preceding font.
    const stays = before && SHARED.test(cluster.text) && before.has(cluster.text.codePointAt(0) ?? 0);
    items.push({ ...cluster, font: stays ? before : cluster.font, start, end, level: levels[start] ?? 0 });
    start = end;
  }
  const lines = new Map<string, Line>();
  return {
    text,
    rightToLeft: ((paragraphs[0]?.level ?? 0) & 1) === 1,
    set(from, to) {
      const key = `${from}:${to}`;
      const line = lines.get(key) ?? setLine(text, buildRuns(items, from, to, fonts.main), fonts);
      lines.set(key, line);
      return line;
    },
  };
}

function buildRuns(items: Item[], from: number, to: number, main: FontFile): Run[] {
  const runs: Run[] = [];
  for (const { start, end, level, font, emoji, text } of items) {
    if (start < from || end > to || start === end) continue;
    const runFont = font ?? (text.trim() === '' ? main : null);
    const last = runs.at(-1);
    if (last?.font && last.font === runFont && last.level === level) last.end = end;
    else runs.push({ start, end, level, font: runFont, emoji });
  }
  return runs;
}

function setLine(text: string, runs: Run[], fonts: Fonts): Line {
  const glyphs: Line['glyphs'] = [];
  let pen = 0;
  for (const run of toVisualOrder(runs)) {
    const shapes = run.font ? shapeRun(text, run, run.font, fonts) : run.emoji.map((shape) => placeEmoji(shape, run));
    for (const { shape, start, dx, dy } of shapes) {
      glyphs.push({ shape, start, x: pen + dx, y: dy });
      pen += shape.advance;
    }
  }
  return { width: pen, glyphs };
}

const placeEmoji = (shape: Shape, { start }: Run) => ({ shape, start, dx: 0, dy: 0 });

/** Unicode bidi rule L2: reverses runs from the deepest level up. */
function toVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1) {
    for (let first = 0; first < ordered.length; first += 1) {
      let end = first;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end === first) continue;
      ordered.splice(first, end - first, ...ordered.slice(first, end).reverse());
      first = end;
    }
  }
  return ordered;
}

/** Rounds to font units: interpolated weights have decimals, and a unit is at most 0.1 px. */
const roundCoordinates = (path: string): string =>
  path.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));

function shapeRun(text: string, run: Run, file: FontFile, fonts: Fonts) {
  const unit = file.unitsPerEm;
  return file.shape(text, run, fonts.weight).map(({ codepoint: glyph, cluster: start, ...position }) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = position;
    const shape: Shape = { ...traceOutline(glyph, file, fonts), advance: xAdvance / unit };
    return { shape, start, dx: xOffset / unit, dy: -yOffset / unit };
  });
}

/** Traces a glyph only when it is drawn, because layout tries many more glyphs. */
function traceOutline(glyph: number, file: FontFile, { weight, outlines }: Fonts): Outline {
  const id = `${file.name}-${weight}-${glyph}`;
  const cachedOutline = outlines.get(id);
  if (cachedOutline) return cachedOutline;
  const [font, unit] = [file.atWeight(weight), file.unitsPerEm];
  const extents = font.glyphExtents(glyph);
  const ink = extents && extents.width !== 0 ? extents : null;
  const outline: Outline = {
    id,
    ink: ink && {
      left: ink.xBearing / unit,
      top: -ink.yBearing / unit,
      right: (ink.xBearing + ink.width) / unit,
      bottom: -(ink.yBearing + ink.height) / unit,
    },
    svg: () =>
      `<path transform="scale(${1000 / unit} ${-1000 / unit})" d="${roundCoordinates(font.glyphToPath(glyph))}"/>`,
  };
  outlines.set(id, outline);
  return outline;
}
