import { createHash } from 'node:crypto';
import { loadSharp, MAX_INPUT_PIXELS } from '#server/platform/pictures/open-picture.ts';
import { pictureError } from './fetch-picture.ts';

export type PreparedPicture = {
  mime: 'image/webp';
  source: Buffer;
  width: number;
  height: number;
  /** Dominant colour as '#rrggbb', shown while the picture loads. */
  ground: string;
  version: string;
};

/** Wider than the 1280 px that the shop serves, for sharper screens. */
const MAX_PIXELS_WIDE = 1_600;
const KNOWN = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' } as const;

/** Detects the type from the bytes, limits the size and removes metadata such as location. Throws PictureError. */
export async function preparePicture(bytes: Buffer): Promise<PreparedPicture> {
  const type = detectType(bytes);
  if (type === null) throw pictureError('is not a JPEG, PNG or WebP picture; save it as one of these.');
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await picture.metadata();
    if (format !== type) throw pictureError(`is an incomplete ${KNOWN[type]} picture; save it again.`);
    const size = {
      width: MAX_PIXELS_WIDE,
      height: MAX_PIXELS_WIDE,
      fit: 'inside' as const,
      withoutEnlargement: true,
    };
    const { data, info } = await picture
      .autoOrient()
      .resize(size)
      .webp({ quality: 86, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    const { dominant } = await sharp(data).flatten({ background: '#ffffff' }).stats();
    const ground = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    const version = createHash('sha256').update(data).digest('hex').slice(0, 12);
    return {
      mime: 'image/webp',
      source: data,
      width: info.width,
      height: info.height,
      ground,
      version,
    };
  } catch (error) {
    const { message } = error as Error;
    if (message.includes('pixel limit'))
      throw pictureError(`has more than ${MAX_INPUT_PIXELS / 1_000_000} million pixels; make it smaller.`);
    if ('pictureError' in (error as Error)) throw error;
    throw pictureError(`is damaged and cannot be opened; save it again.`);
  }
}

/** Reads the type from the bytes, because file names and headers may be wrong. */
function detectType(bytes: Buffer): keyof typeof KNOWN | null {
  if (bytes.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpeg';
  if (bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a') return 'png';
  const riff = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
  return riff && bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : null;
}
