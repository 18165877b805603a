import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { axeViolations } from '../steps/axe.ts';
import { WIDE } from '../steps/browser.ts';
import { isSimple, productOf, putInCart, someTile } from '../steps/catalogue.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { signInWithCode } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const TITLE = 'Handsel Gift Cards';
const key = 'aaaaaaaa-0000-4000-8000-000000000003';

describe('what surrounds every screen', () => {
  const shop = ownShop();
  let customer: Session;
  let product: Product;
  let giftCards: Record<string, object>;

  beforeAll(async () => {
    const server = shop.server();
    customer = await customerOf(server);
    product = await productOf(server, await someTile(server, isSimple));
    giftCards = { [key]: await localCard(server.send, customer, { at: '2026-11-20 09:30:00', complete: true }) };
  });

  const header = (page: Page) => page.getByRole('banner');
  const footer = (page: Page) => page.getByRole('contentinfo');
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

  test('home has neither header nor footer [HD-01, HD-18]', async () => {
    const page = await shop.open('/');
    await heading(page).waitFor();
    expect([await header(page).count(), await footer(page).count()]).toEqual([0, 0]);
  });

  test('registration has its own header with a secure-mobile image, and no footer [HD-02, HD-03, HD-19]', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('button', { name: 'Cart' }).click();
    await signInWithCode(page, shop.server(), '0491570006');
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Got it' }).click();
    await header(page).getByText('Registration', { exact: true }).waitFor();
    const image = header(page).getByRole('img', { name: /Secure Mobile/ });
    expect(await image.isVisible()).toBe(true);
    expect([await header(page).getByText(TITLE).count(), await footer(page).count()]).toEqual([0, 0]);
    await image.click();
    await page.getByRole('dialog', { name: 'Your mobile keeps you safe' }).waitFor();
  });

  test('gift card pages have the menu and the brand title, and no cart [HD-04, HD-05, HD-06]', async () => {
    const page = await shop.enter({ as: customer, giftCards });
    const names = ['add', 'mmstemplates', 'schedule', 'sendnoworschedule'];
    for (const name of names) {
      await page.goto(`/giftcard/${name}/${name === 'add' ? key : `${key}/${key}`}`);
      await heading(page).waitFor();
      await header(page).getByRole('button', { name: 'Menu' }).waitFor();
      await header(page).getByText(TITLE, { exact: true }).waitFor();
      expect([name, await header(page).getByRole('button', { name: /cart/i }).count()]).toEqual([name, 0]);
    }
  });

  test('a product page has the menu, the seller’s name and the cart with its count [HD-07, HD-08, HD-10]', async () => {
    const cartOwner = await customerOf(shop.server(), '+61491570157');
    await putInCart(shop.server(), cartOwner, { sku: product.sku, qty: 2 });
    const page = await shop.open(`/product/${product.id}`, { as: cartOwner, giftCards });
    await header(page).getByRole('button', { name: 'Menu' }).waitFor();
    await header(page).getByText(product.seller.name, { exact: true }).waitFor();
    expect(await header(page).getByText(TITLE).count()).toBe(0);
    const cart = header(page).getByRole('button', { name: 'Cart, 3 items' });
    await cart.waitFor();
    expect(await cart.locator('[data-cart-count]').textContent()).toBe('3');
  });

  test('without a seller the header of a product page says the brand title [HD-09]', async () => {
    const page = await shop.open('/product/999999', { expected: /404/ });
    await page.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => header(page).getByText(TITLE, { exact: true }).isVisible()).toBe(true);
  });

  test('every other page has the menu, the title and the cart [HD-11, HD-12, HD-13]', async () => {
    const page = await shop.enter({ as: customer, giftCards, expected: /404/ });
    const { shop_url } = product.seller;
    const paths = [
      '/browse',
      '/category/10',
      `/sellerprofile/${shop_url}`,
      '/checkout',
      '/account',
      '/account/orders',
      '/terms',
      '/privacy',
      '/404',
    ];
    for (const path of paths) {
      await page.goto(path);
      await heading(page).waitFor();
      await header(page).getByText(TITLE, { exact: true }).waitFor();
      for (const name of ['Menu', /^Cart/]) {
        expect([path, await header(page).getByRole('button', { name }).isVisible()]).toEqual([path, true]);
      }
    }
  });

  test('the powered-by image of the footer opens the secure-mobile popup [HD-14, HD-15, PO-11]', async () => {
    // Not a list: it pushes its footer down while more is loaded, from under the pointer.
    const page = await shop.open(`/product/${product.id}`);
    const image = footer(page).getByRole('img', { name: 'Powered by Secure Mobile' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await image.click();
    const popup = page.getByRole('dialog', { name: 'Your mobile keeps you safe' });
    await popup.waitFor();
    await popup.getByRole('button', { name: 'Got it' }).click();
    await popup.waitFor({ state: 'detached' });
  });

  test('the footer leads to privacy and terms [HD-16, HD-17]', async () => {
    const page = await shop.open(`/product/${product.id}`);
    for (const [name, path] of [
      ['Privacy Policy', '/privacy'],
      ['Terms & Conditions', '/terms'],
    ] as const) {
      await footer(page).getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**${path}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  });

  test('checkout has a header but no footer [HD-20]', async () => {
    const page = await shop.open('/checkout', { as: customer, giftCards });
    await page.getByRole('button', { name: /^Confirm/ }).waitFor();
    expect([await header(page).count(), await footer(page).count()]).toEqual([1, 0]);
  });

  test('the footer shows the seller beside the powered-by image [HD-21, HD-23]', async () => {
    const page = await shop.open(`/product/${product.id}`);
    const seller = footer(page)
      .getByRole('button', { name: `Supplied by ${product.seller.name}` })
      .locator('img');
    const poweredBy = footer(page).getByRole('img', { name: 'Powered by Secure Mobile' });
    await seller.scrollIntoViewIfNeeded();
    expect([await seller.isVisible(), await poweredBy.isVisible()]).toEqual([true, true]);
    const [one, other] = [await seller.boundingBox(), await poweredBy.boundingBox()];
    const apart = one && other && (other.x + other.width <= one.x || other.y + other.height <= one.y);
    expect(apart).toBe(true);
  });

  test('the seller popup shows who sells, with a logo that leads there [HD-22, PO-12, PO-13]', async () => {
    const page = await shop.open(`/product/${product.id}`);
    await footer(page)
      .getByRole('button', { name: /Supplied by/ })
      .click();
    const { name, seller_url, popup_description } = product.seller;
    const popup = page.getByRole('dialog', { name: `Supplied by ${name}` });
    await popup.getByText(popup_description).waitFor();
    const logo = popup.getByRole('link', { name });
    expect(await logo.getByRole('img').isVisible()).toBe(true);
    expect(await logo.getAttribute('href')).toBe(`/sellerprofile/${seller_url}`);
    await logo.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await popup.count()).toBe(0);
  });

  test('/404 says the page is not found [RT-50]', async () => {
    const page = await shop.open('/404', { expected: /404/ });
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });

  test.each(['/nope', '/browse/more', '/giftcard/add', '/account/nothing/here'])(
    'the unknown path %s leads to /404 [RT-51]',
    async (path) => {
      const page = await shop.open(path, { expected: /404/ });
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/404');
    },
  );

  test('a change of route scrolls to the top [RT-52]', async () => {
    const page = await shop.open('/browse');
    const scrolled = () => page.evaluate(() => window.scrollY);
    const tile = page.getByRole('article').nth(5);
    for (const next of ['a tile', 'the footer'] as const) {
      if (next === 'a tile') await tile.getByRole('link').scrollIntoViewIfNeeded();
      else await footer(page).scrollIntoViewIfNeeded();
      expect([next, (await scrolled()) > 100]).toEqual([next, true]);
      const leaving = page.url();
      if (next === 'a tile') await tile.getByRole('link').click();
      else await footer(page).getByRole('link', { name: 'Terms & Conditions' }).click();
      await page.waitForURL((url) => url.href !== leaving);
      await expect.poll(scrolled).toBe(0);
    }
  });
});

describe.each(['giftcard', 'product'])('the main button of the %s store', (BRAND) => {
  const shop = ownShop({ BRAND });

  test.each(['light', 'dark'] as const)('can be read under the pointer, %s', async (colorScheme) => {
    const page = await shop.enter({ size: WIDE });
    await page.emulateMedia({ colorScheme });
    await page.goto('/expiredlink');
    const button = page.getByRole('button', { name: 'Reconfirm Identity' });
    const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await ground();
    await button.hover();
    await expect.poll(ground).not.toBe(before);
    expect(await axeViolations(page)).toEqual([]);
  });
});
