import type { Sharp } from 'sharp';

type PictureMime = 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp';
export type PictureFile = { bytes: Buffer; mime: PictureMime };

/** More pixels than any phone photo, but too few to exhaust a small machine. */
export const MAX_INPUT_PIXELS = 40_000_000;

/** Loads sharp lazily: it takes 15 MB and 100 ms. */
export const loadSharp = async () => (await import('sharp')).default;

const FORMAT_OF_MIME: Record<PictureMime, string> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
};

/**
 * Applies EXIF orientation. Throws if the bytes are damaged, exceed MAX_INPUT_PIXELS or do not match `mime`: an SVG
 * must not pass as a photo.
 */
export async function openPicture({ bytes, mime }: PictureFile): Promise<Sharp> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS });
  const { format } = await picture.metadata();
  if (format !== FORMAT_OF_MIME[mime]) throw new Error(`A picture stored as ${mime} contains ${format} data.`);
  return picture.autoOrient();
}
