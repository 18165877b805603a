import { createLimiter } from '#server/platform/kernel/concurrency.ts';
import { loadSharp, openPicture } from '#server/platform/pictures/open-picture.ts';
import type { PassCard } from './port.ts';

const ICON = 29;
const LOGO = { width: 160, height: 50 };
const SCALES = [1, 2, 3] as const;

const MAX_CACHED = 50;

export type PassPictures = Record<string, Buffer>;

export function createApplePictures(): (logo: PassCard['logo']) => Promise<PassPictures> {
  const cache = new Map<string, PassPictures>();
  const limit = createLimiter({ concurrency: 1 });
  return async (logo) => {
    const name = `${logo.id} ${logo.version}`;
    const cachedPictures = cache.get(name);
    if (cachedPictures) return cachedPictures;
    const drawn = await limit(() => drawAll(logo));
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    cache.set(name, drawn);
    return drawn;
  };
}

async function drawAll(logo: PassCard['logo']): Promise<PassPictures> {
  // Rasterise the logo at a large size first, so that small versions stay sharp.
  const large = await (await openPicture(logo)).resize({ width: 480, height: 480, fit: 'inside' }).png().toBuffer();
  const sharp = await loadSharp();
  const files = await Promise.all(
    SCALES.map(async (scale): Promise<[string, Buffer][]> => {
      const mark = scale === 1 ? '' : `@${scale}x`;
      const icon = sharp(large)
        .resize({ width: ICON * scale, height: ICON * scale, fit: 'contain', background: logo.ground })
        .flatten({ background: logo.ground });
      const wide = sharp(large).resize({ width: LOGO.width * scale, height: LOGO.height * scale, fit: 'inside' });
      return [
        [`icon${mark}.png`, await icon.png().toBuffer()],
        [`logo${mark}.png`, await wide.png().toBuffer()],
      ];
    }),
  );
  return Object.fromEntries(files.flat());
}
