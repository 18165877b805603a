import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Shape } from './text-layout.ts';

/**
 * Drawings for a grapheme cluster: one, several when only its parts are known, none when it is not an emoji we have.
 */
export type EmojiSet = { shapesOf(cluster: string): Shape[] };

type Icon = { body: string };
type Icons = { icons: Record<string, Icon> };

/** In em: a square a little larger than the capitals, its middle at theirs. */
const SIDE = 1.05;
const MIDDLE = -0.33;
const MARGIN = 0.05;
const ICON_UNITS = 32;

const VARIATION = /[\ufe0e\ufe0f]/gu;
const SKIN_TONE_OR_TAG = /[\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/gu;

/** Pairs and families the set does not have as one picture. */
const STAND_INS: Record<string, string> = {
  '\u{1f46a}': '👨👩👦',
  '\u{1f46b}': '👩👨',
  '\u{1f46c}': '👨👨',
  '\u{1f46d}': '👩👩',
  '\u{1f48f}': '🧑💋🧑',
  '\u{1f491}': '🧑❤🧑',
};
/** The set draws the hand that points right as a mirrored one that points left, and names only the latter. */
const [POINTS_LEFT, POINTS_RIGHT] = ['\u{1f448}', '\u{1f449}'];

const require = createRequire(import.meta.url);
let loaded: Promise<EmojiSet> | undefined;

/** True when Unicode or the writer (by a variation selector) asks for a picture in place of a letter form. */
export function asksForEmoji(cluster: string): boolean {
  return !cluster.includes('\ufe0e') && /\p{Emoji_Presentation}|[\ufe0f\u20e3]/u.test(cluster);
}

/** Reads the drawings (9 MB, some 50 ms) on first use: most messages have none. */
export function loadEmoji(): Promise<EmojiSet> {
  loaded ??= openEmoji().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function openEmoji(): Promise<EmojiSet> {
  const [{ icons }, names] = await Promise.all([
    readJson<Icons>('icons.json'),
    readJson<Record<string, string>>('chars.json'),
  ]);
  const drawings = new Map<string, Shape>();

  function drawingOf(cluster: string): Shape | null {
    const key = hexKey(cluster);
    const known = drawings.get(key);
    if (known) return known;
    const icon = icons[names[hexKey(cluster.replace(POINTS_RIGHT, POINTS_LEFT))] ?? ''];
    if (!icon) return null;
    const shape = drawIcon(icon, { mirrored: cluster.includes(POINTS_RIGHT) });
    drawings.set(key, shape);
    return shape;
  }

  function drawPart(part: string): Shape[] {
    const plain = part.replace(SKIN_TONE_OR_TAG, '');
    const drawing = drawingOf(part) ?? drawingOf(plain);
    if (drawing) return [drawing];
    return [...(STAND_INS[plain] ?? '')].flatMap((sign) => drawingOf(sign) ?? []);
  }

  return {
    shapesOf(cluster) {
      const drawing = drawPart(cluster);
      // A family without a picture is drawn as its single people.
      return drawing.length > 0 ? drawing : cluster.split('\u200d').flatMap(drawPart);
    },
  };
}

/**
 * The set's own notation: code points in lower case hex of at least four digits, joined by '-', no variation selector.
 */
function hexKey(cluster: string): string {
  const plain = [...cluster.replace(VARIATION, '')];
  return plain.map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('-');
}

function drawIcon({ body }: Icon, { mirrored }: { mirrored: boolean }): Shape {
  const top = MIDDLE - SIDE / 2;
  const scale = (SIDE * 1000) / ICON_UNITS;
  const mirror = mirrored ? ` translate(${ICON_UNITS} 0) scale(-1 1)` : '';
  return {
    advance: SIDE + 2 * MARGIN,
    ink: { left: MARGIN, top, right: MARGIN + SIDE, bottom: top + SIDE },
    svg: `<g transform="translate(${MARGIN * 1000} ${top * 1000}) scale(${scale})${mirror}">${body}</g>`,
  };
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(require.resolve(`@iconify-json/fluent-emoji-flat/${file}`), 'utf8'));
}
