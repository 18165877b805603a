import { expect, test } from 'vitest';
import { fillEveryScreen } from '../steps/every-screen.ts';
import { overflow } from '../steps/gallery.ts';
import { ownShop } from '../steps/own-shop.ts';

const shop = ownShop();

/**
 * Maximum requests of a screen that is opened by its address: the page, its files and calls, including late ones.
 * Repeated requests count once; images and the browser's own requests do not count.
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
  // On a new device, with the field for a saved card's security code.
  checkout: 41,
  orders: 34,
  order: 37,
  card: 26,
  phone: 21,
};

test('every screen of a purchase fits a phone without horizontal scrolling, with few requests [RT-01]', async () => {
  const { customer, giftCards, paths } = await fillEveryScreen(shop.server());
  const page = await shop.enter({ as: customer, giftCards });
  const requests = new Set<string>();
  page.on('request', (request) => {
    // The previous page may send requests until the navigation starts.
    if (request.isNavigationRequest()) requests.clear();
    if (!['image', 'manifest', 'other'].includes(request.resourceType()))
      requests.add(`${request.method()} ${request.url()}`);
  });
  const errors: string[] = [];
  for (const [screen, path] of Object.entries(paths)) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const wide = await overflow(page);
    const { pathname } = new URL(page.url());
    if (pathname !== new URL(path, page.url()).pathname) errors.push(`${screen} leads to ${pathname}`);
    if (wide) errors.push(`${screen}: ${wide}`);
    if (requests.size > (MAX_REQUESTS[screen] ?? 0)) errors.push(`${screen}: ${[...requests].join(', ')}`);
  }
  expect(errors).toEqual([]);
});
