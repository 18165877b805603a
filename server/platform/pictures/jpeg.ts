import type { JpegOptions } from 'sharp';
import { loadSharp } from './open-picture.ts';

export type RawPicture = { data: Buffer; width: number; height: number };

/**
 * Baseline, because old handsets and gateways cannot show progressive JPEGs. Skips mozjpeg's trellis quantisation,
 * which takes 80 % of the time to save 5 % of the size.
 */
export function baselineJpeg({ quality, fineColour }: { quality: number; fineColour: boolean }): JpegOptions {
  return {
    quality,
    progressive: false,
    optimiseScans: false,
    optimiseCoding: true,
    overshootDeringing: true,
    quantisationTable: 3,
    chromaSubsampling: fineColour ? '4:4:4' : '4:2:0',
  };
}

/** JPEG settings from visually lossless to barely legible. */
const STEPS = [
  ...[92, 84].map((quality) => ({ quality, fineColour: true })),
  ...[84, 78, 70, 62, 54, 44, 34, 24, 14, 6].map((quality) => ({ quality, fineColour: false })),
];

/**
 * Returns the best baseline JPEG of at most `maxBytes`: tries the finest step, then searches the others. Throws if none
 * fits.
 */
export async function encodeJpegWithin({ data, width, height }: RawPicture, maxBytes: number): Promise<Buffer> {
  const sharp = await loadSharp();
  let best: Buffer | undefined;
  let [first, last] = [0, STEPS.length - 1];
  for (let step = 0; first <= last; step = Math.floor((first + last) / 2)) {
    const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg(baselineJpeg(STEPS[step] ?? { quality: 1, fineColour: false }))
      .toBuffer();
    if (jpeg.length <= maxBytes) [best, last] = [jpeg, step - 1];
    else first = step + 1;
  }
  if (!best) throw new Error(`A picture of ${width}x${height} does not fit ${maxBytes} bytes at any quality.`);
  return best;
}
