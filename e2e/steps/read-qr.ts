import jsqr from 'jsqr';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';

export async function readQr(part: Locator): Promise<string> {
  const { data, info } = await sharp(await part.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
}
