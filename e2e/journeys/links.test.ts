import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/calls.ts';
import type { TileProduct } from '#contract/catalogue.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { axeViolations } from '../steps/axe.ts';
import { holdCall, watchCalls } from '../steps/calls.ts';
import { campaignLink, LINK_SECRET, shortLink } from '../steps/campaign-link.ts';
import { isSimple, productOf, putInCart, someTile } from '../steps/catalogue.ts';
import { demoCard } from '../steps/demo-card.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { confirmButton, orderNumber } from '../steps/pay.ts';
import { codeOnPhone, openAccountTab } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const MINUTES_LATER = '2026-11-02T01:02:00Z';
const LATER_STILL = '2026-11-02T01:05:00Z';
const LATEST = '2026-11-02T01:08:00Z';
const customer = '+61412345678';
const shop = ownShop({ SESSION_SECRET: LINK_SECRET });
let simple: TileProduct;
let seller: NonNullable<AnswerOf<'GET mobiledigital/product'>['data']>['seller'];
let session: Session;
/** A link to each of these mobiles, to a product, that has ended. */
const ENDED = [customer, '+61412000003', '+61412000004', '+61412000005', '+61412000006'];
let endedLinks: Map<string, string>;

beforeAll(async () => {
  simple = await someTile(shop.server(), isSimple);
  ({ seller } = await productOf(shop.server(), simple));
  session = await customerOf(shop.server(), customer);
  const productId = simple.id;
  endedLinks = new Map(
    await Promise.all(ENDED.map(async (mobile) => [mobile, await shortLink(shop, { mobile, productId })] as const)),
  );
  // Past the wait between two codes to one mobile, and past the end of those links.
  await shop.server().moveTo(MINUTES_LATER);
});

describe('a personal sign-in link', () => {
  test('signs its customer in and, without a product, leads to /browse [SI-03, AL-03, ST-014]', async () => {
    const page = await shop.open(await campaignLink({ mobile: customer }));
    await page.waitForURL('**/browse');
    await openAccountTab(page);
    await page.getByRole('link', { name: 'My Account' }).waitFor();
  });

  test('logs out first whoever was signed in, on the phone and on the server [AL-01]', async () => {
    const { server, enter } = shop;
    const before = await customerOf(server(), '+61412000001');
    const card = await localCard(server().send, before, { at: '2026-11-20 09:30:00', complete: true });
    const page = await enter({ as: before, giftCards: { 'aaaaaaaa-0000-4000-8000-000000000001': card } });
    const release = await holdCall(page, 'POST mobiledigital/auth');
    await page.goto(await campaignLink({ mobile: customer }));
    await page.getByText('Verifying Token...').waitFor();
    const stored = ['token', 'token_ttl', 'mobile', 'gift-card-details'];
    expect(await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), stored)).toEqual(
      stored.map(() => null),
    );
    // The link's own sign-in is held back all the while, so the server has signed the other one out first.
    await expect.poll(async () => (await server().send('GET customers/me', { token: before.token })).status).toBe(401);
    release();
    await page.waitForURL('**/browse');
  });

  test('is verified by its own token, and says so until it is [RT-40, AL-02]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    const release = await holdCall(page, 'POST mobiledigital/auth');
    const link = await campaignLink({ mobile: customer });
    await page.goto(link);
    await page.getByText('Verifying Token...').waitFor();
    const sent = calls.of('POST mobiledigital/auth').map((request) => request.postDataJSON());
    expect(sent).toEqual([{ jwt: link.split('/').at(-1), autologin: true }]);
    release();
    await page.waitForURL('**/browse');
    await page.getByText('Verifying Token...').waitFor({ state: 'detached' });
  });

  test('begins with an empty cart that goes to the default address, in this order [ST-012]', async () => {
    const { token } = session;
    await putInCart(shop.server(), session, { sku: simple.sku, qty: 1 });
    const page = await shop.enter();
    const { names } = watchCalls(page);
    await page.goto(await campaignLink({ mobile: customer }));
    await page.waitForURL('**/browse');
    const steps = [
      'POST mobiledigital/auth',
      'POST carts/mine',
      'POST mobiledigital/clearcart',
      'GET carts/mine',
      'POST carts/mine/shipping-information',
    ];
    expect(names.filter((name) => steps.includes(name))).toEqual(steps);
    const { body: cart } = await shop.server().send('GET carts/mine', { token });
    expect(cart.items).toEqual([]);
    const [assigned] = cart.extension_attributes.shipping_assignments;
    expect(String(assigned?.shipping.address.customer_address_id)).toBe(cart.customer.default_shipping);
  });

  test('lands on checkout with the product it came with [SI-04, ST-013]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    await page.goto(await campaignLink({ mobile: customer, productId: simple.id }));
    await page.waitForURL('**/checkout');
    await page.getByRole('heading', { name: simple.name }).waitFor();
    const [added] = calls.of('POST carts/mine/items');
    expect(added?.postDataJSON()).toMatchObject({ cartItem: { sku: simple.sku, qty: 1 } });
  });

  test('of a new mobile fetches product and seller and leads to /register [AL-03, ST-016, ST-017]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    await page.goto(await campaignLink({ mobile: '+61412000002', productId: simple.id }));
    await page.waitForURL('**/register');
    await page.getByText(`${seller.name} sells with`).waitFor();
    for (const name of ['GET mobiledigital/product', 'GET mobiledigital/seller'] as const) {
      const productIds = calls.of(name).map((request) => new URL(request.url()).searchParams.get('product_id'));
      expect([name, productIds]).toEqual([name, [String(simple.id)]]);
    }
  });
});

