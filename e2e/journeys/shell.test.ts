import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpShop } from '../steps/own-shop.ts';

const shop = setUpShop();

it('redirects unknown paths to /404, and opens each page scrolled to its top [RT-51, RT-52, HD-23]', async () => {
  const page = await shop.open('/nope', { expected: /404/ });
  for (const path of ['/browse/more', '/giftcard/add', '/account/nothing/here', '/nope']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    expect([path, new URL(page.url()).pathname]).toEqual([path, '/404']);
  }
  const scrolled = () => page.evaluate(() => window.scrollY);
  const followFromBelow = async (link: Locator) => {
    await link.scrollIntoViewIfNeeded();
    expect(await scrolled()).toBeGreaterThan(100);
    const leaving = page.url();
    await link.click();
    await page.waitForURL((url) => url.href !== leaving);
    await expect.poll(scrolled).toBe(0);
  };
  await page.getByRole('link', { name: 'Browse Gift Cards', exact: true }).click();
  await followFromBelow(page.getByRole('article').nth(5).getByRole('link'));
  await page.waitForURL('**/product/*');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('button', { name: /^Supplied by/ }).waitFor();
  const gaps = await footer.locator('button[aria-haspopup]').evaluateAll((buttons) => {
    const [powered, supplied] = buttons.map((button) => button.getBoundingClientRect());
    return powered && supplied ? [supplied.left - powered.right, supplied.top - powered.bottom] : [];
  });
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...gaps)).toBeLessThan(40);
  await followFromBelow(page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }));
  await page.getByRole('heading', { level: 1, name: 'Terms & Conditions' }).waitFor();
});
