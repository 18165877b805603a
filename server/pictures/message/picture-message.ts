import type { PictureWords, TemplateLayout, TextArea } from '#contract/rules/gift-card/gift-picture.ts';
import { AREA_WEIGHTS, TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { encodeJpegWithin } from '../jpeg.ts';
import type { PictureFile } from '../open-picture.ts';
import { openPicture } from '../open-picture.ts';
import type { FontWeight } from './fonts.ts';
import { layoutText } from './text-layout.ts';
import { openTypeface } from './typeface.ts';

/** Carriers drop or squeeze larger attachments. */
export const PICTURE_MESSAGE_MAX_BYTES = 240_000;

export type PictureMessage = PictureWords & { templateSvgOrRaster: PictureFile; layout: TemplateLayout };

/**
 * The picture a recipient gets: template and words as one baseline sRGB JPEG of 720 x 900, at most
 * PICTURE_MESSAGE_MAX_BYTES. Words are drawn as outlines, so the machine needs no fonts; the same input gives
 * the same bytes. An empty string leaves its area empty. Throws when the template is damaged.
 */
export async function composePictureMessage(message: PictureMessage): Promise<Buffer> {
  const words = await drawWords(message);
  const template = await openPicture(message.templateSvgOrRaster);
  const { data, info } = await template
    .resize({ width: TEMPLATE_WIDTH, height: TEMPLATE_HEIGHT, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .composite([{ input: Buffer.from(words) }])
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encodeJpegWithin({ data, width: info.width, height: info.height }, PICTURE_MESSAGE_MAX_BYTES);
}

async function drawWords(message: PictureMessage): Promise<string> {
  const names = Object.keys(AREA_WEIGHTS) as (keyof TemplateLayout)[];
  const groups = await Promise.all(
    names.map((name) => drawArea({ text: message[name], area: message.layout[name], weight: AREA_WEIGHTS[name] })),
  );
  const size = `width="${TEMPLATE_WIDTH}" height="${TEMPLATE_HEIGHT}" viewBox="0 0 ${TEMPLATE_WIDTH} ${TEMPLATE_HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${groups.join('')}</svg>`;
}

async function drawArea({ text, area, weight }: { text: string; area: TextArea; weight: FontWeight }): Promise<string> {
  const typeface = await openTypeface({ weight, texts: [text] });
  const { placed } = layoutText({ text, area, typeface });
  const shapes = placed.map(({ shape, x, y, size }) => {
    return (
      shape.svg && `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size / 1000})">${shape.svg}</g>`
    );
  });
  return `<g fill="${escapeAttribute(area.colour)}">${shapes.join('')}</g>`;
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
