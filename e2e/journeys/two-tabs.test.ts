import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { passTime } from '../steps/browser.ts';
import { holdCall, watchCalls } from '../steps/calls.ts';
import { addItemToCart, findTile, isSimple } from '../steps/catalogue.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, waitForOrderNumber } from '../steps/pay.ts';
import { openAccountTab, signInWithCode } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

/** Sign-in time of a session that expires five minutes after `SHOP_DAY`. */
const BEFORE = '2026-11-02T00:15:00Z';
const LATER = '2026-11-02T01:06:00Z';
const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('the shop open in two tabs', () => {
  const shop = setUpShop();

  async function openBeside(page: Page, path: string): Promise<Page> {
    const other = await page.context().newPage();
    await other.goto(path);
    return other;
  }
  const inMenu = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

  it('signs the customer out in both tabs and does not ask for a sign-in at checkout', async () => {
    const as = await signInCustomer(shop.server(), '+61412000031');
    const card = await createLocalCard(shop.server().send, as, { scheduledAt: '2026-11-20 09:30:00', complete: true });
    const page = await shop.open('/checkout', { as, giftCards: { [KEY]: card } });
    const other = await openBeside(page, '/account/personaldetails');
    await other.getByText('Wren Banks').first().waitFor();
    await page.getByRole('button', { name: 'Confirm Purchase' }).waitFor();
    await openAccountTab(page);
    await inMenu(page, 'Sign Out').click();
    for (const tab of [page, other]) {
      await tab.waitForURL('**/browse');
      await tab.getByRole('heading', { level: 1, name: 'Browse Gift Cards' }).waitFor();
      expect(await tab.getByRole('dialog').count()).toBe(0);
    }
    await openAccountTab(other);
    await inMenu(other, 'Sign In').waitFor();
  });

  it('updates the cart count in the other tab when items are added, cleared or restored', async () => {
    const as = await signInCustomer(shop.server(), '+61412000033');
    const card = await createLocalCard(shop.server().send, as, { scheduledAt: '2026-11-20 09:30:00', complete: true });
    const tile = await findTile(shop.server(), isSimple);
    const page = await shop.open(`/product/${tile.id}`, { as, giftCards: { [KEY]: card } });
    const other = await openBeside(page, '/browse');
    await other.getByRole('button', { name: 'Cart, 1 item', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await other.getByRole('button', { name: 'Cart, 2 items', exact: true }).waitFor();
    await other.getByRole('button', { name: /^Cart/ }).click();
    await other.getByRole('button', { name: 'Clear Cart' }).click();
    await page.getByRole('button', { name: 'Cart', exact: true }).waitFor();
    await other.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Cart, 2 items', exact: true }).waitFor();
  });

  it('places one order when both tabs confirm, and empties the cart of the other tab', async () => {
    const { server } = shop;
    const as = await signInCustomer(server(), '+61412000034');
    const scheduledAt = '2026-11-20 09:30:00';
    const bought = await prepareDemoCard(server().send, as, {
      scheduledAt,
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    await fillCart(server().send, as, [bought]);
    expect((await pay(server().send, as, 'pm_card_visa')).status).toBe(200);
    await addItemToCart(server(), as, { sku: (await findTile(server(), isSimple)).sku, qty: 1 });
    const card = await createLocalCard(server().send, as, { scheduledAt, complete: true });
    const page = await shop.open('/checkout', { as, giftCards: { [KEY]: card } });
    const other = await openBeside(page, '/checkout');
    const release = await holdCall(page, 'POST carts/mine/payment-information');
    const paying = page.waitForRequest(/payment-information$/);
    await confirmButton(page).click();
    await paying;
    const calls = watchCalls(other);
    await confirmButton(other).click();
    const popup = other.getByRole('dialog');
    await popup.getByText('Another tab is placing your order. Check there: nothing was sent from here.').waitFor();
    await popup.getByRole('button', { name: 'OK' }).click();
    expect(calls.names.filter((name) => !name.startsWith('GET '))).toEqual([]);
    release();
    await waitForOrderNumber(page);
    await other.getByRole('heading', { name: 'Cart is empty' }).waitFor();
    await other.getByRole('button', { name: 'Cart', exact: true }).waitFor();
    const { body } = await server().send('GET mobiledigital/orders', { token: as.token });
    expect(body.orders.map(({ items }) => items.length)).toEqual([2, 1]);
  });

  it('shares a new sign-in with another tab whose session had expired', async () => {
    const as = await signInCustomer(shop.server(), '+61412000032');
    const page = await shop.open('/browse', { as, signedInAt: BEFORE });
    const other = await openBeside(page, '/terms');
    await passTime(page, 6);
    await shop.server().moveTo(LATER);
    await page.getByRole('button', { name: /^Cart/ }).click();
    await signInWithCode(page, shop.server(), '0412000032');
    for (const tab of [page, other]) {
      if (tab === other) await tab.getByRole('button', { name: /^Cart/ }).click();
      await tab.getByRole('dialog').getByRole('heading', { name: 'Your Cart', exact: true }).waitFor();
    }
    await page.reload();
    await openAccountTab(page);
    await inMenu(page, 'Sign Out').waitFor();
  });
});
