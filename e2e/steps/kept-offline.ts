import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export async function waitUntilKept(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  const isCached = (pagePath: string) =>
    page.evaluate(async (address) => {
      const pages = await caches.open('handsel-pages');
      return navigator.serviceWorker.controller !== null && (await pages.match(address)) !== undefined;
    }, pagePath);
  await expect.poll(() => isCached(path)).toBe(true);
}