describe('paying after a link', () => {
  test('a saved card asks for a code in place, on this device once', async () => {
    const { server, enter } = shop;
    const { send } = server();
    const holder = await customerOf(server(), '+61412000007');
    const at = { at: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
    await fillCart(send, holder, [await demoCard(send, holder, at)]);
    expect((await pay(send, holder, 'pm_card_visa')).status).toBe(200);
    await server().moveTo(LATER_STILL);
    const page = await enter({ now: LATER_STILL, expected: /400/ });
    const calls = watchCalls(page);
    await page.goto(await campaignLink({ mobile: holder.mobile, productId: simple.id }));
    await page.waitForURL('**/checkout');
    await confirmButton(page).click();
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
    await page.getByText(/Send again in/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Enter Code').fill(await codeOnPhone(server(), holder.mobile));
    expect(await orderNumber(page)).toMatch(/^\d{9}$/);
    expect(calls.of('POST carts/mine/payment-information')).toHaveLength(2);
    await page.goto(await campaignLink({ mobile: holder.mobile, productId: simple.id }));
    await page.waitForURL('**/checkout');
    await confirmButton(page).click();
    await orderNumber(page);
    expect(calls.of('POST mobiledigital/sendmobilecode')).toHaveLength(1);
    expect(calls.of('POST carts/mine/payment-information')).toHaveLength(3);
  });
});

describe('a gift card after a link', () => {
  test('goes to another number once a code is given, in place', async () => {
    const { server, enter } = shop;
    const { send } = server();
    const holder = await customerOf(server(), '+61412000008');
    const at = { at: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570158' };
    await fillCart(send, holder, [await demoCard(send, holder, at)]);
    const { body: order } = await pay(send, holder, 'pm_card_visa');
    await expect.poll(async () => (await server().phone('+61491570158')).length).toBeGreaterThan(0);
    await server().moveTo(LATEST);
    const page = await enter({ now: LATEST, expected: /400/ });
    const calls = watchCalls(page);
    await page.goto(await campaignLink({ mobile: holder.mobile }));
    await page.waitForURL('**/browse');
    await page.goto(`/account/order/${order}`);
    await page.getByRole('button', { name: /Correct the number/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Correct the number' });
    await sheet.getByLabel('Recipient’s mobile').fill('0491570159');
    await sheet.getByRole('button', { name: 'Correct and send' }).click();
    await page.getByRole('dialog', { name: 'Is it you?' }).getByText('cards are money').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Enter Code').fill(await codeOnPhone(server(), holder.mobile));
    await page.getByText('Number corrected, the gift card is sent again').waitFor();
    expect(calls.of('POST mobiledigital/correctgiftcardmobile')).toHaveLength(2);
  });
});

describe('an expired link', () => {
  const open = async (mobile: string): Promise<Page> => {
    const page = await shop.enter();
    await page.goto(endedLinks.get(mobile) ?? '');
    return page;
  };
  const reconfirm = (page: Page) => page.getByRole('button', { name: 'Reconfirm Identity' });

  test('leads to the expired link page [AL-03, ST-008, ST-019]', async () => {
    const page = await open('+61412000003');
    await page.waitForURL('**/expiredlink');
    await reconfirm(page).waitFor();
  });

  test('says so and offers two ways on [EL-01, EL-02, EL-05]', async () => {
    const page = await open('+61412000003');
    await page.getByRole('heading', { name: 'Oops! Expired Link', exact: true }).waitFor();
    expect((await reconfirm(page).textContent())?.trim()).toBe('Reconfirm Identity');
    expect(await page.getByRole('link', { name: 'Browse Products', exact: true }).isVisible()).toBe(true);
  });

  test('has a code sent to its mobile and only then opens the popup, which comes back to it [EL-03, EL-04, ST-020]', async () => {
    const page = await open('+61412000004');
    const calls = watchCalls(page);
    const release = await holdCall(page, 'POST mobiledigital/sendmobilecode');
    const request = page.waitForRequest('**/mobiledigital/sendmobilecode');
    await reconfirm(page).click();
    expect((await request).postDataJSON()).toMatchObject({ mobile: '+61412000004' });
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    release();
    await page.getByRole('dialog').getByText('Confirm Mobile Code').waitFor();
    await page.keyboard.press('Escape');
    await openAccountTab(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('dialog').getByText('Confirm Mobile Code').waitFor();
    expect(calls.of('POST mobiledigital/sendmobilecode')).toHaveLength(1);
  });

  test('begins at the code, of the mobile it remembered, and ends where it led [SI-13, SI-14, ST-006]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    const link = endedLinks.get(customer) ?? '';
    await page.goto(link);
    await reconfirm(page).click();
    await page.getByText('Confirm Mobile Code').waitFor();
    expect(await page.getByText('Send Mobile Code').count()).toBe(0);
    await page.getByText('0412 345 678').waitFor();
    await page.getByLabel('Enter Code').fill(await codeOnPhone(shop.server(), customer));
    await page.getByText('Mobile code confirmed').waitFor();
    const [confirmed] = calls.of('POST mobiledigital/confirmmobilecode');
    const expired_jwt = link.replace('/autologin/', '');
    expect(confirmed?.postDataJSON()).toMatchObject({ mobile: customer, expired: true, expired_jwt });
    await page.waitForURL('**/checkout');
    await page.getByRole('heading', { name: simple.name }).waitFor();
  });

  test('leads to the seller of its product on ‘Browse Products’ [EL-06, ST-018]', async () => {
    const page = await open('+61412000005');
    await page.locator(`a[href="/sellerprofile/${seller.shop_url}"]`, { hasText: 'Browse Products' }).click();
    await page.waitForURL(`**/sellerprofile/${seller.shop_url}`);
    await page.getByRole('heading', { level: 1, name: seller.name }).waitFor();
  });

  test('is cleared, mobile and all, once its page is left [ST-021]', async () => {
    const page = await open('+61412000006');
    await page.locator(`a[href="/sellerprofile/${seller.shop_url}"]`, { hasText: 'Browse Products' }).click();
    await page.getByRole('heading', { level: 1, name: seller.name }).waitFor();
    await page.goBack();
    const calls = watchCalls(page);
    await reconfirm(page).click();
    await page.getByText('Send Mobile Code').waitFor();
    expect(await page.getByLabel('Your mobile').inputValue()).toBe('');
    expect(calls.of('POST mobiledigital/sendmobilecode')).toEqual([]);
  });
});
