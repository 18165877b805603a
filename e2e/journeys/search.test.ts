import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { WIDE } from '../steps/browser.ts';
import { listAllTiles, listTiles } from '../steps/catalogue.ts';
import { recipient, words } from '../steps/gift-card-on-the-way.ts';
import { listShownIds, scrollToEnd, tiles } from '../steps/listing.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { fillRecipient } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const popup = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => popup(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => popup(page).getByRole('option', { name });
const isFocused = (element: Element) => element === document.activeElement;

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await field(page).waitFor();
}

describe('search and filters', () => {
  const shop = setUpShop();
  let listed: TileProduct[];
  beforeAll(async () => {
    listed = await listAllTiles(shop.server());
  });

  it('suggests products while the customer types, even with a typo, and supports keyboard and taps', async () => {
    const page = await shop.open('/browse');
    await openSearch(page);
    await expect.poll(() => field(page).evaluate(isFocused)).toBe(true);
    await field(page).pressSequentially('cofee');
    await option(page, /^Coffee$/).waitFor();
    await option(page, 'Slow Magpie Coffee').first().waitFor();
    expect(await popup(page).getByRole('group').count()).toBe(4);
    await option(page, 'First Light Espresso').click();
    await heading(page, 'First Light Espresso').waitFor();
    expect(await popup(page).count()).toBe(0);

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
    expect(await page.getByRole('banner').getByRole('link', { name: 'Search' }).evaluate(isFocused)).toBe(true);
    await openSearch(page);
    await field(page).fill('  moon   mug ');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=moon+mug');
    await heading(page, 'Results for “moon mug”').waitFor();
    await openSearch(page);
    await field(page).fill('');
    await option(page, 'moon mug').waitFor();
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await expect.poll(() => popup(page).getByRole('group', { name: 'Recent searches' }).count()).toBe(0);
  });

  it('renders search results on the server, and never interprets a query as HTML', async () => {
    const html = await (await fetch(`${shop.server().url}/search?q=cofee`)).text();
    expect(html).toContain('First Light Espresso');
    expect(html).toContain('Results for “cofee”');
    expect(html).toContain('<meta name="robots" content="noindex"');
    const page = await shop.open('/search?q=cofee');
    await page.getByText('Showing results for coffee.').waitFor();
    const answer = await shop.server().send('GET mobiledigital/search', { query: { q: 'cofee' } });
    expect(await listShownIds(page)).toEqual(answer.body.data.map(({ id }) => id));
    await scrollToEnd(page);
    expect(await tiles(page).count()).toBeGreaterThan(10);

    const script = '<img src=x onerror=alert(1)>';
    await page.goto(`/search?q=${encodeURIComponent(script)}`);
    await page.getByRole('heading', { name: `Nothing found for “${script}”` }).waitFor();
    await page.getByRole('searchbox').fill('kite');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/search?q=kite');
    await page.getByRole('article', { name: 'Paddock Kite' }).waitFor();
  });

  it('applies filters from the phone’s filter sheet to the list, the URL and the chips, and removes the last filter on Back', async () => {
    const page = await shop.open('/browse');
    await page.getByText(`${listed.length} products`, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
    await sheet.getByLabel('Sort by').selectOption('Price, low to high');
    await sheet.getByRole('radio', { name: /^Products/ }).check();
    await sheet.getByRole('checkbox', { name: /Tide & Kiln/ }).check();
    await sheet.getByLabel('To', { exact: true }).fill('60');
    const expectedTiles = listed
      .filter((tile) => !tile.is_giftcard && tile.seller_name === 'Tide & Kiln' && tile.price <= 60)
      .toSorted((a, b) => a.price - b.price || a.id - b.id);
    await sheet.getByLabel('To', { exact: true }).blur();
    await sheet.getByRole('button', { name: `Show ${expectedTiles.length} products` }).waitFor();
    await sheet.getByRole('button', { name: `Show ${expectedTiles.length} products` }).click();
    await page.waitForURL('**/browse?sort=price_up&seller=tide-and-kiln&price_max=60&kind=product');
    await expect.poll(() => listShownIds(page)).toEqual(expectedTiles.map(({ id }) => id));
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain(`${expectedTiles.length} products`);
    const chips = page.getByRole('list', { name: 'Active filters' });
    expect(await chips.getByRole('button').allTextContents()).toEqual([
      'Products',
      'Tide & Kiln',
      'Up to $60 AUD',
      'Clear all',
    ]);
    await chips.getByRole('button', { name: 'Remove filter: Tide & Kiln' }).click();
    await page.waitForURL('**/browse?sort=price_up&price_max=60&kind=product');
    await page.goBack();
    await expect.poll(() => listShownIds(page)).toEqual(expectedTiles.map(({ id }) => id));
    await chips.getByRole('button', { name: 'Clear all' }).click();
    await page.waitForURL('**/browse?sort=price_up');
    await expect.poll(() => chips.count()).toBe(0);
  });

  it('keeps focus and digits in the second price field while the list updates after a change in the first', async () => {
    const page = await shop.open('/browse', { size: WIDE });
    const side = page.getByRole('complementary', { name: 'Filter' });
    await side.getByLabel('From', { exact: true }).fill('10');
    await page.keyboard.press('Tab');
    await page.keyboard.type('6');
    await page.waitForURL('**/browse?price_min=10');
    await page.getByRole('button', { name: 'Remove filter: $10 AUD and more' }).waitFor();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/browse?price_min=10&price_max=60');
    await page.getByRole('button', { name: 'Remove filter: $10 to $60 AUD' }).click();
    await page.waitForURL('**/browse');
    await expect.poll(() => side.getByLabel('To', { exact: true }).inputValue()).toBe('');
  });

  it('preselects a wrapping for the occasion the customer browsed, and keeps a different choice [RT-21]', async () => {
    const forBaby = await listTiles(shop.server(), { occasion: 'new-baby' });
    expect(forBaby.length).toBeGreaterThan(1);
    expect(forBaby.every((tile) => tile.is_giftcard)).toBe(true);
    const page = await shop.open('/browse', { as: await signInCustomer(shop.server()) });
    const occasions = page.getByRole('navigation', { name: 'Occasions' });
    await occasions.getByRole('link', { name: 'Wedding' }).click();
    await heading(page, 'Wedding').waitFor();
    await page.goBack();
    await heading(page, 'Browse Gift Cards').waitFor();
    await expect.poll(() => listShownIds(page)).toEqual(listed.slice(0, 10).map(({ id }) => id));
    await occasions.getByRole('link', { name: 'New baby' }).click();
    await page.waitForURL('**/browse?occasion=new-baby');
    await heading(page, 'New baby').waitFor();
    await scrollToEnd(page);
    expect(await listShownIds(page)).toEqual(forBaby.map(({ id }) => id));

    const card = forBaby.find(({ sku }) => sku === 'TT-GC-TOYBOX');
    await page
      .getByRole('article', { name: card?.name ?? '', exact: true })
      .getByRole('button', { name: 'Buy Now' })
      .click();
    await page.waitForURL(`**/product/${card?.id}`);
    await page.locator('button[data-amount]:enabled').first().click();
    await page.waitForURL('**/giftcard/add/*');
    await fillRecipient(page, recipient, words);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**/giftcard/mmstemplates/*/*');
    const announcement = page.getByRole('region', { name: 'Wrappings' }).locator('p[aria-live]');
    await expect.poll(() => announcement.textContent()).toMatch(/^Moon mobile, 3 of/);
    await page.getByRole('button', { name: 'Show Balloons' }).click();
    await expect.poll(() => announcement.textContent()).toMatch(/^Balloons, /);
    await page.getByRole('listitem').filter({ hasText: 'Balloons' }).getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/giftcard/schedule/*/*');
    await page.goBack();
    await page.getByText('Your choice: Balloons').waitFor();
    await expect.poll(() => announcement.textContent()).toMatch(/^Balloons, /);
  });
});
