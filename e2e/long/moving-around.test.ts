import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpShop } from '../steps/own-shop.ts';

const NARROW = { width: 360, height: 740 };

describe('navigation with large text and by touch', () => {
  const shop = setUpShop();

  it('fits the header, menu and popups on a narrow phone with 200% text', async () => {
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

  it('makes tap targets in the header, menu and footer at least 48 px large', async () => {
    const page = await shop.open('/404', { expected: /404/ });
    const small = (area: Locator) =>
      area.locator('a, button').evaluateAll((all) =>
        all.flatMap((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width < 48 || height < 48 ? [`${element.textContent} ${width} x ${height}`] : [];
        }),
      );
    expect(await small(page.getByRole('banner'))).toEqual([]);
    expect(await small(page.getByRole('contentinfo'))).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Plants', exact: true }).waitFor();
    expect(await small(page.getByRole('dialog'))).toEqual([]);
  });
});
