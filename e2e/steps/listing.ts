import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';

export const tiles = (page: Page): Locator => page.getByRole('article');
const productTile = (page: Page, { name }: TileProduct): Locator => page.getByRole('article', { name, exact: true });
export const listEnd = (page: Page): Locator => page.getByText('No More Products', { exact: true });

const BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** Blanks pictures, because generating them would occupy the browser's six connections. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: BLANK }));
  async function ended(): Promise<boolean> {
    await page.mouse.wheel(0, 4_000);
    return listEnd(page).isVisible();
  }
  await expect.poll(ended, { interval: 50 }).toBe(true);
}

export function listShownIds(page: Page): Promise<number[]> {
  const links = tiles(page).locator('a[href^="/product/"]');
  return links.evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))));
}

export async function measurePictureShape(page: Page, product: TileProduct): Promise<number> {
  const box = await productTile(page, product).locator('img').boundingBox();
  return box ? box.height / box.width : 0;
}
