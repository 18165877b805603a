import type { PictureWords, TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';
import { TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { encodeJpegWithin } from '../jpeg.ts';
import type { PictureFile } from '../open-picture.ts';
import { openPicture } from '../open-picture.ts';
import { drawWords } from './words-drawing.ts';

/** Carriers drop or squeeze larger attachments. */
export const PICTURE_MESSAGE_MAX_BYTES = 240_000;

export type PictureMessage = PictureWords & { templateSvgOrRaster: PictureFile; layout: TemplateLayout };

/**
 * The picture a recipient gets: template and words as one baseline sRGB JPEG of 720 x 900, at most
 * PICTURE_MESSAGE_MAX_BYTES. Words are drawn as outlines, so the machine needs no fonts; the same input gives
 * the same bytes. An empty string leaves its area empty. Throws when the template is damaged.
 */
export async function composePictureMessage(message: PictureMessage): Promise<Buffer> {
  const words = await drawWords(message, message.layout);
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
