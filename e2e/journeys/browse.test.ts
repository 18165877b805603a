import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import { answerCall, holdCall, watchCalls } from '../steps/calls.ts';
import {
  allTiles,
  categoryTree,
  isConfigurable,
  isGiftCard,
  isSimple,
  putInCart,
  someTile,
  tilesOfCategory,
} from '../steps/catalogue.ts';
import { listEnd, pictureShape, scrollToEnd, shownIds, tileOf, tiles } from '../steps/listing.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const signInPopup = (page: Page) => page.getByRole('dialog', { name: 'Send Mobile Code' });

describe('browsing the gift card store', () => {
  const shop = ownShop();
  let listed: TileProduct[];
  let customer: Session;

  beforeAll(async () => {
    listed = await allTiles(shop.server());
    customer = await customerOf(shop.server());
  });

  /** /browse with these products instead of the shop's; reached within the page, so that the browser asks for them. */
  async function browseThese(pages: (page: number) => TileProduct[], as?: Session): Promise<Page> {
    const page = await shop.enter(as ? { as } : {});
    await answerCall(page, 'GET mobiledigital/browseProducts', ({ searchParams }) => ({
      body: { status: true, data: pages(Number(searchParams.get('page'))) },
    }));
    await page.goto('/terms');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Browse', exact: true }).click();
    await tiles(page).first().waitFor();
    return page;
  }
  const tileWhere = (wanted: (tile: TileProduct) => boolean) => listed.find(wanted) as TileProduct;

  test('/browse shows tiles of products and gift cards under its title [RT-05, BR-04, BR-07]', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('heading', { level: 1, name: 'Browse Gift Cards', exact: true }).waitFor();
    expect(await tiles(page).count()).toBe(PAGE_SIZE);
    expect(await page.getByRole('button', { name: 'Buy Now' }).count()).toBeGreaterThan(0);
    await scrollToEnd(page);
    expect(await page.getByRole('button', { name: 'Add To Cart' }).count()).toBeGreaterThan(0);
  });

  test('scrolling loads page after page as tiles, each product once, to the end [BR-08, BR-09, BR-10]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    await page.goto('/browse');
    expect(await shownIds(page)).toEqual(listed.slice(0, PAGE_SIZE).map(({ id }) => id));
    expect(await listEnd(page).count()).toBe(0);
    await scrollToEnd(page);
    expect(await shownIds(page)).toEqual(listed.map(({ id }) => id));
    const requestedPages = calls
      .of('GET mobiledigital/browseProducts')
      .map((call) => new URL(call.url()).searchParams.get('page'));
    const last = Math.floor(listed.length / PAGE_SIZE) + 1;
    expect(requestedPages).toEqual(Array.from({ length: last - 1 }, (_, at) => String(at + 2)));
  });

  test('a page of fewer than ten ends the scroll [BC-02]', async () => {
    const requestedPages: number[] = [];
    const page = await browseThese((at) => {
      requestedPages.push(at);
      return listed.slice((at - 1) * PAGE_SIZE, (at - 1) * PAGE_SIZE + (at === 2 ? 7 : PAGE_SIZE));
    });
    await scrollToEnd(page);
    expect(await tiles(page).count()).toBe(PAGE_SIZE + 7);
    expect(requestedPages).toEqual([1, 2]);
  });

  test('a page that begins with a known product ends the scroll and shows none twice [BC-03]', async () => {
    const requestedPages: number[] = [];
    const page = await browseThese((at) => {
      requestedPages.push(at);
      return listed.slice(0, PAGE_SIZE);
    });
    await scrollToEnd(page);
    expect(await shownIds(page)).toEqual(listed.slice(0, PAGE_SIZE).map(({ id }) => id));
    expect(requestedPages).toEqual([1, 2]);
  });

  test('/category shows the products of that category alone, under its name [RT-06, BR-11]', async () => {
    const [first] = (await categoryTree(shop.server())).filter(({ children }) => children.length === 0);
    if (!first) throw new Error('No category without children.');
    const own = await tilesOfCategory(shop.server(), first.entity_id);
    const page = await shop.open(`/category/${first.entity_id}`);
    await page.getByRole('heading', { level: 1, name: first.value, exact: true }).waitFor();
    await scrollToEnd(page);
    expect(await shownIds(page)).toEqual(own.map(({ id }) => id));
    expect(own.length).toBeLessThan(listed.length);
  });

  test('a long category scrolls on and ends like browse [BR-12]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    const own = await tilesOfCategory(shop.server(), 20);
    expect(own.length).toBeGreaterThan(PAGE_SIZE);
    await page.goto('/category/20');
    expect(await tiles(page).count()).toBe(PAGE_SIZE);
    await scrollToEnd(page);
    expect(await shownIds(page)).toEqual(own.map(({ id }) => id));
    expect(calls.of('GET mobiledigital/categoryProducts').length).toBe(Math.floor(own.length / PAGE_SIZE));
  });

  test('the menu leads to a category and its tiles [BR-05]', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Coffee', exact: true }).click();
    await page.waitForURL('**/category/50');
    const own = await tilesOfCategory(shop.server(), 50);
    await expect.poll(() => shownIds(page)).toEqual(own.slice(0, PAGE_SIZE).map(({ id }) => id));
  });

  test('a tile shows picture, name and price; the picture leads to the product [BR-13, BR-14, BR-15]', async () => {
    const simple = tileWhere(isSimple);
    const page = await browseThese(() => [simple]);
    const tile = tileOf(page, simple);
    expect(await tile.getByText(simple.name, { exact: true }).isVisible()).toBe(true);
    expect(await tile.getByText(`$${simple.price.toFixed(2)}`).isVisible()).toBe(true);
    expect(await tile.textContent()).not.toContain('From $');
    await tile.locator('a[href] img').click();
    await page.waitForURL(`**/product/${simple.id}`);
    await page.getByRole('heading', { level: 1, name: simple.name }).waitFor();
  });

  test('a configurable product says From with its lowest price [BR-16]', async () => {
    const product = tileWhere(isConfigurable);
    const page = await browseThese(() => [product]);
    const price = `From $${product.price.toFixed(2)} AUD`;
    expect(price).toMatch(/^From \$\d+\.\d\d AUD$/);
    expect(await tileOf(page, product).textContent()).toContain(price);
  });

  test('products have Add To Cart, gift cards Buy Now in its place [BR-17, BR-18]', async () => {
    const page = await browseThese(() => [tileWhere(isSimple), tileWhere(isGiftCard)]);
    const buttons = (tile: TileProduct) => tileOf(page, tile).getByRole('button').allTextContents();
    expect(await buttons(tileWhere(isSimple))).toEqual(['Add To Cart']);
    expect(await buttons(tileWhere(isGiftCard))).toEqual(['Buy Now']);
  });

  test.each([
    ['BR-19', 0],
    ['BR-20', -1],
  ])('%s, BR-21: with %i pieces a tile says Out of Stock in place of its button', async (_id, qty) => {
    const gone = { ...tileWhere(isSimple), qty };
    const card = { ...tileWhere(isGiftCard), qty };
    const page = await browseThese(() => [gone, card]);
    for (const tile of [gone, card]) {
      const buttons = tileOf(page, tile).getByRole('button');
      expect(await buttons.allTextContents()).toEqual(['Out of Stock']);
      expect(await buttons.isDisabled()).toBe(true);
    }
  });

  test('pictures are 1.2 times as high as wide for products, 0.62 times for gift cards [BC-29, BC-30]', async () => {
    const page = await browseThese(() => [tileWhere(isSimple), tileWhere(isGiftCard), tileWhere(isConfigurable)]);
    const ratio = (tile: TileProduct) => pictureShape(page, tile);
    expect(await ratio(tileWhere(isSimple))).toBeCloseTo(1.2, 2);
    expect(await ratio(tileWhere(isConfigurable))).toBeCloseTo(1.2, 2);
    expect(await ratio(tileWhere(isGiftCard))).toBeCloseTo(0.62, 2);
  });

  test('a visitor’s press fetches product and seller, then asks to sign in [ST-022, ST-023]', async () => {
    const simple = tileWhere(isSimple);
    const page = await browseThese(() => [simple]);
    const calls = watchCalls(page);
    const opened = signInPopup(page)
      .waitFor()
      .then(() => [...calls.names]);
    await tileOf(page, simple).getByRole('button', { name: 'Add To Cart' }).click();
    const before = await opened;
    for (const name of ['GET mobiledigital/product', 'GET mobiledigital/seller'] as const) {
      expect(before).toContain(name);
      const [call] = calls.of(name);
      expect(new URL(call?.url() ?? '').searchParams.get('product_id')).toBe(String(simple.id));
      expect((await call?.response())?.status()).toBe(200);
    }
    expect(before.filter((name) => name.startsWith('POST carts'))).toEqual([]);
  });

  test('the sign-in popup waits for both fetches [ST-023]', async () => {
    const page = await browseThese(() => [tileWhere(isSimple)]);
    const needed = ['GET mobiledigital/product', 'GET mobiledigital/seller'] as const;
    const releases = [await holdCall(page, needed[0]), await holdCall(page, needed[1])];
    const calls = watchCalls(page);
    await tileOf(page, tileWhere(isSimple)).getByRole('button', { name: 'Add To Cart' }).click();
    await expect.poll(() => needed.every((name) => calls.of(name).length === 1)).toBe(true);
    for (const [at, release] of releases.entries()) {
      expect(await page.getByRole('dialog').count()).toBe(0);
      release();
      await expect.poll(async () => (await calls.of(needed[at] ?? needed[0])[0]?.response())?.ok()).toBe(true);
    }
    await signInPopup(page).waitFor();
  });

  test('a customer’s press on a configurable product opens its page and adds nothing [ST-024, RT-07]', async () => {
    const product = tileWhere(isConfigurable);
    const page = await browseThese(() => [product], customer);
    const calls = watchCalls(page);
    await tileOf(page, product).getByRole('button', { name: 'Add To Cart' }).click();
    await page.waitForURL(`**/product/${product.id}`);
    await page.getByRole('heading', { level: 1, name: product.name }).waitFor();
    expect(calls.names.filter((name) => name.startsWith('POST carts'))).toEqual([]);
  });

  test('a customer’s press adds one piece, and the cart is fetched again [ST-025, ST-026, ST-027]', async () => {
    const simple = tileWhere(isSimple);
    const page = await browseThese(() => [simple], customer);
    await page.waitForLoadState('networkidle');
    const calls = watchCalls(page);
    await tileOf(page, simple).getByRole('button', { name: 'Add To Cart' }).click();
    await page.getByText('Added to your cart').waitFor();
    const [added, ...more] = calls.of('POST carts/mine/items');
    expect(more).toEqual([]);
    expect(added?.postDataJSON().cartItem).toMatchObject({ sku: simple.sku, qty: 1, product_type: 'simple' });
    const after = calls.names.slice(calls.names.indexOf('POST carts/mine/items') + 1);
    expect(after.toSorted()).toEqual(['GET carts/mine', 'GET mobiledigital/cartproducts']);
    await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).waitFor();
  });

  test('a sign-in that has run out does not buy: Buy Now asks to sign in [ST-028, ST-023]', async () => {
    const page = await shop.open('/browse', { as: customer, signedInAt: '2026-11-01T20:00:00Z' });
    const calls = watchCalls(page);
    await page.getByRole('button', { name: 'Buy Now' }).first().click();
    await signInPopup(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/browse');
    expect(calls.names.filter((name) => name.includes('carts'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('a valid sign-in lets Buy Now go on to the gift card [ST-028]', async () => {
    const page = await shop.open('/browse', { as: customer });
    await page.getByRole('button', { name: 'Buy Now' }).first().click();
    await page.waitForURL('**/product/*');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('the cart of the gift card store offers no Keep Shopping [BR-03]', async () => {
    const page = await openFullCart(shop);
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Close Window' }).isVisible()).toBe(true);
    expect(await page.getByText('Keep Shopping').count()).toBe(0);
  });

  test('each build knows one branding only [BR-01, BR-02]', () => {
    const text = (brand: string) =>
      globSync(`build/${brand}/client/assets/*.js`)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
    const own = { giftcard: 'Pick a card, add your words', product: 'Good things from independent Australian makers' };
    expect([text('giftcard').includes(own.giftcard), text('giftcard').includes(own.product)]).toEqual([true, false]);
    expect([text('product').includes(own.product), text('product').includes(own.giftcard)]).toEqual([true, false]);
  });
});

/** The cart popup with something in it. */
async function openFullCart(shop: ReturnType<typeof ownShop>): Promise<Page> {
  const cartOwner = await customerOf(shop.server(), '+61491570158');
  await putInCart(shop.server(), cartOwner, { sku: (await someTile(shop.server(), isSimple)).sku, qty: 1 });
  const page = await shop.open('/browse', { as: cartOwner });
  await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Checkout' }).waitFor();
  return page;
}

describe('browsing the product store', () => {
  const shop = ownShop({ BRAND: 'product' });

  test('browse says Browse Products, the cart Keep Shopping [BR-03, BR-06]', async () => {
    const page = await openFullCart(shop);
    await page.getByRole('link', { name: 'Keep Shopping', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Browse Products', exact: true }).waitFor();
    expect(await page.title()).toBe('Browse Products | Handsel');
    expect(await page.getByText('Browse Gift Cards').count()).toBe(0);
  });

  test('its tiles stand in two columns on a phone and keep the shape of their pictures [BC-29, BC-30]', async () => {
    const page = await shop.open('/browse');
    await scrollToEnd(page);
    for (const tile of [await someTile(shop.server(), isSimple), await someTile(shop.server(), isGiftCard)]) {
      const ratio = await pictureShape(page, tile);
      expect([tile.name, ratio]).toEqual([tile.name, expect.closeTo(tile.is_giftcard ? 0.62 : 1.2, 2)]);
    }
    // At one moment: the list may still move.
    const [one, other] = await tiles(page).evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect()));
    expect(one && other && one.y === other.y && one.right < other.x).toBe(true);
  });
});
