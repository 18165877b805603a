import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/calls.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { giveSecondAddress } from '../steps/address-book.ts';
import { axeViolations } from '../steps/axe.ts';

import { answerCall, holdCall, watchCalls } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const FIRST = ['Wren Banks', '12 Fig Street', 'Pyrmont NSW 2009'];
const SECOND = ['Robin Vale', '7 Wattle Road', 'Fitzroy VIC 3065'];

describe('the account', () => {
  const shop = ownShop();
  let customer: Session;
  let orders: AnswerOf<'GET mobiledigital/orders'>['orders'];

  beforeAll(async () => {
    const { send } = shop.server();
    customer = await customerOf(shop.server());
    const second = await giveSecondAddress(shop.server(), customer);
    const cardInput = await demoCard(send, customer, {
      at: '2026-11-20 09:30:00',
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    for (const cards of [[cardInput], [cardInput, cardInput]]) {
      await fillCart(send, customer, cards);
      expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
    }
    const { token } = customer;
    await send('POST mobiledigital/setdefaultshipping', { token, body: { address_id: second } });
    orders = (await send('GET mobiledigital/orders', { token })).body.orders;
    expect(orders.length).toBe(2);
  });

  const open = (path: string): Promise<Page> => shop.open(path, { as: customer });
  const billing = (page: Page): Locator => page.getByRole('region', { name: 'Billing address' });
  const byDefault = (page: Page): Locator => page.getByRole('region', { name: 'Default shipping address' });
  const everywhere = (page: Page): Locator => page.getByRole('region', { name: 'Shipping addresses', exact: true });

  async function holds(block: Locator, texts: readonly string[]): Promise<void> {
    for (const text of texts) await block.getByText(text, { exact: true }).first().waitFor();
  }
  async function listsOrders(page: Page): Promise<void> {
    for (const order of orders) {
      const card = page.getByRole('article', { name: `Order ${order.increment_id}` });
      await holds(card, [order.increment_id, order.customer_name, '12 Fig Street, Pyrmont NSW 2009']);
      expect(await card.textContent()).toContain(`$${order.grand_total.toFixed(2)}`);
      await card.getByRole('link', { name: 'View Order' }).waitFor();
    }
    expect(await page.getByRole('article').count()).toBe(orders.length);
  }

  test('My Account shows the billing address with its name [RT-41, AC-01, AC-02]', async () => {
    const page = await open('/account');
    await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor();
    await holds(billing(page), ['Wren Banks']);
  });

  test('its billing address has tel, first street line, city, region code and postcode [AC-03, AC-04, AC-05]', async () => {
    const page = await open('/account');
    await holds(billing(page), ['0412 345 678', '12 Fig Street', 'Pyrmont NSW 2009']);
  });

  test('My Account shows the default and all shipping addresses, first street lines only [AC-06, AC-07]', async () => {
    const page = await open('/account');
    await holds(byDefault(page), SECOND);
    await holds(everywhere(page), [...FIRST, ...SECOND]);
    expect(await everywhere(page).getByRole('listitem').count()).toBe(2);
    expect(await page.getByText('Rear flat').count()).toBe(0);
  });

  test('My Account lists orders with increment id and name [AC-08, AC-09, AC-10]', async () => {
    const page = await open('/account');
    await page.getByRole('heading', { name: 'Your Orders' }).waitFor();
    for (const { increment_id, customer_name } of orders) {
      await holds(page.getByRole('article', { name: increment_id }), [increment_id, customer_name]);
    }
  });

  test('each order has its place, a total with two decimals and View Order [AC-11, AC-12, AC-13]', async () => {
    const page = await open('/account');
    await listsOrders(page);
    for (const text of await page.getByRole('article').allInnerTexts()) expect(text).toMatch(/\$[\d,]+\.\d{2} AUD/);
  });

  test('View Order goes to the order [AC-14, RT-47, AC-43]', async () => {
    const page = await open('/account');
    const [order] = orders;
    await page.getByRole('link', { name: `View Order ${order?.increment_id}` }).click();
    await page.waitForURL(`**/account/order/${order?.id}`);
    await page.getByRole('heading', { level: 2, name: order?.increment_id ?? '' }).waitFor();
  });

  test('Your Orders has the same list [RT-46, AC-42]', async () => {
    const page = await open('/account/orders');
    await page.getByRole('heading', { level: 1, name: 'Your Orders' }).waitFor();
    await listsOrders(page);
  });

  test('an order shows the customer, shipping amount, total and both addresses [AC-44, AC-45, AC-46]', async () => {
    const [order] = orders;
    const page = await open(`/account/order/${order?.id}`);
    await page
      .getByText(order?.customer_name ?? '')
      .first()
      .waitFor();
    const amounts = await page.getByRole('region', { name: 'Amounts' }).textContent();
    const dollars = (amount = 0) => `\\$${amount.toFixed(2)} AUD`;
    expect(amounts).toMatch(new RegExp(`Shipping\\s*${dollars(order?.shipping_amount)}`));
    expect(amounts).toMatch(new RegExp(`Total\\s*${dollars(order?.grand_total)}`));
    expect(amounts).not.toContain('GST included');
    expect(amounts).toContain('Gift cards hold no GST when they are sold.');
    await holds(page.getByRole('region', { name: 'Shipping address' }), FIRST);
    await holds(page.getByRole('region', { name: 'Billing address' }), FIRST);
  });

  test('of an order billed elsewhere each address stands under its own name [AC-46]', async () => {
    const [order] = orders;
    const page = await shop.enter({ as: customer });
    const elsewhere = { ...order, billing_address: { ...order?.billing_address, street: ['3 Office Road'] } };
    await answerCall(page, 'GET mobiledigital/order', { body: { status: true, data: JSON.stringify(elsewhere) } });
    await page.goto(`/account/order/${order?.id}`);
    await holds(page.getByRole('region', { name: 'Shipping address' }), ['12 Fig Street']);
    await holds(page.getByRole('region', { name: 'Billing address' }), ['3 Office Road']);
  });

  test('an order shows each item with name, price, qty and total [AC-47]', async () => {
    const [order] = orders;
    const page = await open(`/account/order/${order?.id}`);
    const items = page
      .getByRole('region', { name: 'Items' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    await items.first().waitFor();
    expect(await items.count()).toBe(order?.items.length);
    for (const [at, item] of (order?.items ?? []).entries()) {
      const row = items.nth(at);
      await row.getByRole('heading', { name: item.name }).waitFor();
      const [text = ''] = await row.allInnerTexts();
      const facts = text.replace(/\s+/g, ' ');
      expect(facts).toContain(
        `Price $${item.price.toFixed(2)} AUD Qty ${item.qty} Total $${item.total.toFixed(2)} AUD`,
      );
    }
  });

  test('Address Information lists billing, default shipping and all addresses [AC-15, AC-16, AC-17]', async () => {
    const page = await open('/account/addressinformation');
    await holds(billing(page), FIRST);
    await holds(byDefault(page), SECOND);
    await holds(everywhere(page), [...FIRST, ...SECOND]);
  });

  test('Address Information has Edit at each address and Add New Address [RT-42, AC-18, AC-19]', async () => {
    const page = await open('/account/addressinformation');
    await page.getByRole('heading', { level: 1, name: 'Address Information' }).waitFor();
    await holds(billing(page), FIRST);
    expect(await page.getByRole('link', { name: /^Edit/ }).count()).toBe(2);
    await page.getByRole('link', { name: 'Add New Address' }).click();
    await page.waitForURL('**/account/addaddress');
  });

  test.each([
    ['AC-20, AC-22, AC-23', 'billing'],
    ['AC-21, AC-22, AC-23', 'shipping'],
  ])('[%s] a popup lists every address for %s, each with its own Set', async (_ids, use) => {
    const page = await open('/account/addressinformation');
    await page.getByRole('button', { name: `Change default ${use} address` }).click();
    const popup = page.getByRole('dialog', { name: `Default ${use} address` });
    await holds(popup, [...FIRST, ...SECOND]);
    expect(await popup.getByRole('button', { name: /^Set/ }).allInnerTexts()).toEqual(['Set', 'Set']);
  });

  test.each([
    ['ST-108, ST-111, ST-112', 'billing', 'POST mobiledigital/setdefaultbilling', billing],
    ['ST-109, ST-110', 'shipping', 'POST mobiledigital/setdefaultshipping', byDefault],
  ] as const)(
    '[%s] Set on the %s popup updates it, with its loader, and fetches the cart',
    async (_ids, use, call, block) => {
      const mover = await customerOf(shop.server(), use === 'billing' ? '+61491570171' : '+61491570172');
      const id = await giveSecondAddress(shop.server(), mover);
      const page = await shop.enter({ as: mover });
      const release = await holdCall(page, call);
      await page.goto('/account/addressinformation');
      await holds(block(page), FIRST);
      await page.getByRole('button', { name: `Change default ${use} address` }).click();
      const calls = watchCalls(page);
      await page.getByRole('button', { name: /^Set Robin Vale/ }).click();
      await page.getByText('Updating Billing...', { exact: true }).waitFor();
      expect(calls.of('GET carts/mine')).toEqual([]);
      release();
      await holds(block(page), SECOND);
      await page.getByText('Updating Billing...', { exact: true }).waitFor({ state: 'detached' });
      expect(calls.of(call).map((request) => request.postDataJSON())).toEqual([{ address_id: id }]);
      expect(calls.of('GET carts/mine').length).toBeGreaterThan(0);
      expect(new URL(page.url()).pathname).toBe('/account/addressinformation');
      expect(await page.getByRole('dialog').count()).toBe(0);
      const { body: me } = await shop.server().send('GET customers/me', { token: mover.token });
      expect(me[`default_${use}`]).toBe(String(id));
    },
  );

  test('Personal Details shows name and email [RT-44, AC-35, AC-36]', async () => {
    const page = await open('/account/personaldetails');
    await page.getByRole('heading', { level: 1, name: 'Personal Details' }).waitFor();
    await holds(page.getByRole('main'), ['Wren Banks', 'wren.61412345678@example.com']);
  });

  test('a saved card shows brand, last four and expiry [RT-45, AC-40, AC-41]', async () => {
    const { body } = await shop.server().send('GET mobiledigital/savedcards', { token: customer.token });
    const [card] = body.data;
    const page = await open('/account/savedcards');
    await page.getByRole('heading', { level: 1, name: 'Saved Cards' }).waitFor();
    const tile = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: card?.last4 ?? '' });
    await tile.first().waitFor();
    expect(await tile.first().textContent()).toContain(
      `${String(card?.exp_month).padStart(2, '0')}/${String(card?.exp_year).slice(-2)}`,
    );
  });

  test('five brands have a logo, any other stands in capitals [AC-37, AC-38, AC-39]', async () => {
    const brands = ['visa', 'mastercard', 'amex', 'jcb', 'unionpay', 'diners'];
    const page = await shop.enter({ as: customer });
    const data = brands.map((brand, at) => ({
      id: `pm_${at}`,
      brand,
      last4: `111${at}`,
      exp_month: 4,
      exp_year: 2031,
    }));
    await answerCall(page, 'GET mobiledigital/savedcards', { body: { status: true, data } });
    await page.goto('/account/savedcards');
    const tile = (at: number) =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: `111${at}` });
    const logos = ['Visa', 'Mastercard', 'American Express', 'JCB', 'UnionPay'];
    for (const [at, name] of logos.entries()) await tile(at).getByRole('img', { name, exact: true }).waitFor();
    await tile(5).getByText('DINERS', { exact: true }).waitFor();
    expect(await tile(5).getByRole('img').count()).toBe(0);
  });

  test.each([
    '/account',
    '/account/addressinformation',
    '/account/personaldetails',
    '/account/savedcards',
    '/account/orders',
  ])('%s has nothing that axe complains about, on a phone and on a wide screen', async (path) => {
    const page = await open(path);
    await page
      .getByText(/Wren Banks|ending in|Hello, Wren/)
      .first()
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await axeViolations(page)).toEqual([]);
  });

  test('the sub-navigation knows the page within which a screen stands', async () => {
    const page = await open('/account/addaddress');
    const here = page.getByRole('navigation', { name: 'Account' }).locator('[aria-current]');
    await page.getByLabel('Fullname').waitFor();
    expect(await here.allInnerTexts()).toEqual(['Address Information']);
    await page.goto(`/account/order/${orders[0]?.id}`);
    await page.getByRole('heading', { level: 2, name: 'Items' }).waitFor();
    expect(await here.allInnerTexts()).toEqual(['Your Orders']);
    expect(await axeViolations(page)).toEqual([]);
  });
});
