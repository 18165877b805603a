import type { Locator } from 'playwright-core';

type Box = { x: number; y: number; width: number; height: number; right: number; bottom: number; middle: number };

/** Returns pixels; `middle` is the vertical centre. Throws if the element is not on screen. */
export async function measureBox(part: Locator): Promise<Box> {
  const bounds = await part.first().boundingBox();
  if (!bounds) throw new Error(`${part} is not on screen.`);
  const { x, y, width, height } = bounds;
  return { ...bounds, right: x + width, bottom: y + height, middle: y + height / 2 };
}
