import { beforeAll, expect, it } from 'vitest';
import { answerCall, holdCall } from '../steps/calls.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const shop = setUpShop();
let as: Session;
beforeAll(async () => {
  as = await signInCustomer(shop.server());
});

it('ignores an early tap on Refresh in the offline popup, and reloads the page on a later tap [PO-01, PO-02, PO-03, ER-07]', async () => {
  const tile = await findTile(shop.server(), isSimple);
  const page = await shop.open(`/product/${tile.id}`, {
    as,
    expected: /ERR_CONNECTION_FAILED/,
  });
  await answerCall(page, 'POST carts/mine/items', 'nothing');
  await page.evaluate(() => {
    document.documentElement.dataset.same = 'yes';
    // An impatient second tap would land at this point.
    new MutationObserver(() => {
      const button = document.querySelector('dialog[open] [data-autofocus]');
      if (!button || document.documentElement.dataset.under) return;
      const { x, y, width, height } = button.getBoundingClientRect();
      const under = document.elementFromPoint(x + width / 2, y + height / 2);
      document.documentElement.dataset.under = button.contains(under) ? 'Refresh' : 'nothing';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const popup = page.getByRole('dialog', { name: 'No connection' });
  await popup.getByText("You're offline. Click the button below to refresh.", { exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('data-under')).toBe('nothing');
  await page.unrouteAll();
  await Promise.all([page.waitForEvent('load'), popup.getByRole('button', { name: 'Refresh' }).click()]);
  expect(await page.locator('html').getAttribute('data-same')).toBeNull();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('status').getByText('Added to your cart').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('shows the offline popup when the code of another popup cannot load, and opens that popup after Refresh [PO-01, PO-03, ER-07]', async () => {
  const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED|dynamically imported/ });
  const code = '**/assets/sign-in-popup-*';
  await page.route(code, (route) => route.abort('connectionfailed'));
  await page.goto('/browse');
  await page.getByRole('button', { name: 'Cart', exact: true }).click();
  await page.getByRole('dialog', { name: 'No connection' }).waitFor();
  await page.unroute(code);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Refresh' }).click()]);
  await page.getByRole('button', { name: 'Cart', exact: true }).click();
  await page.getByRole('dialog', { name: 'Send Mobile Code' }).waitFor();
});

it('covers the whole page with the loader during a call, including the space of the scroll bar [PO-14]', async () => {
  const tile = await findTile(shop.server(), isSimple);
  const page = await shop.open(`/product/${tile.id}`, { as });
  const release = await holdCall(page, 'POST carts/mine/items');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const message = page.getByRole('status').getByText('Adding to your cart...', { exact: true });
  const overlay = message.locator('xpath=ancestor::*[contains(@class, "fixed")]');
  await overlay.waitFor();
  const box = await overlay.boundingBox();
  expect([box?.width, box?.height]).toEqual([page.viewportSize()?.width, page.viewportSize()?.height]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)).toBe('auto');
  release();
  await overlay.waitFor({ state: 'detached' });
});

it('shows the unexpected error popup when a tap handler throws or a promise rejection is unhandled', async () => {
  const page = await shop.open('/browse', { as, expected: /out of luck/ });
  const unexpected = page.getByRole('dialog', { name: 'Unexpected Error' });
  await page.evaluate(() => {
    const broken = () => {
      throw new Error('out of luck');
    };
    crypto.getRandomValues = broken;
    document.querySelector('h1')?.addEventListener('click', broken);
  });
  await page.getByRole('heading', { level: 1 }).click();
  await unexpected.getByRole('button', { name: 'OK' }).click();
  await unexpected.waitFor({ state: 'detached' });
  // Starting a gift card generates its key with the broken `getRandomValues`.
  await page.getByRole('article').filter({ hasText: 'Buy Now' }).first().getByRole('link').first().click();
  await page.getByRole('button', { name: /^\$25/ }).first().click();
  await unexpected.waitFor();
});
