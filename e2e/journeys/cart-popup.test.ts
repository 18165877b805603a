import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answerCall, holdCall, watchCalls } from '../steps/calls.ts';
import { isConfigurable, isSimple, productOf, putInCart, someTile } from '../steps/catalogue.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { putVariant } from '../steps/put-variant.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const first = 'aaaaaaaa-0000-4000-8000-000000000001';
const second = 'aaaaaaaa-0000-4000-8000-000000000002';
const cartIcon = (page: Page) => page.getByRole('button', { name: /^Cart/ });
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('gift-card-details') ?? '{}')));

async function openCart(page: Page) {
  await cartIcon(page).click();
  const popup = page.getByRole('dialog');
  await popup.getByRole('heading', { name: 'Your Cart', exact: true }).waitFor();
  return popup;
}

describe('the cart popup of the gift card store', () => {
  const shop = ownShop();
  let customers = 0;
  const newCustomer = (): Promise<Session> =>
    customerOf(shop.server(), `+614122000${String(++customers).padStart(2, '0')}`);

  /** A customer with these gift cards on the phone, at the browse page. */
  async function withCards(...keys: string[]) {
    const as = await newCustomer();
    const card = await localCard(shop.server().send, as, { at: '2026-11-20 09:30:00', complete: true });
    const giftCards = Object.fromEntries(
      keys.map((key) => [key, { ...card, name: `${card.name} ${keys.indexOf(key)}` }]),
    );
    const opening = keys.length > 0 ? { as, giftCards } : { as };
    return { as, opening, price: Number(card.price), names: keys.map((_, at) => `${card.name} ${at}`) };
  }

  test('lists the gift cards on the phone and closes [CP-01, CP-02, CP-14]', async () => {
    const { opening, names } = await withCards(first, second);
    const page = await shop.open('/browse', opening);
    const popup = await openCart(page);
    expect(await popup.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual(names);
    await popup.getByRole('button', { name: 'Close Window', exact: true }).click();
    await popup.waitFor({ state: 'detached' });
  });

  test('lists other products as well, which are in the cart of the server [CP-04]', async () => {
    const { as, opening, names } = await withCards(first);
    const tile = await someTile(shop.server(), isSimple);
    const page = await shop.open(`/product/${tile.id}`, opening);
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await expect.poll(() => page.locator('[data-cart-count]').textContent()).toBe('2');
    const popup = await openCart(page);
    await popup.getByRole('heading', { name: tile.name }).waitFor();
    expect(await popup.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual([...names, tile.name]);
    const { body } = await shop.server().send('GET carts/mine', { token: as.token });
    expect(body.items.map(({ sku }) => sku)).toEqual([tile.sku]);
  });

  test('with large text its foot leaves the room to the lines', async () => {
    const { opening } = await withCards(first, second);
    const page = await shop.open('/browse', opening);
    const popup = await openCart(page);
    const bottomOf = (at: number) =>
      popup
        .getByRole('listitem')
        .nth(at)
        .evaluate((row) => row.getBoundingClientRect().bottom);
    const topOfFoot = () =>
      popup.getByRole('link', { name: 'Checkout' }).evaluate((link) => link.getBoundingClientRect().top);
    expect(await topOfFoot()).toBeLessThan(844);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await bottomOf(1)).toBeLessThan(await topOfFoot());
  });

  test('shows name, price and currency of a gift card [CP-06, CP-07]', async () => {
    const { opening, names, price } = await withCards(first);
    const row = (await openCart(await shop.open('/browse', opening))).getByRole('listitem');
    expect(await row.getByRole('heading', { name: names[0] ?? '' }).isVisible()).toBe(true);
    expect(await row.getByText(`$${price}.00 AUD`, { exact: true }).isVisible()).toBe(true);
  });

  test('leads to a gift card’s page by ‘Change’ [CP-08, CP-09]', async () => {
    const { opening, names } = await withCards(first, second);
    const page = await shop.open('/browse', opening);
    const popup = await openCart(page);
    expect(await popup.getByText('Change', { exact: true }).count()).toBe(2);
    await popup
      .getByRole('listitem')
      .filter({ hasText: names[1] ?? '' })
      .getByText('Change', { exact: true })
      .click();
    await page.waitForURL(`**/giftcard/add/${second}`);
  });

  test('takes a gift card out by ‘Remove’, also where it is kept [CP-10, ST-068]', async () => {
    const { opening, names } = await withCards(first, second);
    const page = await shop.open('/browse', opening);
    const popup = await openCart(page);
    await popup
      .getByRole('listitem')
      .filter({ hasText: names[0] ?? '' })
      .getByText('Remove', { exact: true })
      .click();
    await popup.getByRole('heading', { name: names[0] ?? '' }).waitFor({ state: 'detached' });
    expect(await popup.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual([names[1]]);
    expect(await kept(page)).toEqual([second]);
  });

  test('leads to /browse when the last gift card is removed [ST-069]', async () => {
    const { opening } = await withCards(first);
    const page = await shop.open('/terms', opening);
    const popup = await openCart(page);
    await popup.getByText('Remove', { exact: true }).click();
    await page.waitForURL('**/browse');
    expect(await kept(page)).toEqual([]);
  });

  test('leads to checkout, and offers no shopping on in this branding [CP-11, CP-13]', async () => {
    const { opening } = await withCards(first);
    const page = await shop.open('/browse', opening);
    const popup = await openCart(page);
    expect(await popup.getByText('Keep Shopping').count()).toBe(0);
    await popup.getByRole('link', { name: 'Checkout', exact: true }).click();
    await page.waitForURL('**/checkout');
    await page.getByText('Confirm in').waitFor();
  });

  test('is empty after ‘Clear Cart’, on the phone and on the server [CP-15, CP-16, CP-13]', async () => {
    const { as, opening } = await withCards(first);
    await putInCart(shop.server(), as, { sku: (await someTile(shop.server(), isSimple)).sku, qty: 1 });
    const page = await shop.open('/browse', opening);
    const popup = await openCart(page);
    await expect.poll(() => popup.getByRole('listitem').count()).toBe(2);
    await popup.getByRole('button', { name: 'Clear Cart', exact: true }).click();
    await popup.getByText('Cart is empty', { exact: true }).waitFor();
    expect(await popup.getByText('Keep Shopping').count()).toBe(0);
    expect(await kept(page)).toEqual([]);
    const { body } = await shop.server().send('GET mobiledigital/cartproducts', { token: as.token });
    expect(body.data.items).toEqual([]);
  });

  test('shows that it is loading until the server has answered [CP-17, ST-119]', async () => {
    const as = await newCustomer();
    const tile = await someTile(shop.server(), isSimple);
    await putInCart(shop.server(), as, { sku: tile.sku, qty: 1 });
    const page = await shop.enter({ as });
    const release = await holdCall(page, 'GET mobiledigital/cartproducts');
    await page.goto('/browse');
    const popup = await openCart(page);
    await popup.getByRole('status').getByText('Loading your cart').waitFor();
    expect(await popup.getByText('Cart is empty').count()).toBe(0);
    release();
    await popup.getByRole('heading', { name: tile.name }).waitFor();
    expect(await popup.getByText('Loading your cart').count()).toBe(0);
  });

  test('that did not load says so and can be tried again; loaded again with it open, Back leads on', async () => {
    const as = await newCustomer();
    const tile = await someTile(shop.server(), isSimple);
    await putInCart(shop.server(), as, { sku: tile.sku, qty: 1 });
    const page = await shop.open('/terms', { as, expected: /ERR_CONNECTION_FAILED/ });
    await answerCall(page, 'GET mobiledigital/cartproducts', 'nothing');
    await Promise.all([page.waitForEvent('requestfailed'), page.goto('/browse')]);
    await cartIcon(page).click();
    await page.getByRole('dialog', { name: 'No connection' }).waitFor();
    await page.keyboard.press('Escape');
    const popup = page.getByRole('dialog', { name: 'Your Cart' });
    await popup.getByRole('heading', { name: 'This did not load' }).waitFor();
    expect(await popup.getByText('Cart is empty').count()).toBe(0);
    await page.unrouteAll();
    await popup.getByRole('button', { name: 'Try again' }).click();
    await popup.getByRole('heading', { name: tile.name }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor();
    await page.goBack();
    await page.waitForURL('**/terms');
  });

  test('is for signed-in customers: a visitor’s cart icon asks to sign in [CP-18]', async () => {
    const page = await shop.open('/browse');
    await cartIcon(page).click();
    await page.getByText('Send Mobile Code').waitFor();
    expect(await page.getByText('Your Cart').count()).toBe(0);
  });

  test('sends one new quantity a second after the last of three presses [ST-063, BC-04]', async () => {
    const as = await newCustomer();
    const tile = await someTile(shop.server(), (one) => isSimple(one) && one.qty >= 4);
    await putInCart(shop.server(), as, { sku: tile.sku, qty: 1 });
    const page = await shop.open('/browse', { as });
    const calls = watchCalls(page);
    const popup = await openCart(page);
    const more = popup.getByRole('button', { name: `Quantity of ${tile.name}: more` });
    await more.waitFor();
    const sent = page.waitForRequest((request) => /\/carts\/mine\/items$/.test(request.url())).then(() => Date.now());
    const began = Date.now();
    const lastPress = await more.evaluate(async (button: HTMLButtonElement) => {
      const start = performance.now();
      let at = start;
      for (let press = 0; press < 3; press += 1) {
        at = performance.now();
        button.click();
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }
      return at - start;
    });
    expect(await popup.getByRole('spinbutton').getAttribute('aria-valuenow')).toBe('4');
    // At least what the browser waited: the press came after this line, the request before it was seen here.
    const waited = (await sent) - began - lastPress;
    expect(waited).toBeGreaterThan(990);
    expect(waited).toBeLessThan(4_000);
    await expect
      .poll(async () => (await shop.server().send('GET mobiledigital/cartproducts', as)).body.data.items[0]?.qty)
      .toBe(4);
    expect(calls.of('POST carts/mine/items').map((request) => request.postDataJSON().cartItem.qty)).toEqual([4]);
  });

  test('a new quantity shows at once; rejected, the old one is back and the customer is told why [ER-15]', async () => {
    const as = await newCustomer();
    const tile = await someTile(shop.server(), (one) => isSimple(one) && one.qty >= 2);
    await putInCart(shop.server(), as, { sku: tile.sku, qty: 1 });
    const page = await shop.open('/browse', { as, expected: /status of 400/ });
    const message = 'The requested qty is not available';
    await answerCall(page, 'POST carts/mine/items', { status: 400, body: { code: 'qty_not_available', message } });
    const popup = await openCart(page);
    await popup.getByRole('button', { name: /: more$/ }).click();
    await expect.poll(() => popup.getByRole('spinbutton').getAttribute('aria-valuenow')).toBe('2');
    await page.getByRole('dialog', { name: 'Qty not Available' }).getByText(message, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    const again = await openCart(page);
    expect(await again.getByRole('spinbutton').getAttribute('aria-valuenow')).toBe('1');
    await again.getByText('Total', { exact: true }).waitFor();
  });

  test('changes a configurable product by taking its line out and adding it again [ST-062]', async () => {
    const as = await newCustomer();
    const product = await productOf(shop.server(), await someTile(shop.server(), isConfigurable));
    const variant = product.configurable_products.find(({ qty }) => qty >= 2);
    const itemId = await putVariant(shop.server(), as, { product, variant });
    const page = await shop.open('/browse', { as });
    const calls = watchCalls(page);
    const popup = await openCart(page);
    await popup.getByRole('button', { name: /: more$/ }).click();
    const change = [`DELETE carts/mine/items/${itemId}`, 'POST carts/mine/items'];
    await expect.poll(() => calls.names.filter((name) => name.includes('mine/items'))).toEqual(change);
    await expect
      .poll(async () => (await shop.server().send('GET mobiledigital/cartproducts', as)).body.data.items[0]?.qty)
      .toBe(2);
  });

  describe('and the card that pays for it', () => {
    const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Purchase' });

    test('is missing when nothing is chosen or typed [VA-31]', async () => {
      const page = await shop.open('/checkout', (await withCards(first)).opening);
      await confirm(page).click();
      await page.getByRole('alert').getByText('Please enter a Card for Payment', { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/checkout');
    });

    test('is rejected in the provider’s own words [VA-30]', async () => {
      const page = await shop.open('/checkout', { ...(await withCards(first)).opening, expected: /payment-methods/ });
      await page.getByLabel('Card number').fill('4242424242424241');
      await page.getByLabel('Expiry').fill('1230');
      await page.getByLabel('CVC').fill('123');
      const [answer] = await Promise.all([page.waitForResponse('**/payment-methods'), confirm(page).click()]);
      const { error } = await answer.json();
      expect(error.message).toBeTruthy();
      await page.getByRole('alert').getByText(error.message, { exact: true }).waitFor();
    });
  });
});

describe('the cart popup of the product store', () => {
  const shop = ownShop({ BRAND: 'product' });

  test('offers to shop on, which leads to /browse [CP-12]', async () => {
    const as = await customerOf(shop.server());
    await putInCart(shop.server(), as, { sku: (await someTile(shop.server(), isSimple)).sku, qty: 1 });
    const page = await shop.open('/terms', { as });
    const popup = await openCart(page);
    await popup.getByRole('listitem').first().waitFor();
    await popup.getByRole('link', { name: 'Keep Shopping', exact: true }).click();
    await page.waitForURL('**/browse');
    await popup.waitFor({ state: 'detached' });
  });
});
