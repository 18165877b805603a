import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import { watchCalls } from '../steps/calls.ts';
import {
  addItemToCart,
  fetchCategoryTree,
  findTile,
  isConfigurable,
  isGiftCard,
  isSimple,
  listAllTiles,
  listCategoryTiles,
} from '../steps/catalogue.ts';
import { listEnd, listShownIds, measurePictureShape, scrollToEnd, tiles } from '../steps/listing.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { openAccountTab } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';
import { waitUntilUsable } from '../steps/usable.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const menuDialog = (page: Page) => page.getByRole('dialog');

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await menuDialog(page).getByRole('tablist').waitFor();
  return menuDialog(page);
}

describe('browsing the gift card store', () => {
  const shop = setUpShop();
  let listed: TileProduct[];
  beforeAll(async () => {
    listed = await listAllTiles(shop.server());
  });

  it('lists each product exactly once while the customer scrolls, with correct picture proportions [RT-05, BR-04, BR-09, BR-10, BC-29, BC-30]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    await page.goto('/browse');
    await heading(page, 'Browse Gift Cards').waitFor();
    expect(await listShownIds(page)).toEqual(listed.slice(0, PAGE_SIZE).map(({ id }) => id));
    expect(await listEnd(page).count()).toBe(0);
    await scrollToEnd(page);
    expect(await listShownIds(page)).toEqual(listed.map(({ id }) => id));
    const requestedPages = calls
      .listRequests('GET mobiledigital/browseProducts')
      .map((call) => new URL(call.url()).searchParams.get('page'));
    const last = Math.floor(listed.length / PAGE_SIZE) + 1;
    expect(requestedPages).toEqual(Array.from({ length: last - 1 }, (_, index) => String(index + 2)));
    for (const [isWanted, ratio] of [
      [isSimple, 1.2],
      [isConfigurable, 1.2],
      [isGiftCard, 0.62],
    ] as const) {
      const tile = listed.find(isWanted) as TileProduct;
      expect([tile.name, await measurePictureShape(page, tile)]).toEqual([tile.name, expect.closeTo(ratio, 2)]);
    }
  });

  it('shows only the products of a category opened from the menu, and returns on Back [RT-06, BR-05, BR-11, MN-07]', async () => {
    const top = (await fetchCategoryTree(shop.server())).find((category) =>
      category.children.some(({ children }) => children[0]),
    );
    const middle = top?.children.find(({ children }) => children[0]);
    const leaf = middle?.children[0];
    if (!top || !middle || !leaf) throw new Error('The tree has no three levels.');
    const products = await listCategoryTiles(shop.server(), leaf.entity_id);
    expect(products.length).toBeLessThan(listed.length);
    const page = await shop.open('/browse');
    const menu = await openMenu(page);
    await menu.getByRole('button', { name: `Open ${top.value}` }).click();
    await menu.getByRole('button', { name: `Open ${middle.value}` }).click();
    await menu.getByRole('link', { name: leaf.value, exact: true }).click();
    await page.waitForURL(`**/category/${leaf.entity_id}`);
    await heading(page, leaf.value).waitFor();
    await menu.waitFor({ state: 'detached' });
    await scrollToEnd(page);
    expect(await listShownIds(page)).toEqual(products.map(({ id }) => id));
    await page.reload();
    await heading(page, leaf.value).waitFor();
    await scrollToEnd(page);
    expect(await listShownIds(page)).toEqual(products.map(({ id }) => id));
    const [product] = products;
    await tiles(page).first().locator('a[href] img').click();
    await page.waitForURL(`**/product/${product?.id}`);
    await heading(page, product?.name ?? '').waitFor();
    await page.goBack();
    await heading(page, leaf.value).waitFor();
    await page.goBack();
    await heading(page, 'Browse Gift Cards').waitFor();
  });

  it('ends the session on the phone and on the server at sign-out, then shows the shop [MN-11, MN-12]', async () => {
    const leaving = await signInCustomer(shop.server(), '+61491570158');
    const page = await shop.open('/terms', { as: leaving });
    const stored = () => page.evaluate(() => ['token', 'token_ttl', 'mobile'].map((key) => localStorage.getItem(key)));
    expect((await stored())[0]).toBe(leaving.token);
    await openAccountTab(page);
    await Promise.all([
      page.waitForResponse('**/mobiledigital/signout'),
      menuDialog(page).getByRole('button', { name: 'Sign Out' }).click(),
    ]);
    await page.waitForURL('**/browse');
    expect(await stored()).toEqual([null, null, null]);
    expect((await shop.server().send('GET customers/me', { token: leaving.token })).status).toBe(401);
    await openAccountTab(page);
    await menuDialog(page).getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  });

  it('moves keyboard focus past the header and into the next page, and announces the page’s title', async () => {
    const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
    const page = await shop.open('/browse');
    await heading(page, 'Browse Gift Cards').waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('main');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main');

    await tiles(page).first().getByRole('link').click();
    await page.waitForURL('**/product/*');
    await expect.poll(() => focused(page)).toBe('main');
    const title = await page.title();
    expect(title).toContain(' | ');
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain(title);

    const menu = await openMenu(page);
    await menu.getByRole('link', { name: 'Plants', exact: true }).click();
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('main');
  });

  it('restores the scroll position on Back, and starts a newly opened list at the top', async () => {
    const page = await shop.enter();
    const place = await scrollFarDown(page);
    const name = (await page.locator(`[data-product="${place.id}"] a span[id]`).textContent()) ?? '';
    await page.locator(`[data-product="${place.id}"] a`).click();
    await page.waitForURL(`**/product/${place.id}`);
    await heading(page, name).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recently-viewed'))).toBe(`[${place.id}]`);
    await page.goBack();
    await expectPosition(page, place);
    await expect.poll(() => page.getByRole('heading', { name: 'Recently viewed' }).count()).toBe(1);

    await page.reload();
    await expectPosition(page, place);
    await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(3 * PAGE_SIZE);
    await page.goto('about:blank');
    await page.goBack();
    await expectPosition(page, place);

    await waitUntilUsable(page);
    await (await openMenu(page)).getByRole('link', { name: 'Coffee', exact: true }).click();
    await page.waitForURL('**/category/50');
    await heading(page, 'Coffee').waitFor();
    await (await openMenu(page)).getByRole('link', { name: 'Browse', exact: true }).click();
    await page.waitForURL('**/browse');
    await heading(page, 'Browse Gift Cards').waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

type Place = { id: number; top: number };
const measureTop = async (page: Page, id: number) =>
  (await page.locator(`[data-product="${id}"]`).boundingBox())?.y ?? Number.NaN;

async function scrollFarDown(page: Page): Promise<Place> {
  await page.goto('/browse');
  const scrolledTiles = async () => {
    // Scrolls by script, because a wheel scroll would continue with momentum.
    await page.evaluate(() => scrollBy(0, 1_500));
    return tiles(page).count();
  };
  await expect.poll(scrolledTiles, { interval: 100 }).toBeGreaterThanOrEqual(3 * PAGE_SIZE);
  const id = (await listShownIds(page))[24] ?? 0;
  await page.locator(`[data-product="${id}"]`).evaluate((tile) => tile.scrollIntoView({ block: 'center' }));
  return { id, top: await measureTop(page, id) };
}

const expectPosition = (page: Page, { id, top }: Place) =>
  expect.poll(async () => Math.abs((await measureTop(page, id)) - top) < 4).toBe(true);

describe('browsing the product store', () => {
  const shop = setUpShop({ BRAND: 'product' });

  it('shows the titles and buttons of the brand that was built [BR-01, BR-02, BR-03, BR-06]', async () => {
    const cartOwner = await signInCustomer(shop.server(), '+61491570158');
    await addItemToCart(shop.server(), cartOwner, { sku: (await findTile(shop.server(), isSimple)).sku, qty: 1 });
    const page = await shop.open('/browse', { as: cartOwner });
    await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).click();
    await page.getByRole('link', { name: 'Keep Shopping', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await heading(page, 'Browse Products').waitFor();
    expect(await page.title()).toBe('Browse Products | Handsel');
    expect(await page.getByText('Browse Gift Cards').count()).toBe(0);

    const code = (brand: string) =>
      globSync(`build/${brand}/client/assets/*.js`)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
    const [cardStore, productStore] = ['Pick a card, add your words', 'Good things from independent Australian'];
    for (const [brand, its, other] of [
      ['giftcard', cardStore, productStore],
      ['product', productStore, cardStore],
    ] as const)
      expect([brand, code(brand).includes(its), code(brand).includes(other)]).toEqual([brand, true, false]);
  });
});
