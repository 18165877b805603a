import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { watchCalls } from '../steps/calls.ts';
import { setUpShop } from '../steps/own-shop.ts';

const popup = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => popup(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => popup(page).getByRole('option', { name });

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await field(page).waitFor();
}

describe('the search popup', () => {
  const shop = setUpShop();

  it('shows suggestions without accessibility violations', async () => {
    const page = await shop.open('/browse');
    await openSearch(page);
    await field(page).pressSequentially('cofee');
    await option(page, 'Slow Magpie Coffee').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('does not search while an IME composition is in progress', async () => {
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
    const looked = calls
      .listRequests('GET mobiledigital/suggest')
      .map((request) => new URL(request.url()).searchParams.get('q'));
    expect(looked).toEqual(['coffee']);
  });
});
