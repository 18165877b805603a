import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ownShop } from '../steps/own-shop.ts';

const NARROW = { width: 360, height: 740 };

describe('moving around by keyboard, reader and with large text', () => {
  const shop = ownShop();

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

  test('a change of page puts the focus at its content and has its title read out', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('article').first().getByRole('link').click();
    await page.waitForURL('**/product/*');
    await expect.poll(() => focused(page)).toBe('main');
    const title = await page.title();
    expect(title).toContain(' | ');
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain(title);
  });

  test('a link in the menu does so too: the focus does not go back to the menu button', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Plants', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('main');
  });

  test('the first key press offers to skip to the content', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('main');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main');
  });

  test('with text of twice the size header, menu and popups keep to a narrow phone', async () => {
    const page = await shop.enter({ size: NARROW });
    await page.goto('/browse');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const title = page.getByRole('banner').getByText('Handsel Gift Cards');
    const isUncut = (text: Locator) =>
      text.evaluate((box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight + 1);
    expect(await isUncut(title)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
    const dialog = page.getByRole('dialog');
    const fits = () => dialog.evaluate((it) => it.scrollWidth <= it.clientWidth);
    await page.getByRole('button', { name: 'Menu' }).click();
    await dialog.getByRole('link', { name: 'Books and paper', exact: true }).waitFor();
    expect(await fits()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('contentinfo')
      .getByRole('img', { name: /Secure Mobile/ })
      .click();
    await dialog.getByRole('button', { name: 'Got it' }).waitFor();
    expect(await fits()).toBe(true);
  });

  test('header, menu and footer have targets of 48 px', async () => {
    const page = await shop.open('/404', { expected: /404/ });
    const small = (area: Locator) =>
      area.locator('a, button').evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width < 48 || height < 48 ? [`${one.textContent} ${width} x ${height}`] : [];
        }),
      );
    expect(await small(page.getByRole('banner'))).toEqual([]);
    expect(await small(page.getByRole('contentinfo'))).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Plants', exact: true }).waitFor();
    expect(await small(page.getByRole('dialog'))).toEqual([]);
  });
});
