import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeViolations } from '../steps/axe.ts';

import { watchCalls } from '../steps/calls.ts';
import { ownShop } from '../steps/own-shop.ts';

const popup = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => popup(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => popup(page).getByRole('option', { name });
const recent = (page: Page) => popup(page).getByRole('group', { name: 'Recent searches' }).getByRole('option');

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await field(page).waitFor();
}

describe('the search', () => {
  const shop = ownShop();

  test('the header opens a search that suggests while it is typed, also with a mistake in it', async () => {
    const page = await shop.open('/browse');
    await openSearch(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    await field(page).pressSequentially('cofee');
    await option(page, /^Coffee$/).waitFor();
    await option(page, 'Slow Magpie Coffee').first().waitFor();
    expect(await popup(page).getByRole('group').count()).toBe(4);
    expect(await axeViolations(page)).toEqual([]);
    await option(page, 'First Light Espresso').click();
    await page.getByRole('heading', { level: 1, name: 'First Light Espresso' }).waitFor();
    expect(await popup(page).count()).toBe(0);
  });

  test('arrows and Enter choose a suggestion, Enter alone searches, Escape gives the focus back', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).focus();
    await page.keyboard.press('Enter');
    await field(page).pressSequentially('plants');
    await option(page, /^Plants/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => option(page, /^Plants/).getAttribute('aria-selected')).toBe('true');
    const active = await field(page).getAttribute('aria-activedescendant');
    expect(await option(page, /^Plants/).getAttribute('id')).toBe(active);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/category/30');

    await openSearch(page);
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Search');
    await openSearch(page);
    await field(page).fill('  moon   mug ');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=moon+mug');
    await page.getByRole('heading', { level: 1, name: 'Results for “moon mug”' }).waitFor();
    await openSearch(page);
    await field(page).fill('');
    await option(page, 'moon mug').waitFor();
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await expect.poll(() => recent(page).count()).toBe(0);
  });

  test('searches before are walked through by keyboard, the latest first; clearing them leaves the focus in the field', async () => {
    const page = await shop.open('/browse');
    for (const q of ['moon mug', 'coffee']) {
      await openSearch(page);
      await field(page).fill(q);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: `Results for “${q}”` }).waitFor();
    }
    await openSearch(page);
    await field(page).fill('');
    await option(page, 'moon mug').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => option(page, 'moon mug').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=moon+mug');
    await openSearch(page);
    await field(page).fill('');
    await option(page, 'moon mug').waitFor();
    expect(await recent(page).allInnerTexts()).toEqual(['moon mug', 'coffee']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Clear recent searches' }).press('Enter');
    await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await recent(page).count()).toBe(0);
  });

  test('what an input method has not finished is neither looked up nor sent', async () => {
    const page = await shop.open('/browse');
    await openSearch(page);
    const calls = watchCalls(page);
    const keys = await page.context().newCDPSession(page);
    await keys.send('Input.imeSetComposition', { text: 'coff', selectionStart: 4, selectionEnd: 4 });
    await expect.poll(() => field(page).inputValue()).toBe('coff');
    await page.keyboard.press('Enter');
    expect(await option(page, /^Search for/).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/browse');
    await keys.send('Input.insertText', { text: 'coffee' });
    await option(page, 'Search for coffee').waitFor();
    await option(page, 'First Light Espresso').waitFor();
    const looked = calls.of('GET mobiledigital/suggest').map((request) => new URL(request.url()).searchParams.get('q'));
    expect(looked).toEqual(['coffee']);
  });
});
