import type { Locator, Page } from 'playwright-core';

/** Types a sandbox card into the card entry that is open. */
export async function typeCard(page: Page, number = '4242424242424242', expiry = '1230'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill(expiry);
  await page.getByLabel('CVC').fill('123');
}

export const confirmButton = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });

/** Waits for the thank-you page and answers the order's number. */
export async function orderNumber(page: Page): Promise<string> {
  await page.waitForURL('**/success');
  await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor();
  return (await page.getByText(/^Order number/).textContent())?.match(/\d{9}/)?.[0] ?? '';
}

/** How many pixels the page can be moved sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Presses Tab, or Shift+Tab, until the focus is on `target`, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not lead to ${target}.`);
}
