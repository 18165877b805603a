import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font, GlyphInfo, GlyphPosition } from 'harfbuzzjs';

export type FontWeight = 500 | 600 | 700 | 800;

export type FontFile = {
  name: string;
  unitsPerEm: number;
  has(codePoint: number): boolean;
  atWeight(weight: FontWeight): Font;
  /** Shapes text with HarfBuzz and returns glyphs from left to right. */
  shape(text: string, part: TextPart, weight: FontWeight): (GlyphInfo & Partial<GlyphPosition>)[];
};
/** `level` is the bidi level; odd levels run from right to left. */
type TextPart = { start: number; end: number; level: number };

/** `subset`: the only file to read, because earlier families cover the other characters. */
type Family = { name: string; folder: string; cut: 'wght' | '400' | '600'; subset?: string };

function variableFont(name: string, subset?: string): Family {
  return { name, folder: `@fontsource-variable/${name}`, cut: 'wght', ...(subset ? { subset } : {}) };
}

/** Display font first, then its fallbacks. Files are loaded when needed and stay in memory: 52 MB for all. */
const FAMILIES: Family[] = [
  variableFont('bricolage-grotesque'),
  variableFont('noto-sans'),
  variableFont('noto-sans-hebrew'),
  variableFont('noto-sans-arabic'),
  variableFont('noto-sans-thai'),
  ...[
    'armenian',
    'bengali',
    'ethiopic',
    'georgian',
    'gujarati',
    'gurmukhi',
    'kannada',
    'khmer',
    'lao',
    'malayalam',
    'oriya',
    'sinhala',
    'tamil',
    'telugu',
  ].map((script) => variableFont(`noto-sans-${script}`, script)),
  variableFont('noto-serif-tibetan', 'tibetan'),
  // These scripts have no variable font, so one weight serves all texts. Mongolian has only weight 400.
  { name: 'noto-sans-myanmar', folder: '@fontsource/noto-sans-myanmar', cut: '600', subset: 'myanmar' },
  { name: 'noto-sans-mongolian', folder: '@fontsource/noto-sans-mongolian', cut: '400', subset: 'mongolian' },
  variableFont('noto-sans-sc'),
  variableFont('noto-sans-jp'),
  variableFont('noto-sans-kr'),
];
/** Han characters look different in Japanese and Korean, so kana or hangul in the text select the font. */
const FIRST_FOR: [script: RegExp, family: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'noto-sans-jp'],
  [/\p{Script=Hangul}/u, 'noto-sans-kr'],
];

type ListedFile = { family: string; ranges: [first: number, last: number][]; load: () => Promise<FontFile> };
type Range = { first: number; last: number; file: ListedFile };

const require = createRequire(import.meta.url);
let listed: Promise<Map<number, Range[]>> | undefined;

/** Indexes the font files by blocks of 64 code points, because Han families alone have 24,000 ranges. */
const toPage = (codePoint: number): number => codePoint >> 6;

export async function findFontFiles(codePoint: number, context: string): Promise<ListedFile[]> {
  listed ??= listFiles().then(byPage);
  const ranges = (await listed).get(toPage(codePoint)) ?? [];
  const files = ranges.filter(({ first, last }) => first <= codePoint && codePoint <= last).map(({ file }) => file);
  const preferred = FIRST_FOR.find(([script]) => script.test(context))?.[1];
  const isHan = (family: string) => /-(sc|jp|kr)$/.test(family);
  return preferred === undefined
    ? files
    : [
        ...files.filter(({ family }) => !isHan(family)),
        ...files.filter(({ family }) => family === preferred),
        ...files.filter(({ family }) => isHan(family) && family !== preferred),
      ];
}

function byPage(files: readonly ListedFile[]): Map<number, Range[]> {
  const pages = new Map<number, Range[]>();
  for (const file of files) {
    for (const [first, last] of file.ranges) {
      for (let page = toPage(first); page <= toPage(last); page += 1) {
        const ranges = pages.get(page) ?? [];
        ranges.push({ first, last, file });
        pages.set(page, ranges);
      }
    }
  }
  return pages;
}

/** Returns the font whose metrics set the line spacing of all text. */
export async function loadDisplayFont(): Promise<FontFile> {
  const [file] = await findFontFiles(0x41, '');
  if (!file) throw new Error('The display font is not installed.');
  return file.load();
}

async function listFiles(): Promise<ListedFile[]> {
  const families = FAMILIES.map(async ({ name: family, folder, cut, subset: only }) => {
    const subsets: Record<string, string> = JSON.parse(
      await readFile(require.resolve(`${folder}/unicode.json`), 'utf8'),
    );
    const read = Object.entries(subsets).filter(([subset]) => only === undefined || subset === only);
    return read.map(([subset, ranges]): ListedFile => {
      const name = `${family}-${subset.replace(/[[\]]/g, '')}`;
      let file: Promise<FontFile> | undefined;
      const load = () => {
        file ??= openFile(name, require.resolve(`${folder}/files/${name}-${cut}-normal.woff2`)).catch((error) => {
          file = undefined;
          throw error;
        });
        return file;
      };
      return { family, ranges: ranges.split(',').map(parseRange), load };
    });
  });
  return (await Promise.all(families)).flat();
}

/** Parses 'U+0E01-0E5B' or 'U+25CC'. */
function parseRange(text: string): [number, number] {
  const [first = '', last = first] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** Loads lazily, because startup does not need these 10 MB. */
async function loadHarfBuzz() {
  const [library, { default: decompress }] = await Promise.all([
    import('harfbuzzjs'),
    import('woff2-encoder/decompress'),
  ]);
  // All fonts share one buffer, because the library frees buffers late.
  return { ...library, decompress, buffer: new library.Buffer() };
}

let harfBuzz: ReturnType<typeof loadHarfBuzz> | undefined;

async function openFile(name: string, path: string): Promise<FontFile> {
  harfBuzz ??= loadHarfBuzz();
  const { Blob, Direction, Face, Font, Variation, buffer, decompress, shape } = await harfBuzz;
  const face = new Face(new Blob(await decompress(await readFile(path))));
  const codePoints = new Set(face.collectUnicodes());
  const fonts = new Map<FontWeight, Font>();
  function atWeight(weight: FontWeight): Font {
    const font = fonts.get(weight) ?? new Font(face);
    if (!fonts.has(weight)) font.setVariations([new Variation('wght', weight)]);
    fonts.set(weight, font);
    return font;
  }
  return {
    name,
    unitsPerEm: face.upem,
    has: (codePoint) => codePoints.has(codePoint),
    atWeight,
    shape(text, { start, end, level }, weight) {
      buffer.clearContents();
      buffer.addText(text, start, end - start);
      buffer.guessSegmentProperties();
      buffer.setDirection(level & 1 ? Direction.RTL : Direction.LTR);
      shape(atWeight(weight), buffer);
      return buffer.getGlyphInfosAndPositions();
    },
  };
}
