import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export async function typeCard(page: Page, number = '4242424242424242', expiry = '1230'): Promise<void> {
  const typed = { 'Card number': number, Expiry: expiry, CVC: '123' };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  const values = Object.keys(typed).map((label) => page.getByLabel(label).inputValue());
  expect((await Promise.all(values)).map((value) => value.replace(/\D/g, ''))).toEqual(Object.values(typed));
}

/** Without a security code, gift cards bought on a new device wait for an operator. */
export const typeSecurityCode = (page: Page): Promise<void> => page.getByLabel('Security code (optional)').fill('123');

export const confirmButton = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });

export async function waitForOrderNumber(page: Page): Promise<string> {
  await page.waitForURL('**/success**');
  await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor();
  return (await page.getByText(/^Order number/).textContent())?.match(/\d{9}/)?.[0] ?? '';
}

export function measureSidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not lead to ${target}.`);
}
