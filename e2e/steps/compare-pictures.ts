import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Share of the picture ignored at each edge, because the page rounds its corners. */
const EDGE = 0.04;
/** Minimum visible difference of a colour channel, from 0 to 255. JPEG and scaling cause smaller ones. */
const SEEN = 48;

type Screenshot = { bytes: Buffer; width: number; height: number };

export async function takeScreenshot(picture: Locator): Promise<Screenshot> {
  const screenshot = await cropToElement(picture);
  const { width, height } = await sharp(screenshot).metadata();
  return { bytes: await readPixels(screenshot, width, height), width, height };
}

/** Returns the share of pixels that differ visibly at screen size, after a slight blur that hides subpixel edges. */
export async function measureDifference({ bytes, width, height }: Screenshot, message: Buffer): Promise<number> {
  const other = await readPixels(message, width, height);
  const [left, top] = [Math.round(width * EDGE), Math.round(height * EDGE)];
  let [different, looked] = [0, 0];
  for (let y = top; y < height - top; y += 1) {
    for (let x = left; x < width - left; x += 1) {
      const offset = (y * width + x) * 3;
      looked += 1;
      if ([0, 1, 2].some((colour) => Math.abs((bytes[offset + colour] ?? 0) - (other[offset + colour] ?? 255)) > SEEN))
        different += 1;
    }
  }
  return different / looked;
}

/** Crops the screenshot to the element, because screenshots extend to whole pixels. */
async function cropToElement(element: Locator): Promise<Buffer> {
  const screenshot = await element.screenshot({ animations: 'disabled' });
  const box = await element.boundingBox();
  if (!box) throw new Error('The picture is not on the screen.');
  const density = await element.evaluate(() => devicePixelRatio);
  const part = (from: number, length: number) =>
    [from - Math.floor(from), length].map((value) => Math.round(value * density));
  const [[left = 0, width = 0], [top = 0, height = 0]] = [part(box.x, box.width), part(box.y, box.height)];
  return sharp(screenshot).extract({ left, top, width, height }).toBuffer();
}

function readPixels(picture: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(picture)
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .blur(1)
    .raw()
    .toBuffer();
}
