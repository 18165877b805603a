import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Shape } from './text-layout.ts';

/** `findShapes` returns several drawings for a partly known sequence, and none for text. */
export type EmojiSet = { findShapes(cluster: string): Shape[] };

type Icon = { body: string };
type Icons = { icons: Record<string, Icon> };

/** Sizes in em: an emoji is slightly larger than capitals and centred on them. */
const SIDE = 1.05;
const MIDDLE = -0.33;
const MARGIN = 0.05;
const ICON_UNITS = 36;

const VARIATION = /[\ufe0e\ufe0f]/gu;

const require = createRequire(import.meta.url);
let loaded: Promise<EmojiSet> | undefined;

/** Returns true if Unicode's default or a variation selector asks for an emoji. */
export function asksForEmoji(cluster: string): boolean {
  return !cluster.includes('\ufe0e') && /\p{Emoji_Presentation}|[\ufe0f\u20e3]/u.test(cluster);
}

/** Loads the emoji set (10 MB, 50 ms) only when needed, because most messages have no emoji. */
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

  function findDrawing(cluster: string): Shape | null {
    const key = hexKey(cluster);
    const drawing = drawings.get(key);
    if (drawing) return drawing;
    const icon = icons[names[key] ?? ''];
    if (!icon) return null;
    const shape = drawIcon(key, icon);
    drawings.set(key, shape);
    return shape;
  }

  return {
    findShapes(cluster) {
      const drawing = findDrawing(cluster);
      if (drawing) return [drawing];
      // Draws a sequence that is newer than the emoji set as its parts.
      const parts = cluster.split('\u200d').map(findDrawing);
      return parts.length > 1 && parts.every((part) => part !== null) ? parts : [];
    },
  };
}

/** Returns lower-case hex code points of at least four digits, joined by '-', without variation selectors. */
function hexKey(cluster: string): string {
  const plain = [...cluster.replace(VARIATION, '')];
  return plain.map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('-');
}

function drawIcon(key: string, { body }: Icon): Shape {
  const top = MIDDLE - SIDE / 2;
  const scale = (SIDE * 1000) / ICON_UNITS;
  return {
    id: `emoji-${key}`,
    advance: SIDE + 2 * MARGIN,
    ink: { left: MARGIN, top, right: MARGIN + SIDE, bottom: top + SIDE },
    svg: () => `<g transform="translate(${MARGIN * 1000} ${top * 1000}) scale(${scale})">${body}</g>`,
  };
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(require.resolve(`@iconify-json/twemoji/${file}`), 'utf8'));
}
