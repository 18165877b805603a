import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Types a sandbox card into the card entry that is open, once, as a customer does. */
export async function typeCard(page: Page, number = '4242424242424242', expiry = '1230'): Promise<void> {
  const typed = { 'Card number': number, Expiry: expiry, CVC: '123' };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  const values = Object.keys(typed).map((label) => page.getByLabel(label).inputValue());
  expect((await Promise.all(values)).map((value) => value.replace(/\D/g, ''))).toEqual(Object.values(typed));
}

/**
 * Types the security code of the saved card that is chosen: without it the gift cards of a device that is new to the
 * account wait for an operator.
 */
export const typeSecurityCode = (page: Page): Promise<void> => page.getByLabel('Security code (optional)').fill('123');

export const confirmButton = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });

/** Waits for the thank-you page and returns the order's number. */
export async function orderNumber(page: Page): Promise<string> {
  await page.waitForURL('**/success**');
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
