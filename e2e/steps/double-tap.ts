import type { Locator } from 'playwright-core';

/**
 * Taps twice on the same spot, as quick as a thumb that does not mean to: the second tap meets whatever is there by
 * then.
 */
export async function doubleTap(target: Locator): Promise<void> {
  await target.click({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on screen.`);
  const { x, y, width, height } = box;
  await target.page().mouse.click(x + width / 2, y + height / 2, { clickCount: 2, delay: 70 });
}
