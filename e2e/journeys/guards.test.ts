import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { isGiftCard, productOf, someTile } from '../steps/catalogue.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { register, signInWithCode } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const ACCOUNT = [
  '/account',
  '/account/addressinformation',
  '/account/addaddress',
  '/account/personaldetails',
  '/account/savedcards',
  '/account/orders',
  '/account/order/1',
];
const LONG_AGO = '2026-11-01T20:00:00Z';
const key = 'aaaaaaaa-0000-4000-8000-000000000004';

describe('who may see what', () => {
  const shop = ownShop();
  let customer: Session;
  let card: Product;

  beforeAll(async () => {
    customer = await customerOf(shop.server());
    card = await productOf(shop.server(), await someTile(shop.server(), isGiftCard));
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const signInPopup = (page: Page) => page.getByRole('dialog', { name: 'Send Mobile Code' });
  const stored = (page: Page) =>
    page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('token_ttl')]);
  const browsing = (page: Page) => page.getByRole('heading', { level: 1, name: 'Browse Gift Cards' });

  test('account pages send a visitor to /browse and ask the server for nothing [RT-53, RT-54, RO-03]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    for (const path of ACCOUNT) {
      await page.goto(path);
      await page.waitForURL('**/browse');
      await browsing(page).waitFor();
    }
    const own = ['GET customers/me', 'GET mobiledigital/savedcards', 'GET mobiledigital/orders', 'GET carts/mine'];
    expect(calls.names.filter((name) => own.includes(name))).toEqual([]);
  });

  test('a sign-in that has run out leads from an account page to /signin with a page load [RT-38, RT-55, RT-56]', async () => {
    const page = await shop.enter({ as: customer, signedInAt: LONG_AGO });
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.goto('/account/orders');
    await page.waitForURL('**/signin');
    await signInPopup(page).waitFor();
    expect(documents).toEqual(['/account/orders', '/signin']);
    expect(await stored(page)).toEqual([null, null]);
  });

  test('a sign-in that runs out while an account page is open does the same on the next step [RT-55, RT-56]', async () => {
    const page = await shop.open('/account', { as: customer });
    await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor();
    // A call still under way would count as unanswered when the clock jumps.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => Object.assign(window, { before: true }));
    await page.clock.fastForward('56:00');
    await page.getByRole('link', { name: 'Your Orders' }).click();
    await page.waitForURL('**/signin');
    await signInPopup(page).waitFor();
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
  });

  test.each([
    ['RT-37, RT-57', '/register'],
    ['RT-39, RT-58', '/expiredlink'],
  ])('[%s] %s is for guests only and sends a customer to /browse', async (_id, path) => {
    const page = await shop.open(path, { as: customer });
    await page.waitForURL('**/browse');
    await browsing(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('the guest page /expiredlink stays open to a visitor [RT-39, RT-58, RO-06]', async () => {
    const page = await shop.open('/expiredlink');
    await page.getByRole('heading', { level: 1, name: /Expired Link/ }).waitFor();
    await page.getByRole('button', { name: 'Reconfirm Identity' }).click();
    await signInPopup(page).waitFor();
    expect(pathOf(page)).toBe('/expiredlink');
  });

  test('public pages open for visitors [RO-01, RT-08]', async () => {
    const page = await shop.enter();
    const { shop_url, name } = card.seller;
    for (const [path, heading] of [
      ['/browse', 'Browse Gift Cards'],
      ['/category/10', 'Gift Cards'],
      [`/sellerprofile/${shop_url}`, name],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.getByRole('article').first().waitFor();
      expect([path, pathOf(page), await page.getByRole('dialog').count()]).toEqual([path, path, 0]);
    }
  });

  test('every public page opens for customers as well, the guest pages alone do not [RO-06]', async () => {
    const page = await shop.enter({ as: customer, expected: /404/ });
    const open = ['/browse', '/category/10', `/product/${card.id}`, `/sellerprofile/${card.seller.shop_url}`];
    for (const path of [...open, '/terms', '/privacy', '/404']) {
      // The page knows who is there when it asks for the cart.
      await Promise.all([page.waitForResponse('**/mobiledigital/cartproducts'), page.goto(path)]);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(pathOf(page)).toBe(path);
    }
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(pathOf(page)).toBe('/');
  });

  test('a visitor is asked to sign in by a tile, the cart icon and checkout [RO-02, RO-03]', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('button', { name: 'Buy Now' }).first().click();
    await signInPopup(page).waitFor();
    await page.keyboard.press('Escape');
    await signInPopup(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cart' }).click();
    await signInPopup(page).waitFor();
    expect(await page.getByText('Your Cart').count()).toBe(0);
    for (const path of ['/checkout', `/giftcard/add/${key}`]) {
      await page.goto(path);
      await page.waitForURL('**/browse');
      await signInPopup(page).waitFor();
    }
  });

  test('the page that was asked for opens after registering, also when the form was loaded again', async () => {
    const page = await shop.open('/account/orders?from=mail');
    await signInWithCode(page, shop.server(), '0412100013');
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Got it' }).waitFor();
    await page.reload();
    await register(page, { fullname: 'Wren Banks', email: 'asked.for@example.com' });
    await page.waitForURL('**/account/orders?from=mail');
    await page.getByText('No orders').waitFor();
  });

  test('a customer can use checkout, saved cards, addresses, orders and the account [RO-10]', async () => {
    const giftCards = {
      [key]: await localCard(shop.server().send, customer, { at: '2026-11-20 09:30:00', complete: true }),
    };
    const page = await shop.enter({ as: customer, giftCards });
    for (const [path, own] of [
      ['/checkout', '12 Fig Street'],
      ['/account', 'Wren Banks'],
      ['/account/addressinformation', '12 Fig Street'],
      ['/account/personaldetails', 'Wren Banks'],
      ['/account/savedcards', 'No saved cards'],
      ['/account/orders', 'No orders'],
    ] as const) {
      await page.goto(path);
      await page.getByText(own).first().waitFor();
      expect([path, pathOf(page), await page.getByRole('dialog').count()]).toEqual([path, path, 0]);
    }
  });

  test('a token the server rejects is cleared, and the customer comes to /signin [ER-11, ER-12, RO-11]', async () => {
    const stranger = { mobile: customer.mobile, token: 'not-a-token-of-this-shop' };
    const page = await shop.enter({ as: stranger, expected: /status of 401/ });
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await page.goto('/account/personaldetails');
    await refused;
    await page.waitForURL('**/signin');
    await signInPopup(page).waitFor();
    expect(await stored(page)).toEqual([null, null]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign In', exact: true }).last().waitFor();
    expect(await page.getByText('Sign Out').count()).toBe(0);
  });

  test('a 401 in the middle of adding to the cart signs out, without a message popup [ER-11, ER-12]', async () => {
    const page = await shop.enter({ as: customer, expected: /status of 401/ });
    await answerCall(page, 'POST carts/mine', {
      status: 401,
      body: { message: 'The consumer isn’t authorized to access %resources.' },
    });
    await page.goto(
      `/product/${(await someTile(shop.server(), (tile) => tile.type_id === 'simple' && tile.qty > 0)).id}`,
    );
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await page.waitForURL('**/signin');
    await signInPopup(page).waitFor();
    expect(await stored(page)).toEqual([null, null]);
    expect(await page.getByText('Something Went Wrong').count()).toBe(0);
  });
});
