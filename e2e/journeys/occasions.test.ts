import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { axeViolations } from '../steps/axe.ts';
import { allTiles, tilesOf } from '../steps/catalogue.ts';
import { recipient, words } from '../steps/gift-card-on-the-way.ts';
import { scrollToEnd, shownIds, tiles } from '../steps/listing.ts';
import { ownShop } from '../steps/own-shop.ts';
import { fillRecipient } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page) => page.getByRole('navigation', { name: 'Occasions' });
const ids = (products: TileProduct[]) => products.map(({ id }) => id);

describe('a gift card for an occasion', () => {
  const shop = ownShop();
  let listed: TileProduct[];
  let forBaby: TileProduct[];
  let customer: Session;
  beforeAll(async () => {
    listed = await allTiles(shop.server());
    forBaby = await tilesOf(shop.server(), { occasion: 'new-baby' });
    customer = await customerOf(shop.server());
  });

  test('the row comes with the page, an occasion is an address', async () => {
    const read = async (path: string) => (await fetch(shop.server().url + path)).text();
    expect(await read('/browse')).toContain('href="/browse?occasion=new-baby"');
    const html = await read('/browse?occasion=new-baby');
    expect(html).toContain('<title>New baby | Handsel Gift Cards</title>');
    expect(html).toMatch(/<h1[^>]*>New baby<\/h1>/);
    expect(html).toContain(`<link rel="canonical" href="${shop.server().url}/browse?occasion=new-baby"/>`);
    for (const { id } of forBaby) expect(html).toContain(`href="/product/${id}"`);
    expect(await read('/browse?occasion=easter')).toMatch(/<h1[^>]*>Browse Gift Cards<\/h1>/);
  });

  test('its tiles are of one size, with the words in one line below, also with text twice as large', async () => {
    const page = await shop.open('/browse');
    for (const size of ['100%', '200%']) {
      await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
      const places = await row(page).evaluate((nav) =>
        [...nav.querySelectorAll('a')].map((link) => {
          const [picture, words] = [link.querySelector('img'), link.querySelector('span')];
          if (!picture || !words) throw new Error('A tile has no picture or no words.');
          const { top, width, height } = picture.getBoundingClientRect();
          return [top, width, height, words.getBoundingClientRect().top, words.scrollWidth - words.clientWidth];
        }),
      );
      expect(places).toHaveLength(11);
      expect(new Set(places.map(String)).size, String(places)).toBe(1);
      expect(places[0]?.[4]).toBe(0);
    }
  });

  test('is chosen in the row, shown alone, and back leads to all of them', async () => {
    const page = await shop.open('/browse');
    await row(page).getByRole('link', { name: 'New baby' }).click();
    await page.waitForURL('**/browse?occasion=new-baby');
    await heading(page, 'New baby').waitFor();
    await page.getByRole('button', { name: 'Remove filter: New baby' }).waitFor();
    await scrollToEnd(page);
    expect(await shownIds(page)).toEqual(ids(forBaby));
    expect(forBaby.length).toBeGreaterThan(1);
    expect(forBaby.every((tile) => tile.is_giftcard)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.goBack();
    await heading(page, 'Browse Gift Cards').waitFor();
    await expect.poll(() => shownIds(page)).toEqual(ids(listed).slice(0, 10));
  });

  test('with the keyboard alone, through the row in the order it is seen', async () => {
    const page = await shop.open('/browse');
    await row(page).getByRole('link').first().focus();
    for (let at = 0; at < 10; at += 1) await page.keyboard.press('Tab');
    const last = row(page).getByRole('link').last();
    await expect.poll(() => last.evaluate((link) => link === document.activeElement)).toBe(true);
    const box = await last.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await page.keyboard.press('Enter');
    await heading(page, 'Thinking of you').waitFor();
  });

  test('opens the wrapping step on a wrapping for it, and a choice is kept', async () => {
    const page = await shop.open('/browse?occasion=new-baby', { as: customer });
    // Its first wrapping is for a birthday.
    const card = forBaby.find(({ sku }) => sku === 'TT-GC-TOYBOX');
    await tiles(page)
      .filter({ hasText: card?.name ?? '' })
      .getByRole('button', { name: 'Buy Now' })
      .click();
    await page.waitForURL(`**/product/${card?.id}`);
    await page.locator('button[data-amount]:enabled').first().click();
    await page.waitForURL('**/giftcard/add/*');
    await fillRecipient(page, recipient, words);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**/giftcard/mmstemplates/*/*');
    const shown = page.getByRole('region', { name: 'Wrappings' }).locator('p[aria-live]');
    await expect.poll(() => shown.textContent()).toMatch(/^Moon mobile, 3 of/);
    await page.getByRole('button', { name: 'Show Balloons' }).click();
    await expect.poll(() => shown.textContent()).toMatch(/^Balloons, /);
    await page.getByRole('listitem').filter({ hasText: 'Balloons' }).getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/giftcard/schedule/*/*');
    await page.goBack();
    await page.getByText('Your choice: Balloons').waitFor();
    await expect.poll(() => shown.textContent()).toMatch(/^Balloons, /);
  });
});

describe('the product store', () => {
  const shop = ownShop({ BRAND: 'product' });

  test('shows occasions where gift cards are being looked at', async () => {
    const page = await shop.open('/browse');
    await heading(page, 'Browse Products').waitFor();
    await tiles(page).first().waitFor();
    expect(await row(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Gift cards/ })
      .check();
    await page.getByRole('button', { name: /^Show \d+ products/ }).click();
    await row(page).getByRole('link', { name: 'Wedding' }).click();
    await heading(page, 'Wedding').waitFor();
    const wanted = ids(await tilesOf(shop.server(), { occasion: 'wedding' }));
    await expect.poll(() => shownIds(page)).toEqual(wanted);
  });
});
