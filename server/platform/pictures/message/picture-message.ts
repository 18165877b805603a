import { createHash } from 'node:crypto';
import type { PictureWords, TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';
import { TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { encodeJpegWithin } from '../jpeg.ts';
import type { PictureFile } from '../open-picture.ts';
import { loadSharp, openPicture } from '../open-picture.ts';
import { drawWords } from './words-drawing.ts';

/** Carriers drop or recompress larger attachments. */
export const PICTURE_MESSAGE_MAX_BYTES = 240_000;

/** Raise this when the output changes, to invalidate composed pictures. */
export const COMPOSER_VERSION = 1;

export type PictureMessage = PictureWords & { templateSvgOrRaster: PictureFile; layout: TemplateLayout };

/**
 * Composes a baseline sRGB JPEG of 720 x 900, at most PICTURE_MESSAGE_MAX_BYTES. Deterministic; needs no system fonts.
 * Throws if the template is damaged.
 */
export async function composePictureMessage(message: PictureMessage): Promise<Buffer> {
  const [ground, words] = await Promise.all([drawTemplate(message.templateSvgOrRaster), drawLetters(message)]);
  const size = { width: TEMPLATE_WIDTH, height: TEMPLATE_HEIGHT };
  return encodeJpegWithin({ data: overlayPixels(ground, words), ...size }, PICTURE_MESSAGE_MAX_BYTES);
}

/** Number of cached templates of 2 MB each. Few are enough, because many cards share a template. */
const MAX_DRAWN_LETTERS = 8;
const drawn = new Map<string, Promise<Buffer>>();

function drawTemplate(template: PictureFile): Promise<Buffer> {
  const key = `${template.mime} ${createHash('sha256').update(template.bytes).digest('hex')}`;
  const pixels = drawn.get(key) ?? readPixels(template);
  drawn.delete(key);
  drawn.set(key, pixels);
  pixels.catch(() => drawn.delete(key));
  for (const oldest of [...drawn.keys()].slice(0, -MAX_DRAWN_LETTERS)) drawn.delete(oldest);
  return pixels;
}

async function readPixels(file: PictureFile): Promise<Buffer> {
  const template = await openPicture(file);
  return template
    .resize({ width: TEMPLATE_WIDTH, height: TEMPLATE_HEIGHT, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}

async function drawLetters({ layout, ...words }: PictureMessage): Promise<Buffer> {
  const sharp = await loadSharp();
  const drawing = Buffer.from(await drawWords(words, layout));
  return sharp(drawing).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

/** Skips pixels without text; a general compositor processes all pixels in floating point. */
function overlayPixels(ground: Buffer, words: Buffer): Buffer {
  const pixels = Buffer.from(ground);
  const covered = new Uint32Array(words.buffer, words.byteOffset, words.byteLength / 4);
  for (let index = 0; index < covered.length; index += 1) {
    if (covered[index] === 0) continue;
    const opacity = (words[index * 4 + 3] ?? 0) / 255;
    for (let colour = 0; colour < 3; colour += 1) {
      const below = pixels[index * 3 + colour] ?? 0;
      pixels[index * 3 + colour] = Math.round(below + ((words[index * 4 + colour] ?? 0) - below) * opacity);
    }
  }
  return pixels;
}
