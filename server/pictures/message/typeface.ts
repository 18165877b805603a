import type { EmojiSet } from './emoji.ts';
import { asksForEmoji, loadEmoji } from './emoji.ts';
import type { DisplayFont, FontWeight } from './fonts.ts';
import { loadDisplayFont } from './fonts.ts';
import type { Shape, Typeface } from './text-layout.ts';

const THIN_SPACE: Shape = { advance: 0.2, ink: null, svg: '' };
const QUESTION_MARK = 0x3f;
/** Height of a small x: where the font's marks stand above. */
const X_HEIGHT = 0.525;
/** More would only be ink on ink. */
const MAX_MARKS = 3;

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Letters of the display face and pictures for emoji, for `texts` (emoji are read from disk only when one of them may
 * need it). What neither has is shown as near as possible, in this order: a flag as its two letters, a styled or joined
 * character as its plain letters, any other letter or digit as '?', any other sign as a thin space.
 */
export async function openTypeface({ weight, texts }: { weight: FontWeight; texts: string[] }): Promise<Typeface> {
  const font = await loadDisplayFont(weight);
  const signs = texts.flatMap((text) => [...text.replace(/\s/gu, '')]);
  const needsEmoji = signs.some((sign) => asksForEmoji(sign) || !hasGlyph(font, sign));
  const emoji = needsEmoji ? await loadEmoji() : null;
  return {
    ascender: font.ascender,
    descender: font.descender,
    shapesOf: (word) => [...clusters.segment(word)].flatMap(({ segment }) => drawCluster(segment, font, emoji)),
    kern: font.kern,
  };
}

function hasGlyph(font: DisplayFont, character: string): boolean {
  return font.shapeOf(character.codePointAt(0) ?? 0) !== null;
}

function drawCluster(cluster: string, font: DisplayFont, emoji: EmojiSet | null): Shape[] {
  const text = cluster.normalize('NFC');
  const pictured = emoji?.shapesOf(text) ?? [];
  if (asksForEmoji(text) && pictured.length > 0) return pictured;
  const letter = drawLetter(text, font);
  if (letter) return [letter];
  return pictured.length > 0 ? pictured : drawNearest(text, font);
}

/** A base character with its marks set above or below it; null when the font lacks the base. */
function drawLetter(text: string, font: DisplayFont): Shape | null {
  const [first = '', ...rest] = text;
  const base = font.shapeOf(first.codePointAt(0) ?? 0);
  const marks = rest.filter((sign) => /\p{M}/u.test(sign) && hasGlyph(font, sign)).slice(0, MAX_MARKS);
  if (!base || rest.some((sign) => !/[\p{M}\p{Cf}]/u.test(sign))) return null;
  return marks.reduce((shape, mark) => addMark(shape, font.shapeOf(mark.codePointAt(0) ?? 0)), base);
}

function addMark(base: Shape, mark: Shape | null): Shape {
  if (!base.ink || !mark?.ink) return base;
  const dx = (base.ink.left + base.ink.right - mark.ink.left - mark.ink.right) / 2;
  const isAbove = mark.ink.bottom < 0;
  const dy = isAbove ? base.ink.top + X_HEIGHT : 0;
  const ink = {
    left: Math.min(base.ink.left, mark.ink.left + dx),
    top: Math.min(base.ink.top, mark.ink.top + dy),
    right: Math.max(base.ink.right, mark.ink.right + dx),
    bottom: Math.max(base.ink.bottom, mark.ink.bottom + dy),
  };
  const moved = `<g transform="translate(${Math.round(dx * 1000)} ${Math.round(dy * 1000)})">${mark.svg}</g>`;
  return { ...base, ink, svg: base.svg + moved };
}

function drawNearest(text: string, font: DisplayFont): Shape[] {
  const flag = [...text].filter((sign) => /\p{Regional_Indicator}/u.test(sign));
  const plain = flag.length > 0 ? flag.map(flagLetter) : [...text.normalize('NFKD').replace(/\p{M}/gu, '')];
  const shapes = plain.map((sign) => font.shapeOf(sign.codePointAt(0) ?? 0));
  if (plain.length > 0 && shapes.every((shape) => shape !== null)) return shapes;
  if (/[\p{L}\p{N}]/u.test(text)) return [font.shapeOf(QUESTION_MARK) ?? THIN_SPACE];
  return /^[\p{C}\p{M}]*$/u.test(text) ? [] : [THIN_SPACE];
}

function flagLetter(indicator: string): string {
  return String.fromCodePoint((indicator.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41);
}
