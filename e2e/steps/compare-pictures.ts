import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Left out at each side, as a part of it: screens round the corners of pictures. */
const EDGE = 0.04;
/** On the scale of 255; what JPEG and another width change stays below it. */
const SEEN = 48;

type Screenshot = { bytes: Buffer; width: number; height: number };

/** A picture as it stands on the screen. */
export async function screenshotOf(shown: Locator): Promise<Screenshot> {
  const screenshot = await exactly(shown);
  const { width, height } = await sharp(screenshot).metadata();
  return { bytes: await pixels(screenshot, width, height), width, height };
}

/**
 * How much of a picture on a screen looks different from a picture message: 0 for nothing, 1 for every pixel. Both are
 * looked at as large as on the screen, a little out of focus, so that an edge may fall on another fraction of a pixel.
 */
export async function differenceOf({ bytes, width, height }: Screenshot, sent: Buffer): Promise<number> {
  const other = await pixels(sent, width, height);
  const [left, top] = [Math.round(width * EDGE), Math.round(height * EDGE)];
  let [different, looked] = [0, 0];
  for (let y = top; y < height - top; y += 1) {
    for (let x = left; x < width - left; x += 1) {
      const at = (y * width + x) * 3;
      looked += 1;
      if ([0, 1, 2].some((colour) => Math.abs((bytes[at + colour] ?? 0) - (other[at + colour] ?? 255)) > SEEN))
        different += 1;
    }
  }
  return different / looked;
}

/** The element alone: a screenshot begins and ends at whole pixels of the page, of which it may have a part only. */
async function exactly(shown: Locator): Promise<Buffer> {
  const screenshot = await shown.screenshot({ animations: 'disabled' });
  const box = await shown.boundingBox();
  if (!box) throw new Error('The picture is not on the screen.');
  const density = await shown.evaluate(() => devicePixelRatio);
  const part = (from: number, length: number) =>
    [from - Math.floor(from), length].map((one) => Math.round(one * density));
  const [[left = 0, width = 0], [top = 0, height = 0]] = [part(box.x, box.width), part(box.y, box.height)];
  return sharp(screenshot).extract({ left, top, width, height }).toBuffer();
}

function pixels(picture: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(picture)
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .blur(1)
    .raw()
    .toBuffer();
}
