import type { Page } from 'playwright-core';

/** Waits until the page answers taps by its own code; before that a link leads to the server. */
export async function usable(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as { earlyTap?: unknown }).earlyTap === undefined);
}
