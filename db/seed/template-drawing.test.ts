import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawingEnd, TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { templateGround, templateKeys, templateLayout, templatePicture } from './art/template-art.ts';

/** Height of the smallest crop of templates, which the account shows. Every other crop contains it. */
const HEIGHT = Math.round(0.57 * TEMPLATE_WIDTH);

async function countDrawnPixels(key: string, top: number, height: number): Promise<number> {
  const { data, info } = await sharp(Buffer.from(templatePicture(key)))
    .resize(TEMPLATE_WIDTH, TEMPLATE_HEIGHT)
    .extract({ left: 0, top, width: TEMPLATE_WIDTH, height })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ground = Buffer.from(templateGround(key).slice(1), 'hex');
  let count = 0;
  for (let offset = 0; offset < data.length; offset += info.channels) {
    const distance = [0, 1, 2].reduce(
      (sum, part) => sum + Math.abs((data[offset + part] ?? 0) - (ground[part] ?? 0)),
      0,
    );
    if (distance > 24) count += 1;
  }
  return count;
}

describe('a cropped template', () => {
  it.each(templateKeys)('shows most of the drawing of %s even when the template is cropped', async (key) => {
    const top = drawingEnd(templateLayout(key)) === 'bottom' ? TEMPLATE_HEIGHT - HEIGHT : 0;
    const [visiblePixels, all] = await Promise.all([
      countDrawnPixels(key, top, HEIGHT),
      countDrawnPixels(key, 0, TEMPLATE_HEIGHT),
    ]);
    expect(visiblePixels / all).toBeGreaterThan(0.7);
  });
});
