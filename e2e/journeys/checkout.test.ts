import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { watchCalls } from '../steps/calls.ts';
import { addItemToCart, findTile, isSimple } from '../steps/catalogue.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { waitForOrderNumber } from '../steps/pay.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const AT = '2026-11-20 09:30:00';
const KEYS = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'] as const;

describe('the checkout', () => {
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

  const shipping = (page: Page): Locator => page.getByRole('region', { name: 'Shipping Information' });
  const confirm = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('gift-card-details'));

  it('ships to an address found by search, and to the second one when two are picked quickly [CK-19, ST-084]', async () => {
    const mover = await signInCustomer(shop.server(), '+61491570161');
    const page = await shop.open('/checkout', { as: mover, giftCards: { [KEYS[0]]: card } });
    const calls = watchCalls(page);
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    await shipping(page).getByText('Billing address').click();
    await shipping(page).getByRole('button', { name: 'Add New', exact: true }).click();
    const form = page.getByRole('form', { name: 'Add New Address' });
    await form.getByLabel('Fullname').fill('Sam Reed');
    await form.getByPlaceholder('Type Address...').fill('12 Fig Street Pyrmont');
    await form.getByRole('option').first().click();
    await expect.poll(() => form.getByLabel('Postcode').inputValue()).toBe('2009');
    await form.getByLabel('Street address').fill('14 Fig Street');
    await form.getByRole('button', { name: 'Save Address' }).click();
    const selected = page.locator('[data-selected-address]');
    await selected.getByText('14 Fig Street, Pyrmont NSW 2009').waitFor();
    expect(calls.names.filter((name) => /estimate|PUT customers|shipping-information/.test(name))).toEqual([
      'POST carts/mine/estimate-shipping-methods',
      'PUT customers/me',
      'POST carts/mine/shipping-information',
    ]);
    const saves = () => calls.listRequests('POST carts/mine/shipping-information');
    const goesTo = async () => {
      const { body: cart } = await shop.server().send('GET carts/mine', { token: mover.token });
      return cart.extension_attributes.shipping_assignments[0]?.shipping.address.street;
    };
    expect((await saves()[0]?.response())?.status()).toBe(200);
    expect(await goesTo()).toEqual(['14 Fig Street']);

    const { promise, resolve: release } = Promise.withResolvers<void>();
    const hold = { times: 1 };
    await page.route('**/carts/mine/shipping-information', (route) => promise.then(() => route.continue()), hold);
    await shipping(page).getByRole('radio', { checked: false }).check();
    await expect.poll(() => saves().length).toBe(2);
    await shipping(page)
      .getByRole('radio', { name: /Sam Reed/ })
      .check();
    await selected.getByText('14 Fig Street').waitFor();
    release();
    await expect.poll(() => saves().length).toBe(3);
    for (const save of saves()) expect((await save.response())?.status()).toBe(200);
    expect(await goesTo()).toEqual(['14 Fig Street']);
  });

  it('buys two gift cards and a product with one tap on a saved card [CK-35, CK-37, RT-36, ST-053, ST-091, ST-103]', async () => {
    const { send } = shop.server();
    const { sku } = await findTile(shop.server(), isSimple);
    await addItemToCart(shop.server(), customer, { sku, qty: 2 });
    const page = await shop.enter({ as: customer, giftCards: { [KEYS[0]]: card, [KEYS[1]]: card } });
    await page.goto('/checkout');
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    const calls = watchCalls(page);
    const confirmed = page.waitForResponse('**/savegiftcardorderbycart');
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/carts/mine/payment-information', (route) => promise.then(() => route.continue()), {
      times: 1,
    });
    await confirm(page).click();
    await page.locator('[data-loader]').waitFor();
    expect(await page.locator('.animate-spin:visible').count()).toBe(1);
    release();
    const number = await waitForOrderNumber(page);
    expect(new URL(page.url()).pathname).toBe('/success');
    expect(await (await confirmed).json()).toEqual({ status: true });
    await expect.poll(() => stored(page)).toBeNull();

    const { body } = await send('GET mobiledigital/orders', { token: customer.token });
    const [newest] = body.orders;
    expect(newest?.increment_id).toBe(number);
    expect(newest?.items.find((item) => item.sku === sku)?.qty).toBe(2);
    expect(newest?.items.filter(({ gift_card }) => gift_card)).toHaveLength(2);
    const ids = await Promise.all(
      calls.listRequests('POST mobiledigital/savegiftcarddetails').map(async (details) => {
        const answer = await (await details.response())?.json();
        return answer.data.last_insert_id as number;
      }),
    );
    expect(new Set(ids).size).toBe(2);
    const times = calls.listRequests('POST mobiledigital/savegiftcardscheduleddate').map((time) => time.postDataJSON());
    expect(times).toEqual(
      ids.map((id) => ({ gift_card_details_id: id, scheduled_delivery: AT, delivery_timezone: 'Australia/Sydney' })),
    );
  });

  it('saves a new card at the payment provider without sending its number to the shop [CK-36, CK-39, ST-086]', async () => {
    const newcomer = await signInCustomer(shop.server(), '+61491570181');
    const page = await shop.enter({ as: newcomer, giftCards: { [KEYS[0]]: card } });
    const requests: { path: string; body: string }[] = [];
    page.on('request', (request) => {
      requests.push({ path: new URL(request.url()).pathname, body: request.url() + (request.postData() ?? '') });
    });
    await page.goto('/checkout');
    await page.getByLabel('Card number').fill('5555 5555 5555 4444');
    await page.getByLabel('Expiry').fill('1230');
    await page.getByLabel('CVC').fill('123');
    await confirm(page).click();
    await page.waitForURL('**/success**');
    const holding = requests.filter(({ body }) => body.replace(/\s/g, '').includes('5555555555554444'));
    expect(holding.map(({ path }) => path)).toEqual(['/sandbox/payment-methods']);
    const paths = requests.map(({ path }) => path);
    const placed = paths.findIndex((path) => path.endsWith('/payment-information'));
    expect(placed).toBeGreaterThan(paths.indexOf('/sandbox/payment-methods'));
  });

  it('reopens the thank-you page on Back, and keeps gift cards started since the order when the page reloads [ST-098, ST-104, TY-03]', async () => {
    const page = await shop.enter({ as: customer, giftCards: { [KEYS[0]]: card } });
    await page.goto('/checkout');
    await confirm(page).click();
    const number = await waitForOrderNumber(page);
    const calls = watchCalls(page);
    await page.getByRole('link', { name: 'Privacy Policy' }).click();
    await page.waitForURL('**/privacy');
    await page.goBack();
    await page.getByText(`Order number ${number}`).waitFor();
    expect(calls.names).not.toContain('GET mobiledigital/checkoutsuccess');

    const begin = () =>
      page.evaluate((begun) => localStorage.setItem('gift-card-details', JSON.stringify(begun)), { [KEYS[1]]: card });
    await begin();
    await page.goto('/success');
    await page.getByRole('heading', { name: 'Your order has been placed' }).waitFor();
    await expect.poll(() => stored(page)).toBeNull();
    await begin();
    await page.reload();
    await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();
    expect(await stored(page)).toContain(KEYS[1]);
  });
});
