import { twoDecimals } from '../money/money.ts';

/**
 * Where words stand on a picture-message template. Server (the JPEG that is sent) and shop (live preview)
 * place text by the same numbers, so what the customer sees is what the recipient receives.
 */

/** Template canvas in its own units; every area below is measured in them. Portrait, because phones show it so. */
export const TEMPLATE_WIDTH = 720;
export const TEMPLATE_HEIGHT = 900;

/** One block of text. `size` is the largest font size; text that does not fit is set smaller, never cut. */
export type TextArea = {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  align: 'start' | 'center' | 'end';
  colour: string;
};

/** `footer` carries seller and expiry: the law wants the expiry on the card itself (ACL s 99C). */
export type TemplateLayout = Record<'to' | 'message' | 'from' | 'amount' | 'footer', TextArea>;

/** Weight of the display face in each area. */
export const AREA_WEIGHTS: Record<keyof TemplateLayout, 500 | 600 | 700 | 800> = {
  to: 600,
  message: 700,
  from: 600,
  amount: 800,
  footer: 500,
};

/** The areas in the order they are read. */
export const PICTURE_AREAS = Object.keys(AREA_WEIGHTS) as (keyof TemplateLayout)[];

export const LINE_HEIGHT = 1.15;
/** Down to this part of the requested size words are kept whole; below it a word wider than the area is broken. */
export const WHOLE_WORDS_DOWN_TO = 0.6;

/** The size to try after one that was too large: whole steps as long as they are fine enough to be invisible. */
export function nextSize(size: number): number {
  return size > 12 ? Math.ceil(size) - 1 : size * 0.94;
}

/** The words of a text by its own lines; white space at its ends is left off, no-break spaces stay inside words. */
export function wordsByLine(text: string): string[][] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return trimmed.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.split(/[^\S\u00a0\u202f]+/).filter(Boolean));
}

type Wrap<Wrapping, Line> = (wrapping: Wrapping) => Line[] | null;

/**
 * The same number of lines at the narrowest width: no lonely word at the end. `wrap` returns null for too narrow a
 * width.
 */
export function balanceLines<Wrapping extends { maxWidth: number; breakWords: boolean }, Line>(
  lines: Line[],
  wrapping: Wrapping,
  wrap: Wrap<Wrapping, Line>,
): Line[] {
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

export type PictureWords = Record<keyof TemplateLayout, string>;
type CardFacts = { firstname: string; customer: string; message: string; valueCents: number; smallPrint: string };

/** What stands on the picture. `smallPrint`: seller and expiry. */
export function pictureWords({ firstname, customer, message, valueCents, smallPrint }: CardFacts): PictureWords {
  return {
    to: `For ${firstname}`,
    from: `From ${customer}`,
    message,
    amount: cardValueText(valueCents),
    footer: smallPrint,
  };
}

/** $50 for whole dollars, $49.50 otherwise. */
export function cardValueText(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en-AU')}` : `$${twoDecimals(cents / 100)}`;
}

/**
 * The style of one area's words on a page, for a picture of any width that is a CSS size container. `size` is what the
 * words were fitted at, in units of the canvas.
 */
export function areaStyle(area: TextArea, { size, weight }: { size: number; weight: number }) {
  return {
    left: `${(area.x / TEMPLATE_WIDTH) * 100}%`,
    top: `${(area.y / TEMPLATE_HEIGHT) * 100}%`,
    width: `${(area.width / TEMPLATE_WIDTH) * 100}%`,
    height: `${(area.height / TEMPLATE_HEIGHT) * 100}%`,
    color: area.colour,
    textAlign: area.align,
    fontWeight: weight,
    fontSize: `${(size / TEMPLATE_WIDTH) * 100}cqw`,
    lineHeight: LINE_HEIGHT,
  };
}
