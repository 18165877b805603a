import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { axeViolations } from '../steps/axe.ts';
import { WIDE } from '../steps/browser.ts';
import { watchCalls } from '../steps/calls.ts';
import { allTiles } from '../steps/catalogue.ts';
import { scrollToEnd, shownIds, tiles } from '../steps/listing.ts';
import { ownShop } from '../steps/own-shop.ts';
import { openAccountTab } from '../steps/shop.ts';
import { customerOf } from '../steps/signed-in.ts';

describe('finding things', () => {
  const shop = ownShop();
  let listed: TileProduct[];
  beforeAll(async () => {
    listed = await allTiles(shop.server());
  });

  test('how many there are is said once', async () => {
    const page = await shop.open('/search?q=coffee');
    const counts = page.getByText(/^\d+ products?$/);
    await counts.first().waitFor();
    expect(await counts.count()).toBe(1);
    expect(await counts.getAttribute('role')).toBe('status');
  });

  test('a search is an address: rendered by the server, with its tiles and what was meant', async () => {
    const html = await (await fetch(`${shop.server().url}/search?q=cofee`)).text();
    expect(html).toContain('First Light Espresso');
    expect(html).toContain('Results for “cofee”');
    expect(html).toContain('<meta name="robots" content="noindex"');
    const page = await shop.open('/search?q=cofee');
    await page.getByText('These fit coffee.').waitFor();
    const answer = await shop.server().send('GET mobiledigital/search', { query: { q: 'cofee' } });
    expect(await shownIds(page)).toEqual(answer.body.data.map(({ id }) => id));
    await scrollToEnd(page);
    expect(await tiles(page).count()).toBeGreaterThan(10);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('nothing found says so and what to do next; the words are shown, never run', async () => {
    const words = '<img src=x onerror=alert(1)>';
    const page = await shop.open(`/search?q=${encodeURIComponent(words)}`);
    await page.getByRole('heading', { name: `Nothing found for “${words}”` }).waitFor();
    expect(await page.getByText('No More Products').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('kite');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/search?q=kite');
    await page.getByRole('article', { name: 'Paddock Kite' }).waitFor();
    await page.goto('/search');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    await page.getByRole('link', { name: 'Coffee', exact: true }).click();
    await page.waitForURL('**/category/50');
  });

  test('where nothing is found other products stand, in the server’s first view; nothing can be filtered there', async () => {
    const first = await shop.server().send('GET mobiledigital/browseProducts', { query: { page: 1 } });
    const shown = first.body.data.slice(0, 6).map(({ id }) => id);
    const page = await shop.enter({ size: WIDE });
    const calls = watchCalls(page);
    await page.goto('/search?q=zzzyx');
    await page.getByRole('heading', { name: 'Nothing found for “zzzyx”' }).waitFor();
    await page.getByRole('heading', { name: 'More from the shop' }).waitFor();
    expect(await shownIds(page)).toEqual(shown);
    expect(calls.of('GET mobiledigital/browseProducts')).toEqual([]);
    expect(await page.getByRole('complementary', { name: 'Filter' }).count()).toBe(0);
    expect(await page.getByLabel('Sort by').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('on a phone filters are chosen in a sheet and shown at once, in the address and as chips', async () => {
    const page = await shop.open('/browse');
    await page.getByText(`${listed.length} products`, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
    await sheet.getByLabel('Sort by').selectOption('Price, low to high');
    await sheet.getByRole('radio', { name: /^Products/ }).check();
    await sheet.getByRole('checkbox', { name: /Tide & Kiln/ }).check();
    await sheet.getByLabel('To', { exact: true }).fill('60');
    const wanted = listed
      .filter((tile) => !tile.is_giftcard && tile.seller_name === 'Tide & Kiln' && tile.price <= 60)
      .toSorted((a, b) => a.price - b.price || a.id - b.id);
    await sheet.getByLabel('To', { exact: true }).blur();
    await sheet.getByRole('button', { name: `Show ${wanted.length} products` }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: `Show ${wanted.length} products` }).click();
    await page.waitForURL('**/browse?sort=price_up&seller=tide-and-kiln&price_max=60&kind=product');
    await expect.poll(() => shownIds(page)).toEqual(wanted.map(({ id }) => id));
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain(`${wanted.length} products`);
    const chips = page.getByRole('list', { name: 'Filters that are on' });
    expect(await chips.getByRole('button').allTextContents()).toEqual([
      'Products',
      'Tide & Kiln',
      'Up to $60 AUD',
      'Clear all',
    ]);
    await chips.getByRole('button', { name: 'Remove filter: Tide & Kiln' }).click();
    await page.waitForURL('**/browse?sort=price_up&price_max=60&kind=product');
    await page.goBack();
    await expect.poll(() => shownIds(page)).toEqual(wanted.map(({ id }) => id));
    await chips.getByRole('button', { name: 'Clear all' }).click();
    await page.waitForURL('**/browse?sort=price_up');
    await expect.poll(() => chips.count()).toBe(0);
  });

  test('on wide screens filters stand beside the grid; nothing left offers the way out', async () => {
    const page = await shop.open('/category/20', { size: WIDE });
    const side = page.getByRole('complementary', { name: 'Filter' });
    const [aside, grid] = await Promise.all([side.boundingBox(), tiles(page).first().boundingBox()]);
    expect(aside && grid && aside.x + aside.width <= grid.x).toBe(true);
    expect(await page.getByRole('button', { name: 'Filter', exact: true }).isVisible()).toBe(false);
    await side.getByRole('checkbox', { name: /Eider & Flax/ }).check();
    await page.waitForURL('**/category/20?seller=eider-and-flax');
    await side.getByLabel('To', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing fits all of these filters' }).waitFor();
    const without = page.getByRole('region', { name: 'Without these filters' });
    await without.getByRole('article').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await tiles(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Sort by').selectOption('Name, A to Z');
    await page.waitForURL('**/category/20?sort=name');
    await expect.poll(() => tiles(page).first().textContent()).toContain('Bath Towels');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('a price typed by keyboard goes on to the other: its field keeps focus and words while the list follows', async () => {
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

  test('a filtered address shows the same on the server’s first view', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    await page.goto('/browse?kind=product&in_stock=1&sort=name&seller=far-paddock');
    const names = listed
      .filter((tile) => !tile.is_giftcard && tile.qty > 0 && tile.seller_name === 'Far Paddock')
      .map(({ name }) => name)
      .toSorted();
    const shown = () => tiles(page).locator('a span[id]').allTextContents();
    await expect.poll(shown).toEqual(names.slice(0, 10));
    expect(calls.of('GET mobiledigital/facets')).toEqual([]);
  });
});

describe('coming back to the same place', () => {
  const shop = ownShop();
  /** Top of a tile on screen. */
  const topOf = async (page: Page, id: number) =>
    (await page.locator(`[data-product="${id}"]`).boundingBox())?.y ?? Number.NaN;

  /** Three pages down, with this tile near the middle. */
  async function farDown(page: Page): Promise<{ id: number; top: number }> {
    await page.goto('/browse');
    const scrolledTiles = async () => {
      // Not by a wheel: the browser goes on with its last turn while the place is read.
      await page.evaluate(() => scrollBy(0, 1_500));
      return tiles(page).count();
    };
    await expect.poll(scrolledTiles, { interval: 100 }).toBeGreaterThanOrEqual(30);
    const id = (await shownIds(page))[24] ?? 0;
    await page.locator(`[data-product="${id}"]`).evaluate((tile) => tile.scrollIntoView({ block: 'center' }));
    return { id, top: await topOf(page, id) };
  }
  const settled = (page: Page, { id, top }: { id: number; top: number }) =>
    expect.poll(async () => Math.abs((await topOf(page, id)) - top) < 4).toBe(true);

  test('back from a product finds the same tile at the same height', async () => {
    const page = await shop.enter();
    const place = await farDown(page);
    const name = (await page.locator(`[data-product="${place.id}"] a span[id]`).textContent()) ?? '';
    await page.locator(`[data-product="${place.id}"] a`).click();
    await page.waitForURL(`**/product/${place.id}`);
    // The address changes a frame before the page does, and the list has a heading too.
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recently-viewed'))).toBe(`[${place.id}]`);
    await page.goBack();
    await settled(page, place);
    // It has grown above the tile meanwhile.
    await expect.poll(() => page.getByRole('heading', { name: 'Recently viewed' }).count()).toBe(1);
  });

  test('a reload finds it, and so does coming back from another site', async () => {
    const page = await shop.enter();
    const place = await farDown(page);
    await page.reload();
    await settled(page, place);
    await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(30);
    await page.goto('about:blank');
    await page.goBack();
    await settled(page, place);
  });

  test('a new visit of the list begins at its top', async () => {
    const page = await shop.enter();
    await farDown(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Coffee', exact: true }).click();
    await page.waitForURL('**/category/50');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Browse', exact: true }).click();
    await page.waitForURL('**/browse');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

describe('recently viewed', () => {
  const shop = ownShop();

  test('shows on the list and under other products, never the product itself, eight at most; sign-out leaves it', async () => {
    const server = shop.server();
    const ids = (await allTiles(server)).slice(0, 10).map(({ id }) => id);
    const page = await shop.open('/browse', { as: await customerOf(server) });
    const section = page.getByRole('region', { name: 'Recently viewed' });
    await page.waitForLoadState('networkidle');
    expect(await section.count()).toBe(0);
    for (const id of ids) {
      await page.goto(`/product/${id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.evaluate(() => localStorage.getItem('recently-viewed'))).toContain(`[${id}`);
    }
    const shown = () =>
      section
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))));
    const latest = ids.toReversed();
    await expect.poll(shown).toEqual(latest.slice(1, 9));
    await page.goto('/browse');
    await expect.poll(shown).toEqual(latest.slice(0, 8));
    await openAccountTab(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(await shown()).toEqual(latest.slice(0, 8));
    await section.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => section.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recently-viewed'))).toBeNull();
  });
});
