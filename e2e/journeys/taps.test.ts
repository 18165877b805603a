import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pickDailyShare } from '#test/support/run-size.ts';
import { addSecondAddress, typedAddress } from '../steps/address-book.ts';
import { WIDE } from '../steps/browser.ts';
import { holdCode, watchCalls } from '../steps/calls.ts';
import { findTile, isSimple } from '../steps/catalogue.ts';
import { doubleTap } from '../steps/double-tap.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { pickAddress, readCodeFromPhone } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';
import { waitUntilUsable } from '../steps/usable.ts';

const keys = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000001`);

describe('taps', () => {
  const shop = setUpShop();
  let mobiles = 0;
  const nextMobile = () => `041233${String(++mobiles).padStart(4, '0')}`;
  const newCustomer = () => signInCustomer(shop.server(), `+61${nextMobile().slice(1)}`);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const readStoredKeys = (page: Page) =>
    page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('gift-card-details') ?? '{}')));

  it('acknowledges a tap immediately while the page’s code is loading, and handles the tap once the code has loaded', async () => {
    const page = await shop.enter({ as: await newCustomer() });
    const release = await holdCode(page, 'entry.client');
    await page.goto('/browse');
    const pulses = () =>
      button(page, 'Cart').evaluate(
        (it) => it.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== 1).length,
      );
    await button(page, 'Cart').click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await pulses()).toBe(1);
    release();
    await page.getByRole('dialog').getByText('Cart is empty', { exact: true }).waitFor();
    await button(page, 'Close Window').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await pulses()).toBe(0);
  });

  it.each(pickDailyShare(['entry.client', 'list-parts'], 1))(
    'applies filters that were entered before the code of %s had loaded',
    async (part) => {
      const page = await shop.enter({ size: WIDE });
      const release = await holdCode(page, part);
      await page.goto('/browse');
      const side = page.getByRole('complementary', { name: 'Filter' });
      await side.getByLabel('From', { exact: true }).fill('10');
      await side.getByLabel('To', { exact: true }).fill('60');
      await side.getByLabel(/^In stock/).check();
      await side.getByRole('group', { name: 'Seller' }).getByRole('checkbox').first().check();
      expect(new URL(page.url()).search).toBe('');
      release();
      await page.waitForURL(/\/browse\?seller=[\w-]+&price_min=10&price_max=60&in_stock=1$/);
      expect(await side.getByLabel(/^In stock/).isChecked()).toBe(true);
    },
  );

  it('removes a filter when its chip was tapped before the code of the chips had loaded', async () => {
    const page = await shop.enter();
    const release = await holdCode(page, 'list-parts');
    await page.goto('/browse?price_min=20');
    await waitUntilUsable(page);
    await button(page, 'Remove filter: $20 AUD and more').click();
    release();
    await page.waitForURL(/\/browse$/);
    await button(page, 'Remove filter: $20 AUD and more').waitFor({ state: 'detached' });
  });

  it('reloads the page on a tap when the page’s code failed to load and the network is back', async () => {
    const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED|Failed to fetch/ });
    const code = '**/assets/entry.client*';
    await page.route(code, (route) => route.abort('connectionfailed'));
    await page.goto('/browse');
    await waitUntilUsable(page);
    await page.unroute(code);
    const reloaded = page.waitForEvent('domcontentloaded');
    await button(page, 'Menu').click();
    await reloaded;
    await button(page, 'Menu').click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Account' }).waitFor();
  });

  it('removes one cart item, or clears the cart once, on a double tap, without tapping anything below', async () => {
    const as = await newCustomer();
    const card = await createLocalCard(shop.server().send, as, { scheduledAt: '2026-11-20 09:30:00', complete: true });
    const giftCards = Object.fromEntries(keys.map((key, index) => [key, { ...card, name: `${card.name} ${index}` }]));
    const page = await shop.open('/browse', { as, giftCards });
    const calls = watchCalls(page);
    await doubleTap(page.getByRole('button', { name: /^Cart/ }));
    const popup = page.getByRole('dialog', { name: 'Your Cart' });
    const rows = popup.getByRole('listitem').getByRole('heading');
    await expect.poll(() => rows.count()).toBe(3);
    await doubleTap(popup.getByText('Remove', { exact: true }).first());
    await expect.poll(() => rows.allInnerTexts()).toEqual([`${card.name} 1`, `${card.name} 2`]);
    expect.soft(await readStoredKeys(page)).toEqual(keys.slice(1));
    await doubleTap(button(page, 'Clear Cart'));
    await popup.getByText('Cart is empty', { exact: true }).waitFor();
    expect.soft(calls.listRequests('POST mobiledigital/clearcart')).toHaveLength(1);
    const address = page.url();
    await doubleTap(button(page, 'Close Window'));
    await popup.waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    expect([page.url(), await page.getByRole('dialog').count()]).toEqual([address, 0]);
  });

  it('sends one code and registers one account on double taps', async () => {
    const mobile = nextMobile();
    const page = await shop.open('/browse');
    const calls = watchCalls(page);
    await doubleTap(button(page, 'Cart'));
    await page.getByLabel('Your mobile').fill(mobile);
    await doubleTap(button(page, 'Send Code'));
    await page.getByText('Confirm Mobile Code').waitFor();
    await page.getByLabel('Enter Code').fill(await readCodeFromPhone(shop.server(), `+61${mobile.slice(1)}`));
    await page.waitForURL('**/register');
    await doubleTap(button(page, 'Got it'));
    await page.getByLabel('Fullname').fill('Wren Banks');
    await page.getByLabel('Email').fill(`wren${mobile}@example.com`);
    await pickAddress(page);
    await page.getByLabel(/I accept the Terms/).check();
    await doubleTap(button(page, 'Register'));
    await page.waitForURL('**/browse');
    await page.waitForLoadState('networkidle');
    expect.soft(calls.listRequests('POST mobiledigital/sendmobilecode')).toHaveLength(1);
    expect.soft(calls.listRequests('POST mobiledigital/createAccount')).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy();
  });

  it('adds one item, saves one address and pays once on double taps', async () => {
    const as = await newCustomer();
    const tile = await findTile(shop.server(), isSimple);
    const page = await shop.open(`/product/${tile.id}`, { as });
    const calls = watchCalls(page);
    await doubleTap(button(page, 'Add to Cart'));
    await page.getByRole('status').getByRole('link', { name: 'Checkout' }).click();
    const shipping = page.getByRole('region', { name: /Shipping/ }).first();
    await shipping.getByRole('button', { name: 'Add New', exact: true }).click();
    await button(page, 'Save Address').click();
    const form = page.getByRole('form', { name: 'Add New Address' });
    for (const [label, text] of Object.entries(typedAddress)) await form.getByLabel(label).fill(text);
    await form.getByLabel('State').selectOption({ label: 'New South Wales' });
    await doubleTap(form.getByRole('button', { name: 'Save Address' }));
    await page.locator('[data-selected-address]', { hasText: '5 Banksia Lane' }).waitFor();
    await typeCard(page);
    expect
      .soft(calls.listRequests('POST carts/mine/items').map((request) => request.postDataJSON().cartItem.qty))
      .toEqual([1]);
    expect.soft(calls.listRequests('PUT customers/me')).toHaveLength(1);
    const guard = await confirmButton(page).evaluate((button) => {
      const { animationName, animationDuration } = getComputedStyle(button.parentElement as Element);
      return [animationName, animationDuration];
    });
    expect.soft(guard).toEqual(['ignore-taps', '0.8s']);
    await doubleTap(confirmButton(page));
    const order = await waitForOrderNumber(page);
    await page.waitForLoadState('networkidle');
    expect.soft(calls.listRequests('POST carts/mine/payment-information')).toHaveLength(1);
    expect.soft(new URL(page.url()).pathname).toBe('/success');
    const paid = await (await fetch(`${shop.server().url}/sandbox/payments?order_id=${order}`)).json();
    expect(paid).toHaveLength(1);
  });

  it('changes the address book once and opens no second dialog on double taps', async () => {
    const as = await newCustomer();
    await addSecondAddress(shop.server(), as);
    const page = await shop.open('/account/addressinformation', { as });
    const calls = watchCalls(page);
    const addresses = page.getByRole('region', { name: 'Shipping addresses', exact: true });
    await doubleTap(addresses.getByRole('button', { name: /^Remove 7 Wattle Road/ }));
    const question = page.getByRole('dialog', { name: 'Remove this address?' });
    await doubleTap(question.getByRole('button', { name: 'Remove', exact: true }));
    await addresses.getByText('7 Wattle Road').waitFor({ state: 'detached' });
    await question.waitFor({ state: 'detached' });
    expect.soft(calls.listRequests('PUT customers/me')).toHaveLength(1);
    await page.getByRole('link', { name: 'Add New Address', exact: true }).click();
    const form = page.getByRole('form', { name: 'Address' });
    await pickAddress(page, '9 Fig Street Pyrmont');
    await doubleTap(form.getByRole('button', { name: 'Save Address' }));
    await page.waitForURL('**/account/addressinformation');
    await addresses.getByText('9 Fig Street').first().waitFor();
    expect(calls.listRequests('PUT customers/me')).toHaveLength(2);
    expect(await addresses.getByRole('listitem').count()).toBe(2);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
