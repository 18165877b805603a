import type { Sharp } from 'sharp';

type PictureMime = 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp';
export type PictureFile = { bytes: Buffer; mime: PictureMime };

/** Forty megapixels: more than any phone's photo, less than what would exhaust a small machine. */
export const MAX_INPUT_PIXELS = 40_000_000;

/** Drawing takes 15 MB and a tenth of a second to load: on first use. */
export const loadSharp = async () => (await import('sharp')).default;

const FORMAT_OF_MIME: Record<PictureMime, string> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
};

/**
 * Opens a stored picture for rendering, turned upright by its EXIF mark. Throws when the bytes are damaged, larger
 * than MAX_INPUT_PIXELS, or not what `mime` says: drawings can do more than photos, so no SVG may pass as a photo.
 */
export async function openPicture({ bytes, mime }: PictureFile): Promise<Sharp> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS });
  const { format } = await picture.metadata();
  if (format !== FORMAT_OF_MIME[mime]) throw new Error(`A picture stored as ${mime} holds ${format} bytes.`);
  return picture.autoOrient();
}
