import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { addItemToCart, findTile, isSimple, listAllTiles } from '../steps/catalogue.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { doubleTap } from '../steps/double-tap.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { typeCard } from '../steps/pay.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const AT = '2026-11-20 09:30:00';
const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const PLACE = 'POST carts/mine/payment-information';

describe('an order that does not succeed immediately', () => {
  const shop = setUpShop();
  let customer: Session;
  let card: Record<string, unknown>;

  beforeAll(async () => {
    const server = shop.server();
    customer = await signInCustomer(server);
    card = await createLocalCard(server.send, customer, { scheduledAt: AT, complete: true });
    const cardInput = await prepareDemoCard(server.send, customer, {
      scheduledAt: AT,
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    await fillCart(server.send, customer, [cardInput]);
    expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
  });

  const confirm = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });
  const cardError = (page: Page): Locator => page.locator('[data-card-error]');
  const begin = (expected?: RegExp): Promise<Page> =>
    shop.enter({ as: customer, giftCards: { [KEY]: card }, ...(expected ? { expected } : {}) });

  it('shows the provider’s message when the card is declined, and keeps the cart and the card input [ER-17, ER-24]', async () => {
    const { sku } = await findTile(shop.server(), isSimple);
    const owner = await signInCustomer(shop.server(), '+61412000079');
    await addItemToCart(shop.server(), owner, { sku, qty: 1 });
    const page = await shop.enter({ as: owner, expected: /status of 4\d\d.*payment-information/s });
    await page.goto('/checkout');
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    await typeCard(page, '4000000000000002');
    await page.evaluate(() => {
      const look = () => {
        const { textContent } = document.querySelector('main') as HTMLElement;
        if (/Cart is empty|\$0\.00/.test(textContent)) document.body.dataset.emptied = '';
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await confirm(page).click();
    await cardError(page).getByText('There was an error processing your payment.', { exact: true }).waitFor();
    await cardError(page).getByText('Your card was declined.', { exact: true }).waitFor();
    await expect.poll(() => confirm(page).isEnabled()).toBe(true);
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002');
    expect(await page.evaluate(() => document.body.dataset.emptied)).toBeUndefined();
  });

  it('confirms the order without an offline popup when the payment response is lost [ST-106, ER-08, ER-19]', async () => {
    const page = await begin(/ERR_.*payment-information/s);
    await answerCall(page, PLACE, 'lost');
    await page.goto('/checkout');
    const calls = watchCalls(page);
    await confirm(page).click();
    await page.waitForURL('**/success**');
    expect(calls.names).toContain('GET mobiledigital/checkoutsuccess');
    await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  let tries = 0;
  it('charges nothing when the product has sold out, and keeps the gift card in the cart [ER-14, PO-05]', async () => {
    const { send } = shop.server();
    const scarceTiles = (await listAllTiles(shop.server())).filter((tile) => isSimple(tile) && tile.qty <= 20);
    const tile = scarceTiles[tries++];
    if (!tile) throw new Error('Nothing is left.');
    await addItemToCart(shop.server(), customer, { sku: tile.sku, qty: 1 });
    const page = await begin(/status of 400.*carts\/mine\/items/s);
    await page.goto('/checkout');
    await page.getByRole('heading', { name: tile.name }).waitFor();
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    const other = await signInCustomer(shop.server(), `+6141200008${tries}`);
    await fillCart(send, other, []);
    await addItemToCart(shop.server(), other, { sku: tile.sku, qty: tile.qty });
    expect((await pay(send, other, 'pm_card_visa')).status).toBe(200);
    const calls = watchCalls(page);
    await confirm(page).click();
    const popup = page.getByRole('dialog', { name: 'Out of Stock' });
    const message = popup.getByText('Product is out of stock.', { exact: true });
    await message.waitFor();
    const [header, words] = [await popup.getByRole('heading').boundingBox(), await message.boundingBox()];
    expect.soft(words?.y).toBeGreaterThanOrEqual((header?.y ?? Infinity) + (header?.height ?? 0));
    await popup.getByRole('button', { name: 'OK' }).click();
    expect.soft(calls.listRequests(PLACE)).toEqual([]);
    await page.getByRole('heading', { name: 'GiftCard', exact: true }).waitFor();
    await page.getByRole('heading', { name: tile.name }).waitFor({ state: 'detached' });
    await expect.poll(() => confirm(page).isEnabled()).toBe(true);
  });

  it('places the order once and without an error on a slow network, however often the button is tapped', async () => {
    const page = await shop.enter({ as: customer, giftCards: { [KEY]: card } });
    const calls = watchCalls(page);
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 800, downloadThroughput: 50_000, uploadThroughput: 20_000 };
    await network.send('Network.enable');
    await page.goto('/browse');
    await network.send('Network.emulateNetworkConditions', slow);
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Checkout', exact: true }).click();
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    await doubleTap(confirm(page));
    await page.getByText('Placing your order...', { exact: true }).waitFor();
    await confirm(page).dispatchEvent('click');
    await page.waitForURL('**/success**');
    await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor();
    for (const name of ['POST carts/mine/items', 'POST mobiledigital/savegiftcarddetails', PLACE] as const)
      expect.soft(calls.listRequests(name), name).toHaveLength(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
