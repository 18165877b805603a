import { CUSTOMER_NAME_LIMIT, MAX_PEOPLE, NAME_LIMIT, PICTURE_TEXT_LIMIT, SELLER_NAME_LIMIT } from '../limits.ts';
import { formatTwoDecimals } from '../money/money.ts';

/**
 * The server draws the picture's text for the JPEG, the preview and the card page
 * (server/platform/pictures/message/words-drawing.ts).
 */

/** Size of a template, whose text areas use the same units. It is portrait, as phones show it. */
export const TEMPLATE_WIDTH = 720;
export const TEMPLATE_HEIGHT = 900;

/** `size` is the maximum font size; longer text shrinks and is never cut. */
export type TextArea = {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  align: 'start' | 'center' | 'end';
  colour: string;
};

/** `footer` contains the expiry, which must be on the card itself (ACL s 99C). */
export type TemplateLayout = Record<'to' | 'message' | 'from' | 'amount' | 'footer', TextArea>;

/** The end of the template that the drawing fills; the text is at the other end. */
export const DRAWING_ENDS = ['top', 'bottom'] as const;
export type DrawingEnd = (typeof DRAWING_ENDS)[number];

export function drawingEnd(layout: Record<string, Pick<TextArea, 'y' | 'height'>>): DrawingEnd {
  const areas = Object.values(layout);
  const above = Math.min(...areas.map(({ y }) => y));
  const below = TEMPLATE_HEIGHT - Math.max(...areas.map(({ y, height }) => y + height));
  return below > above ? 'bottom' : 'top';
}

export const AREA_WEIGHTS: Record<keyof TemplateLayout, 500 | 600 | 700 | 800> = {
  to: 600,
  message: 700,
  from: 600,
  amount: 800,
  footer: 500,
};

export const PICTURE_AREAS = Object.keys(AREA_WEIGHTS) as (keyof TemplateLayout)[];

export type PictureWords = Record<keyof TemplateLayout, string>;
type CardFacts = { firstname: string; customer: string; message: string; valueCents: number; smallPrint: string };

/** `firstname` is empty once the recipient is erased. */
export function pictureWords({ firstname, customer, message, valueCents, smallPrint }: CardFacts): PictureWords {
  return {
    to: firstname === '' ? '' : `For ${firstname}`,
    from: customer === '' ? '' : `From ${customer}`,
    message,
    amount: cardValueText(valueCents),
    footer: smallPrint,
  };
}

/** Limits are in UTF-16 units. `to` can hold all recipients' names. */
export const PICTURE_WORDS_LIMITS: Record<keyof PictureWords, number> = {
  to: (MAX_PEOPLE - 1) * NAME_LIMIT - 1,
  message: PICTURE_TEXT_LIMIT,
  from: 'From '.length + CUSTOMER_NAME_LIMIT,
  amount: '$21,474,836.47'.length,
  footer: SELLER_NAME_LIMIT + ' · Expires 30 September 2029'.length,
};

export function isWithinLimits(words: PictureWords): boolean {
  return PICTURE_AREAS.every((area) => words[area].length <= PICTURE_WORDS_LIMITS[area]);
}

export function cardValueText(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en-AU')}` : `$${formatTwoDecimals(cents / 100)}`;
}
