import { CUSTOMER_NAME_LIMIT, MOST_PEOPLE, NAME_LIMIT, PICTURE_TEXT_LIMIT, SELLER_NAME_LIMIT } from '../limits.ts';
import { twoDecimals } from '../money/money.ts';

/**
 * Where words stand on a picture-message template, and which. The server sets them, for the JPEG that is sent, the
 * preview and the card's page alike (server/platform/pictures/message/words-drawing.ts).
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

/** Which end of a template its drawing fills; the words stand at the other. */
export const DRAWING_ENDS = ['top', 'bottom'] as const;
export type DrawingEnd = (typeof DRAWING_ENDS)[number];

/** Returns the end that the words leave more room at; the top where both are alike. */
export function drawingEnd(layout: Record<string, Pick<TextArea, 'y' | 'height'>>): DrawingEnd {
  const areas = Object.values(layout);
  const above = Math.min(...areas.map(({ y }) => y));
  const below = TEMPLATE_HEIGHT - Math.max(...areas.map(({ y, height }) => y + height));
  return below > above ? 'bottom' : 'top';
}

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

export type PictureWords = Record<keyof TemplateLayout, string>;
type CardFacts = { firstname: string; customer: string; message: string; valueCents: number; smallPrint: string };

/** The words on the picture. `firstname` is empty once its recipient is erased. `smallPrint`: seller and expiry. */
export function pictureWords({ firstname, customer, message, valueCents, smallPrint }: CardFacts): PictureWords {
  return {
    to: firstname === '' ? '' : `For ${firstname}`,
    from: customer === '' ? '' : `From ${customer}`,
    message,
    amount: cardValueText(valueCents),
    footer: smallPrint,
  };
}

/**
 * How long the words can be, in UTF-16 units: the longest names, message and value, and what is said around them. In
 * `to` the app asks about the names of all recipients at once, a blank between them.
 */
export const PICTURE_WORDS_LIMITS: Record<keyof PictureWords, number> = {
  to: (MOST_PEOPLE - 1) * NAME_LIMIT - 1,
  message: PICTURE_TEXT_LIMIT,
  from: 'From '.length + CUSTOMER_NAME_LIMIT,
  amount: '$21,474,836.47'.length,
  footer: SELLER_NAME_LIMIT + ' · Expires 30 September 2029'.length,
};

export function isWithinLimits(words: PictureWords): boolean {
  return PICTURE_AREAS.every((area) => words[area].length <= PICTURE_WORDS_LIMITS[area]);
}

/** $50 for whole dollars, $49.50 otherwise. */
export function cardValueText(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en-AU')}` : `$${twoDecimals(cents / 100)}`;
}
