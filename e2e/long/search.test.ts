import { beforeAll, describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { WIDE } from '../steps/browser.ts';
import { watchCalls } from '../steps/calls.ts';
import { listAllTiles } from '../steps/catalogue.ts';
import { listShownIds, scrollToEnd, tiles } from '../steps/listing.ts';
import { setUpShop } from '../steps/own-shop.ts';

describe('search and filters', () => {
  const shop = setUpShop();
  let listed: TileProduct[];
  beforeAll(async () => {
    listed = await listAllTiles(shop.server());
  });

  it('shows search results and filters without accessibility violations', async () => {
    const page = await shop.open('/search?q=cofee');
    await page.getByText('Showing results for coffee.').waitFor();
    await scrollToEnd(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto('/browse');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog', { name: 'Filter and sort' }).getByLabel('Sort by').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goto('/search?q=zzzyx');
    await page.getByRole('heading', { name: 'Nothing found for “zzzyx”' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('offers other products in the server-rendered page when an unfiltered search finds nothing', async () => {
    const first = await shop.server().send('GET mobiledigital/browseProducts', { query: { page: 1 } });
    const expectedIds = first.body.data.slice(0, 6).map(({ id }) => id);
    const page = await shop.enter({ size: WIDE });
    const calls = watchCalls(page);
    await page.goto('/search?q=zzzyx');
    await page.getByRole('heading', { name: 'Nothing found for “zzzyx”' }).waitFor();
    await page.getByRole('heading', { name: 'More from the shop' }).waitFor();
    expect(await listShownIds(page)).toEqual(expectedIds);
    expect(calls.listRequests('GET mobiledigital/browseProducts')).toEqual([]);
    expect(await page.getByRole('complementary', { name: 'Filter' }).count()).toBe(0);
    expect(await page.getByLabel('Sort by').count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('shows filters next to the grid on wide screens, and offers to clear them when no product matches', async () => {
    const page = await shop.open('/category/20', { size: WIDE });
    const side = page.getByRole('complementary', { name: 'Filter' });
    const [aside, grid] = await Promise.all([side.boundingBox(), tiles(page).first().boundingBox()]);
    expect(aside && grid && aside.x + aside.width <= grid.x).toBe(true);
    expect(await page.getByRole('button', { name: 'Filter', exact: true }).isVisible()).toBe(false);
    await side.getByRole('checkbox', { name: /Eider & Flax/ }).check();
    await page.waitForURL('**/category/20?seller=eider-and-flax');
    await side.getByLabel('To', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing matches all of these filters' }).waitFor();
    const unfilteredRegion = page.getByRole('region', { name: 'Without these filters' });
    await unfilteredRegion.getByRole('article').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await tiles(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Sort by').selectOption('Name, A to Z');
    await page.waitForURL('**/category/20?sort=name');
    await expect.poll(() => tiles(page).first().textContent()).toContain('Bath Towels');
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('renders a filtered list on the server without a second request by the browser', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    await page.goto('/browse?kind=product&in_stock=1&sort=name&seller=far-paddock');
    const names = listed
      .filter((tile) => !tile.is_giftcard && tile.qty > 0 && tile.seller_name === 'Far Paddock')
      .map(({ name }) => name)
      .toSorted();
    const readNames = () => tiles(page).locator('a span[id]').allTextContents();
    await expect.poll(readNames).toEqual(names.slice(0, 10));
    expect(calls.listRequests('GET mobiledigital/facets')).toEqual([]);
  });
});
