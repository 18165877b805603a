import { baselineJpeg } from '../jpeg.ts';
import type { PictureFile } from '../open-picture.ts';
import { loadSharp, openPicture } from '../open-picture.ts';

const SHARE_WIDTH = 1200;
const SHARE_HEIGHT = 630;

const CARD_WIDTH = 770;
const CARD_HEIGHT = 478;
const CORNER = 30;
const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Composes a card link's preview, a 1200 x 630 baseline JPEG without code, amount or names. Throws a TypeError unless
 * `ground` is #rrggbb.
 */
export async function composeSharePicture({
  cardArt,
  ground,
}: {
  cardArt: PictureFile;
  ground: string;
}): Promise<Buffer> {
  if (!COLOUR.test(ground)) throw new TypeError('The background of a share picture must be a colour such as #1a2b3c.');
  const card = await drawCard(cardArt);
  const [left, top] = [Math.round((SHARE_WIDTH - card.width) / 2), Math.round((SHARE_HEIGHT - card.height) / 2)];
  const scene = drawGround({ ground, left, top, width: card.width, height: card.height });
  const sharp = await loadSharp();
  return sharp(Buffer.from(scene))
    .composite([{ input: card.bytes, left, top }])
    .flatten({ background: ground })
    .jpeg(baselineJpeg({ quality: 84, fineColour: true }))
    .toBuffer();
}

async function drawCard(cardArt: PictureFile): Promise<{ bytes: Buffer; width: number; height: number }> {
  const art = await openPicture(cardArt);
  const face = await art
    .resize({ width: CARD_WIDTH, height: CARD_HEIGHT, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = face.info;
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${CORNER}"/></svg>`;
  const sharp = await loadSharp();
  const bytes = await sharp(face.data)
    .ensureAlpha()
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer();
  return { bytes, width, height };
}

type Scene = { ground: string; left: number; top: number; width: number; height: number };

function drawGround({ ground, left, top, width, height }: Scene): string {
  const card = `x="${left}" width="${width}" height="${height}" rx="${CORNER}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">
<defs>
<radialGradient id="light" cx="0.5" cy="0.1" r="0.9"><stop stop-color="#fff" stop-opacity="0.22"/><stop offset="1" stop-color="#000" stop-opacity="0.1"/></radialGradient>
<filter id="soft" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="22"/></filter>
<filter id="near" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="4"/></filter>
</defs>
<rect width="100%" height="100%" fill="${ground}"/><rect width="100%" height="100%" fill="url(#light)"/>
<rect ${card} y="${top + 24}" fill="#000" opacity="0.28" filter="url(#soft)"/>
<rect ${card} y="${top + 4}" fill="#000" opacity="0.18" filter="url(#near)"/>
</svg>`;
}
