import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { answerCall, holdCall, watchCalls } from '../steps/calls.ts';
import { isSimple, putInCart, someTile } from '../steps/catalogue.ts';
import { demoCard } from '../steps/demo-card.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { typeNewCard } from '../steps/pay.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const AT = '2026-11-20 09:30:00';
const KEYS = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'] as const;
const PLACE = 'POST carts/mine/payment-information';
const SHOWN = { expected_subtotal: expect.any(Number), expected_card_due: expect.any(Number) };

type Call = { name: string; query: URLSearchParams; body: Record<string, unknown>; answer: unknown };

describe('Confirm Purchase', () => {
  const shop = ownShop();
  let customer: Session;
  let card: Record<string, unknown>;
  let paymentMethod: string;
  let simpleSku: string;
  /** One purchase of two gift cards and a product with a saved card: what the browser sent, and where it got. */
  let bought: { calls: Call[]; path: string; page: string; stored: string | null };

  beforeAll(async () => {
    const server = shop.server();
    customer = await customerOf(server);
    card = await localCard(server.send, customer, { at: AT, complete: true });
    const cardInput = await demoCard(server.send, customer, { at: AT, zone: 'Australia/Sydney', to: '0491570157' });
    await fillCart(server.send, customer, [cardInput]);
    expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
    const { body } = await server.send('GET mobiledigital/savedcards', { token: customer.token });
    paymentMethod = body.data[0]?.id ?? '';
  });

  const confirm = (page: Page): Locator => page.getByRole('button', { name: 'Confirm Purchase' });
  const timer = (page: Page): Locator => page.getByRole('timer', { name: 'Confirm in' });
  const cardError = (page: Page): Locator => page.locator('[data-card-error]');
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('gift-card-details'));
  /** Notes which field has the cursor in the very moment in which those of the card can be typed into again. */
  const noteFocusOnceEnabled = (form: HTMLElement): void => {
    const look = () => {
      if (form.querySelector('fieldset:disabled')) return;
      form.dataset.focused = document.activeElement?.getAttribute('autocomplete') ?? 'none';
    };
    new MutationObserver(look).observe(form, { attributes: true, subtree: true, attributeFilter: ['disabled'] });
  };
  const begin = (expected?: RegExp): Promise<Page> =>
    shop.enter({ as: customer, giftCards: { [KEYS[0]]: card }, ...(expected ? { expected } : {}) });

  describe('with a saved card', () => {
    beforeAll(async () => {
      const { sku } = await someTile(shop.server(), isSimple);
      simpleSku = sku;
      await putInCart(shop.server(), customer, { sku, qty: 2 });
      const page = await shop.enter({ as: customer, giftCards: { [KEYS[0]]: card, [KEYS[1]]: card } });
      const real = await shop.server().send('GET customers/me', { token: customer.token });
      const offered = await shop.server().send('GET mobiledigital/shippingmethods', {
        token: customer.token,
        query: { addressId: Number(real.body.default_shipping) },
      });
      const [method] = offered.body as unknown as { amount: number }[];
      const dearer = { ...method, carrier_code: 'courier', method_code: 'courier', amount: 99 };
      await answerCall(page, 'GET mobiledigital/shippingmethods', { body: [dearer, method] });
      await page.goto('/checkout');
      await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
      const calls = watchCalls(page);
      const confirmed = page.waitForResponse('**/savegiftcardorderbycart');
      await confirm(page).click();
      await page.waitForURL('**/success**');
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      await confirmed;
      await page.waitForFunction(() => localStorage.getItem('gift-card-details') === null);
      const made = calls.requests.map(async (request, at) => ({
        name: calls.names[at] ?? '',
        query: new URL(request.url()).searchParams,
        body: request.postDataJSON() ?? {},
        answer: await request.response().then((said) => said?.json().catch(() => null)),
      }));
      bought = {
        calls: await Promise.all(made),
        path: new URL(page.url()).pathname,
        page: (await page.getByRole('main').textContent()) ?? '',
        stored: await stored(page),
      };
    });

    const of = (name: string): Call[] => bought.calls.filter((call) => call.name === name);
    function onlyCall(name: string): Call {
      const [call, another] = of(name);
      if (!call || another) throw new Error(`Not called once: ${name}`);
      return call;
    }
    const order = (pattern: RegExp): string[] =>
      bought.calls.map(({ name }) => name).filter((name) => pattern.test(name));

    test('one tap buys and leads to /success [CK-35, CK-37, ST-105]', () => {
      expect(bought.path).toBe('/success');
      expect(typeof onlyCall(PLACE).answer).toBe('number');
    });

    test('first makes the cart, clears it, fetches it, then chooses shipping [ST-089]', () => {
      const first = order(/carts\/mine|clearcart/).slice(0, 4);
      expect(first).toEqual([
        'POST carts/mine',
        'POST mobiledigital/clearcart',
        'GET carts/mine',
        'POST carts/mine/shipping-information',
      ]);
    });

    test('ships by the cheapest method offered [ST-078]', () => {
      const { addressInformation } = onlyCall('POST carts/mine/shipping-information').body as {
        addressInformation: { shipping_carrier_code: string; shipping_method_code: string };
      };
      expect(addressInformation.shipping_carrier_code).not.toBe('courier');
      expect(addressInformation.shipping_method_code).not.toBe('courier');
    });

    test('orders the other products too, and each card with its options [ST-091, ST-093]', async () => {
      const items = of('POST carts/mine/items').map(({ body }) => body.cartItem as Record<string, unknown>);
      expect(items.map(({ sku, product_type }) => [sku, product_type])).toEqual([
        [simpleSku, 'simple'],
        [card.sku, 'configurable'],
        [card.sku, 'configurable'],
      ]);
      for (const item of items.slice(1)) expect(item.product_option).toEqual(card.product_option);
      const orders = await shop.server().send('GET mobiledigital/orders', { token: customer.token });
      const [newest] = orders.body.orders;
      expect(newest?.items.find(({ sku }) => sku === simpleSku)?.qty).toBe(2);
      expect(newest?.items.filter(({ gift_card }) => gift_card).length).toBe(2);
    });

    test('saves of each card details, then send time, then template, then orders [ST-094, ST-095]', () => {
      const each = [
        'POST mobiledigital/savegiftcarddetails',
        'POST mobiledigital/savegiftcardscheduleddate',
        'POST mobiledigital/savegiftcardmmstemplate',
      ];
      expect(order(/savegiftcard(details|scheduleddate|mmstemplate)|payment-information/)).toEqual([
        ...each,
        ...each,
        PLACE,
      ]);
    });

    test('the binding save of the send time names the saved details [ST-052, ST-053]', () => {
      const ids = of('POST mobiledigital/savegiftcarddetails').map(
        ({ answer }) => (answer as { data: { last_insert_id: number } }).data.last_insert_id,
      );
      expect(new Set(ids).size).toBe(2);
      const times = of('POST mobiledigital/savegiftcardscheduleddate').map(({ body }) => body);
      expect(times).toEqual(
        ids.map((id) => ({ gift_card_details_id: id, scheduled_delivery: AT, delivery_timezone: 'Australia/Sydney' })),
      );
    });

    test('the order carries a card method with flag and token [ST-096]', () => {
      expect(onlyCall(PLACE).body.paymentMethod).toEqual({
        method: 'stripe_payments',
        additional_data: { cc_save: true, cc_stripejs_token: paymentMethod, ...SHOWN },
      });
    });

    test('then asks for the success with seller and campaign [ST-097]', () => {
      const after = order(/payment-information|checkoutsuccess/);
      expect(after).toEqual([PLACE, 'GET mobiledigital/checkoutsuccess']);
      const { query } = onlyCall('GET mobiledigital/checkoutsuccess');
      expect(query.get('seller_id')).toMatch(/^\d+$/);
      expect(query.has('campaign_id')).toBe(true);
    });

    test('saves the gift card order by cart and clears the local cards [ST-100, ST-102, ST-103]', () => {
      const call = onlyCall('POST mobiledigital/savegiftcardorderbycart');
      const success = onlyCall('GET mobiledigital/checkoutsuccess').answer as { data: { order_id: string } };
      const cart = of('POST carts/mine')[0]?.answer;
      expect(call.body).toEqual({ r_token: expect.any(String), cart_id: cart, order_id: success.data.order_id });
      expect(call.answer).toEqual({ status: true });
      expect(bought.stored).toBeNull();
    });

    test('the thank-you page shows shop name and order number [TY-01, TY-02, RT-36]', () => {
      const { data } = onlyCall('GET mobiledigital/checkoutsuccess').answer as {
        data: { shop_name: string; order_id: string };
      };
      expect(data.order_id).toMatch(/^\d{9}$/);
      expect(bought.page).toContain(data.shop_name);
      expect(bought.page).toContain(`Order number ${data.order_id}`);
    });
  });

  test('the thank-you page tells what checkoutsuccess answered, and asks no second time [ST-098, EN-56]', async () => {
    const page = await begin();
    const data = { order_id: '000000815', shop_name: 'Shop of the answer' };
    await answerCall(page, 'GET mobiledigital/checkoutsuccess', { body: { status: true, data } });
    // No such order is there: its confirmation would open a popup over the page.
    await answerCall(page, 'POST mobiledigital/savegiftcardorderbycart', { body: { status: true } });
    await page.goto('/checkout');
    await confirm(page).click();
    await page.waitForURL('**/success**');
    const calls = watchCalls(page);
    await page.getByText(`Order number ${data.order_id}`).waitFor();
    expect(await page.getByRole('main').textContent()).toContain(data.shop_name);
    await page.getByRole('link', { name: 'Privacy Policy' }).click();
    await page.waitForURL('**/privacy');
    await page.goBack();
    await page.getByText(`Order number ${data.order_id}`).waitFor();
    expect(calls.names).not.toContain('GET mobiledigital/checkoutsuccess');
  });

  test('opened directly the thank-you page says so, and clears stored cards [TY-03, ST-104]', async () => {
    const page = await begin();
    await page.goto('/success');
    await page.getByRole('heading', { name: 'Your order has been placed' }).waitFor();
    await expect.poll(() => stored(page)).toBeNull();
  });

  test('a gift card begun since the thank-you page was opened is not taken by a reload of it', async () => {
    const page = await begin();
    await page.goto('/success');
    await expect.poll(() => stored(page)).toBeNull();
    await page.evaluate((begun) => localStorage.setItem('gift-card-details', JSON.stringify(begun)), { begun: card });
    await page.reload();
    await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();
    expect(await stored(page)).not.toBeNull();
  });

  test('a new card is made by the provider, no call of the shop holds its number [CK-36, CK-39, ST-086]', async () => {
    const newcomer = await customerOf(shop.server(), '+61491570181');
    const page = await shop.enter({ as: newcomer, giftCards: { [KEYS[0]]: card } });
    const sent: { path: string; body: string }[] = [];
    page.on('request', (request) => {
      sent.push({ path: new URL(request.url()).pathname, body: request.url() + (request.postData() ?? '') });
    });
    await page.goto('/checkout');
    await page.getByLabel('Card number').fill('5555 5555 5555 4444');
    await page.getByLabel('Expiry').fill('1230');
    await page.getByLabel('CVC').fill('123');
    await confirm(page).click();
    await page.waitForURL('**/success**');
    const holding = sent.filter(({ body }) => body.replace(/\s/g, '').includes('5555555555554444'));
    expect(holding.map(({ path }) => path)).toEqual(['/sandbox/payment-methods']);
    const paths = sent.map(({ path }) => path);
    const placed = paths.findIndex((path) => path.endsWith('/payment-information'));
    expect(placed).toBeGreaterThan(paths.indexOf('/sandbox/payment-methods'));
  });

  test('without a card it asks for one where it is typed, makes no call and counts on [ST-088, ST-074, ER-24]', async () => {
    const page = await begin();
    await page.goto('/checkout');
    await page.getByRole('region', { name: 'Payment Information' }).getByRole('button', { name: 'Add New' }).click();
    // What the screen asks for by itself has been asked.
    await page.waitForLoadState('networkidle');
    const calls = watchCalls(page);
    await confirm(page).click();
    await cardError(page).getByText('Please enter a Card for Payment', { exact: true }).waitFor();
    await page.locator('input:focus[aria-invalid=true][autocomplete=cc-number]').waitFor();
    expect(calls.names.filter((name) => /^POST/.test(name) && name !== 'POST carts/mine')).toEqual([]);
    expect(await timer(page).isVisible()).toBe(true);
  });

  test('a card the provider cannot make shows its words under the card and puts the cursor there [ST-087, ER-24]', async () => {
    const page = await begin(/status of 4\d\d.*\/sandbox\/payment-methods/s);
    await page.goto('/checkout');
    await typeNewCard(page, '4242424242424241');
    const calls = watchCalls(page);
    const form = page.getByRole('form', { name: 'New card' });
    await form.evaluate(noteFocusOnceEnabled);
    await confirm(page).click();
    await cardError(page).getByText('Your card number is invalid.', { exact: true }).waitFor();
    // No moment later, when something may be typed already.
    await expect.poll(() => form.getAttribute('data-focused')).toBe('cc-number');
    expect(await page.locator('input:focus').getAttribute('aria-invalid')).toBe('true');
    expect(calls.names).not.toContain(PLACE);
  });

  test('it cancels the countdown for good [ST-073, ST-074]', async () => {
    const page = await begin();
    const release = await holdCall(page, PLACE);
    await page.goto('/checkout');
    await confirm(page).waitFor();
    // A call under way would be given up with the jump.
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward(580_000);
    await expect.poll(() => timer(page).textContent()).toMatch(/^00:[01]\d$/);
    const request = page.waitForRequest('**/payment-information');
    await confirm(page).click();
    await timer(page).waitFor({ state: 'detached' });
    await request;
    // Past zero, but not so far that the waiting call is given up.
    await page.clock.fastForward(20_000);
    expect(new URL(page.url()).pathname).toBe('/checkout');
    release();
    await page.waitForURL('**/success**');
  });
});
