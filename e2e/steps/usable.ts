import type { Page } from 'playwright-core';

/** Waits until the page's own code handles taps. */
export async function waitUntilUsable(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as { earlyTap?: unknown }).earlyTap === undefined);
}
