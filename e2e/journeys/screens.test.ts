import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { measureBox } from '../steps/box.ts';
import { PHONE, WIDE } from '../steps/browser.ts';
import { addItemToCart, isSimple, listAllTiles } from '../steps/catalogue.ts';
import { type EveryScreen, fillEveryScreen } from '../steps/every-screen.ts';
import { describeOverflow } from '../steps/gallery.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton } from '../steps/pay.ts';

const shop = setUpShop();
let screens: EveryScreen;
beforeAll(async () => {
  screens = await fillEveryScreen(shop.server());
});

/**
 * Maximum number of different URLs that a screen requests when opened by URL, including late requests. Images and the
 * browser's own requests do not count.
 */
const MAX_REQUESTS: Record<string, number> = {
  browse: 21,
  category: 21,
  product: 22,
  goods: 23,
  recipient: 31,
  templates: 31,
  schedule: 29,
  preview: 32,
  checkout: 41,
  orders: 34,
  order: 37,
  card: 26,
  phone: 21,
};

const DETAILS: Record<string, (page: Page) => Promise<string | null>> = {
  browse: async (page) => {
    const { right } = await measureBox(page.locator('[data-cart-count]'));
    return right > PHONE.width - 10 ? `the count of the cart ends at ${right} px` : null;
  },
  templates: (page) =>
    page
      .getByRole('navigation', { name: 'Steps' })
      .locator('svg')
      .first()
      .evaluate((tick) => {
        const word = document.createRange();
        word.selectNodeContents(tick.nextSibling ?? tick);
        const [tickBox, other] = [tick, word].map((part) => part.getBoundingClientRect());
        const apart = tickBox && other ? tickBox.top + tickBox.bottom - other.top - other.bottom : Number.NaN;
        return Math.abs(apart / 2) <= 1 ? null : `the tick of a step is ${apart / 2} px below its word`;
      }),
  goods: async (page) => {
    const viewed = page.getByRole('region', { name: 'Recently viewed' }).locator('img').first();
    const fit = await viewed.evaluate((picture) => getComputedStyle(picture).objectFit);
    return fit === 'contain' ? null : `the picture of a gift card viewed before is cut (${fit})`;
  },
};

it('fits every purchase screen on a phone without horizontal scrolling, and within its request limit [RT-01]', async () => {
  const { customer, giftCards, paths } = screens;
  const page = await shop.enter({ as: customer, giftCards });
  const requests = new Set<string>();
  page.on('request', (request) => {
    // Restarts the count at each navigation, because the previous page may still send requests.
    if (request.isNavigationRequest()) requests.clear();
    if (!['image', 'manifest', 'other'].includes(request.resourceType()))
      requests.add(`${request.method()} ${request.url()}`);
  });
  const errors: string[] = [];
  for (const [screen, path] of Object.entries(paths)) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const wide = await describeOverflow(page);
    const { pathname } = new URL(page.url());
    if (pathname !== new URL(path, page.url()).pathname) errors.push(`${screen} leads to ${pathname}`);
    if (wide) errors.push(`${screen}: ${wide}`);
    const wrong = await DETAILS[screen]?.(page);
    if (wrong) errors.push(`${screen}: ${wrong}`);
    if (requests.size > (MAX_REQUESTS[screen] ?? 0)) errors.push(`${screen}: ${[...requests].join(', ')}`);
  }
  expect(errors).toEqual([]);
});

it('shows Confirm Purchase without scrolling at 1280 x 800 when the cart has four lines', async () => {
  const { customer, giftCards } = screens;
  const goods = (await listAllTiles(shop.server())).filter(isSimple);
  const sellers = new Map(goods.map((tile) => [tile.seller_name, tile]));
  for (const { sku } of [...sellers.values()].slice(0, 2))
    await addItemToCart(shop.server(), customer, { sku, qty: 1 });
  const page = await shop.enter({ as: customer, giftCards, size: WIDE });
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'GiftCard x 2' });
  await summary.locator('[data-amount="gst"]', { hasText: '$' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await summary.getByRole('listitem').count()).toBe(4);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect((await measureBox(confirmButton(page))).bottom).toBeLessThan(WIDE.height);
});
