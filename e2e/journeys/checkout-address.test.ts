import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { regionById } from '#contract/rules/customer/regions.ts';
import { giveSecondAddress, secondAddress, typedAddress } from '../steps/address-book.ts';
import { axeViolations } from '../steps/axe.ts';

import { watchCalls } from '../steps/calls.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const AUSTRALIAN_STATES = [
  'Australian Capital Territory',
  'New South Wales',
  'Northern Territory',
  'Queensland',
  'South Australia',
  'Tasmania',
  'Victoria',
  'Western Australia',
];

describe('addresses at the checkout', () => {
  const shop = ownShop();
  let customer: Session;
  let completeCard: Record<string, unknown>;

  beforeAll(async () => {
    customer = await customerOf(shop.server());
    await giveSecondAddress(shop.server(), customer);
    completeCard = await localCard(shop.server().send, customer, { at: '2026-11-20 09:30:00', complete: true });
  });

  const shipping = (page: Page): Locator => page.getByRole('region', { name: 'Shipping Information' });

  async function open(): Promise<Page> {
    const page = await shop.open('/checkout', { as: customer, giftCards: { [KEY]: completeCard } });
    await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
    return page;
  }

  /** Keeps the first such call waiting until the answer of this is called; later ones pass. */
  async function holdFirst(page: Page, url: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      url,
      async (route) => {
        await promise;
        await route.continue();
      },
      { times: 1 },
    );
    return resolve;
  }

  test('lists saved addresses as radios and shows the selected one [CK-12, CK-13, CK-15]', async () => {
    const page = await open();
    expect(await shipping(page).getByRole('radio').count()).toBe(2);
    expect(await shipping(page).getByRole('radio', { checked: true }).count()).toBe(1);
    expect(await page.locator('[data-selected-address]').textContent()).toContain('12 Fig Street, Pyrmont NSW 2009');
  });

  test('an address that is scrolled to stops below the header, its radio a whole target', async () => {
    const page = await open();
    const card = shipping(page).locator('label').first();
    await card.evaluate((label) => label.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const [header, label] = [await page.getByRole('banner').boundingBox(), await card.boundingBox()];
    expect(label?.y).toBeGreaterThanOrEqual(header?.height ?? Number.POSITIVE_INFINITY);
    // What stands above it is under the header now, and may be named.
    expect((await axeViolations(page)).filter((violation) => violation.includes('radio'))).toEqual([]);
  });

  test('another address is selected, shipped to, and the cart is fetched again [ST-080, ST-081, ST-082]', async () => {
    const page = await open();
    const calls = watchCalls(page);
    await shipping(page)
      .getByRole('radio', { name: /Robin Vale/ })
      .check();
    await page.locator('[data-selected-address]', { hasText: '7 Wattle Road, Fitzroy VIC 3065' }).waitFor();
    await expect.poll(() => calls.names).toContain('GET carts/mine');
    const [how] = calls.of('POST carts/mine/estimate-shipping-methods-by-address-id');
    expect(how?.postDataJSON().addressId).toBeGreaterThan(0);
    const [where] = calls.of('POST carts/mine/shipping-information');
    expect(where?.postDataJSON().addressInformation.shipping_address.street).toEqual(secondAddress.street);
  });

  test('the cart is fetched again after the shipping information is saved [ST-083]', async () => {
    const page = await open();
    const calls = watchCalls(page);
    await shipping(page).getByRole('radio', { checked: false }).check();
    const order = ['POST carts/mine/shipping-information', 'GET carts/mine'];
    await expect.poll(() => calls.names.filter((name) => order.includes(name))).toEqual(order);
  });

  test('of two quick picks the last one is shipped to, however late the first one’s answer comes', async () => {
    const page = await open();
    const calls = watchCalls(page);
    const [first, second] = [shipping(page).getByRole('radio').first(), shipping(page).getByRole('radio').last()];
    const [before, other] = (await first.isChecked()) ? [first, second] : [second, first];
    const release = await holdFirst(page, '**/carts/mine/shipping-information');
    await other.check();
    await expect.poll(() => calls.of('POST carts/mine/shipping-information').length).toBe(1);
    const otherPlace = await page.locator('[data-selected-address]').textContent();
    await before.check();
    await expect.poll(() => page.locator('[data-selected-address]').textContent()).not.toBe(otherPlace);
    const place = (await page.locator('[data-selected-address]').textContent()) ?? '';
    expect(calls.of('POST carts/mine/estimate-shipping-methods-by-address-id')).toHaveLength(1);
    release();
    const saves = () => calls.of('POST carts/mine/shipping-information');
    await expect.poll(() => saves().length).toBe(2);
    for (const save of saves()) expect((await save.response())?.status()).toBe(200);
    const { body: cart } = await shop.server().send('GET carts/mine', { token: customer.token });
    const there = cart.extension_attributes.shipping_assignments[0]?.shipping.address.street?.[0];
    expect(there).toBeTruthy();
    expect(place).toContain(there);
  });

  test('Add New opens a form titled Add New Address, with name, mobile and search [CK-14, CK-16, CK-19]', async () => {
    const page = await open();
    await shipping(page).getByRole('button', { name: 'Add New', exact: true }).click();
    const form = page.getByRole('form', { name: 'Add New Address' });
    await form.getByRole('heading', { name: 'Add New Address' }).waitFor();
    await form.getByPlaceholder('Type Address...').fill('12 Fig Street Pyrmont');
    await form.getByRole('option').first().click();
    await form.getByLabel('Street address').waitFor();
    expect(await form.getByLabel('Suburb').inputValue()).toBe('Pyrmont');
    expect(await form.getByLabel('Postcode').inputValue()).toBe('2009');
  });

  test('the form has Fullname, Mobile and Save Address [CK-17, CK-18, CK-24]', async () => {
    const page = await open();
    await shipping(page).getByRole('button', { name: 'Add New', exact: true }).click();
    const form = page.getByRole('form', { name: 'Add New Address' });
    expect(await form.getByLabel('Fullname').isEditable()).toBe(true);
    expect(await form.getByLabel('Mobile').isEditable()).toBe(true);
    expect(await form.getByLabel('Mobile').inputValue()).toMatch(/^04\d{8}$/);
    expect(await form.getByRole('button', { name: 'Save Address', exact: true }).isEnabled()).toBe(true);
  });

  test('its detailed fields come with a failed submit [CK-20, CK-23, CK-26]', async () => {
    const page = await open();
    await shipping(page).getByRole('button', { name: 'Add New', exact: true }).click();
    const form = page.getByRole('form', { name: 'Add New Address' });
    await form.getByLabel('Fullname').waitFor();
    const labels = ['Street address', 'Suburb', 'State', 'Postcode', 'Country'];
    for (const label of labels) expect(await form.getByLabel(label).count()).toBe(0);
    await form.getByRole('button', { name: 'Save Address' }).click();
    for (const label of labels) await form.getByLabel(label).waitFor();
  });

  test('State is a select, Country one with Australia only [CK-21, CK-22, BC-19]', async () => {
    const page = await open();
    await shipping(page).getByRole('button', { name: 'Add New', exact: true }).click();
    await page.getByRole('button', { name: 'Save Address' }).click();
    const state = page.locator('select[name=state]');
    await state.selectOption({ label: 'Victoria' });
    expect(await state.locator('option:checked').textContent()).toBe('Victoria');
    expect(await page.locator('select[name=country] option').allInnerTexts()).toEqual(['Australia']);
    // The data know the United States as well.
    expect(regionById(12)).toMatchObject({ country: 'US' });
    const offered = await state.locator('option').allInnerTexts();
    expect(offered.toSorted()).toEqual([...AUSTRALIAN_STATES, 'Enter State'].toSorted());
  });

  test('a new address is estimated, saved, shipped to and selected, in this order [ST-084]', async () => {
    const mover = await customerOf(shop.server(), '+61491570161');
    const page = await shop.open('/checkout', { as: mover, giftCards: { [KEY]: completeCard } });
    await shipping(page).getByRole('button', { name: 'Add New', exact: true }).click();
    await page.getByRole('button', { name: 'Save Address' }).click();
    const form = page.getByRole('form', { name: 'Add New Address' });
    for (const [label, text] of Object.entries(typedAddress)) await form.getByLabel(label).fill(text);
    await form.getByLabel('State').selectOption({ label: 'New South Wales' });
    const calls = watchCalls(page);
    await form.getByRole('button', { name: 'Save Address' }).click();
    await page.locator('[data-selected-address]', { hasText: 'Sam Reed 5 Banksia Lane, Manly NSW 2095' }).waitFor();
    expect(
      await shipping(page)
        .getByRole('radio', { checked: true, name: /Sam Reed/ })
        .count(),
    ).toBe(1);
    expect(calls.names.filter((name) => /carts\/mine|PUT customers/.test(name)).slice(0, 4)).toEqual([
      'POST carts/mine/estimate-shipping-methods',
      'PUT customers/me',
      'POST carts/mine/shipping-information',
      'GET carts/mine',
    ]);
    const [change] = calls.of('PUT customers/me');
    expect(change?.postDataJSON().customer.addresses.map(({ city }: { city: string }) => city)).toEqual([
      'Pyrmont',
      'Manly',
    ]);
  });
});
