import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { PHONE } from '../steps/browser.ts';
import { watchCalls } from '../steps/calls.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, tabTo, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { readCodeFromPhone, register } from '../steps/shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const RATE = 1.53;

describe('buying products', () => {
  const shop = setUpShop({ BRAND: 'product' });
  let mug: TileProduct;
  let customer: Session;

  beforeAll(async () => {
    const { send } = shop.server();
    mug = await findTile(shop.server(), isSimple);
    customer = await signInCustomer(shop.server(), '+61412000031');
    const cardInput = await prepareDemoCard(send, customer, {
      scheduledAt: '2026-11-20 09:30:00',
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    await fillCart(send, customer, [cardInput]);
    expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
  });

  const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true });
  const toastCheckout = (page: Page) => page.getByRole('status').getByRole('link', { name: 'Checkout' });
  const toPay = (page: Page) => page.locator('[data-to-pay]', { hasText: '$' });

  it('lets a visitor register despite a reload, and pay for a product with a new card [BC-31, CK-36, ST-026]', async () => {
    const page = await shop.open('/browse');
    await page.getByRole('heading', { level: 1, name: 'Browse Products' }).waitFor();
    await page.goto(`/product/${mug.id}`);
    const picture = page.getByRole('region', { name: 'Pictures' }).getByRole('img').first();
    const box = await picture.boundingBox();
    expect([box?.width, (box?.height ?? 0) / (box?.width ?? 1)]).toEqual([PHONE.width, expect.closeTo(0.62, 2)]);
    await addToCart(page).click();
    const calls = watchCalls(page);
    await page.getByLabel('Your mobile').fill('0412345678');
    await page.getByRole('button', { name: 'Send Code' }).click();
    const code = page.getByRole('dialog').getByLabel('Enter Code');
    await code.waitFor();
    // Reloads, because phones may discard the page while another app is open.
    await page.reload();
    await addToCart(page).click();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await code.fill(await readCodeFromPhone(shop.server(), '+61412345678'));
    await page.getByText('Mobile code confirmed').waitFor();
    expect(calls.listRequests('POST mobiledigital/sendmobilecode')).toHaveLength(1);
    await register(page, { fullname: 'Wren Banks', email: 'wren.product@example.com' });
    await toastCheckout(page).click();
    await page.waitForURL('**/checkout');
    await page.getByRole('heading', { name: mug.name }).waitFor();
    await typeCard(page);
    await toPay(page).waitFor();
    await confirmButton(page).click();
    expect(await waitForOrderNumber(page)).toMatch(/^\d{9}$/);
    await page.getByRole('main').getByText(mug.name).waitFor();
    await page.getByRole('link', { name: 'Browse Products' }).click();
    await page.waitForURL('**/browse');
    await page.goto(`/product/${mug.id}`);
    await addToCart(page).click();
    await toastCheckout(page).waitFor();
  });

  it('lets a returning customer with a saved card order a product in three taps [CK-37]', async () => {
    const page = await shop.enter({ as: customer });
    await page.addInitScript(() => {
      addEventListener(
        'click',
        ({ isTrusted }) => {
          // Counts trusted clicks only, because early taps are replayed as untrusted ones.
          if (!isTrusted) return;
          sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1));
        },
        true,
      );
    });
    await page.goto(`/product/${mug.id}`);
    await addToCart(page).click();
    await toastCheckout(page).click();
    await toPay(page).waitFor();
    await confirmButton(page).click();
    await waitForOrderNumber(page);
    expect(await page.evaluate(() => Number(sessionStorage.getItem('taps')))).toBe(3);
  });

  it('shows a US customer prices in US dollars and the amount charged in Australian dollars [BC-16]', async () => {
    const page = await shop.enter({ as: customer });
    await page.addInitScript(() => {
      if (location.protocol.startsWith('http')) localStorage.setItem('country_code', 'US');
    });
    const usd = (price: number) => priceText(price, { country: 'US', usdRate: RATE });
    await page.goto(`/product/${mug.id}`);
    await page.getByText(usd(mug.price)).first().waitFor();
    await addToCart(page).click();
    await toastCheckout(page).click();
    await toPay(page).waitFor();
    const { body: cart } = await shop.server().send('GET carts/mine', { token: customer.token });
    const [address] = cart.customer.addresses;
    const methods = await shop.server().send('GET mobiledigital/shippingmethods', {
      token: customer.token,
      query: { addressId: Number(address?.id) },
    });
    const [method] = methods.body as unknown as { amount: number }[];
    const aud = mug.price + (method?.amount ?? 0);
    expect(await toPay(page).textContent()).toBe(usd(aud));
    const charged = priceText(aud, { country: 'AU', usdRate: null });
    await page.getByText(`Charged ${charged}`, { exact: true }).waitFor();
    expect(await page.locator('[data-converted]').textContent()).toContain(`your card is charged ${charged}`);
    expect(await page.getByText(/surcharge|card fee/i).count()).toBe(0);
    await confirmButton(page).click();
    const order = await waitForOrderNumber(page);
    const ledger = await fetch(`${shop.server().url}/sandbox/payments?order_id=${order}`);
    expect(await ledger.json()).toMatchObject([{ amount: aud, currency: 'AUD' }]);
  });

  it('lets a customer order a product with the keyboard alone', async () => {
    const page = await shop.open('/browse', { as: customer, size: { width: 1280, height: 800 } });
    const tile = page.getByRole('article').filter({ hasText: mug.name });
    await tabTo(page, tile.getByRole('button', { name: /Add To Cart/i }));
    await page.keyboard.press('Enter');
    await toastCheckout(page).waitFor();
    await tabTo(page, page.getByRole('button', { name: /^Cart/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const popup = page.getByRole('dialog', { name: 'Your Cart' });
    await popup.getByRole('heading', { name: mug.name }).first().waitFor();
    await tabTo(page, popup.getByRole('link', { name: 'Checkout' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/checkout');
    await confirmButton(page).and(page.locator(':enabled')).waitFor();
    await tabTo(page, confirmButton(page));
    await page.keyboard.press('Enter');
    await waitForOrderNumber(page);
  });
});
