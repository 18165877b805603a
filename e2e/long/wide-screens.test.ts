import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { addSecondAddress } from '../steps/address-book.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { measureBox } from '../steps/box.ts';
import { WIDE } from '../steps/browser.ts';
import { createCampaignLink, LINK_SECRET } from '../steps/campaign-link.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const isRightOf = async (right: Locator, left: Locator): Promise<boolean> => {
  const [leftBox, other] = [await measureBox(left), await measureBox(right)];
  return other.x >= leftBox.right;
};

describe.each(['giftcard', 'product'] as const)('wide windows of the %s store', (brand) => {
  const shop = setUpShop({ BRAND: brand, SESSION_SECRET: LINK_SECRET });
  let customer: Session;
  let mobiles = 0;

  beforeAll(async () => {
    const { send } = shop.server();
    customer = await signInCustomer(shop.server());
    await addSecondAddress(shop.server(), customer);
    const delivery = { scheduledAt: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
    await fillCart(send, customer, [await prepareDemoCard(send, customer, delivery)]);
    expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
  });
  const open = (path: string): Promise<Page> => shop.open(path, { as: customer, size: WIDE });
  const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

  it('shows the customer’s name on a card next to the registration form while it is typed', async () => {
    mobiles += 1;
    const page = await shop.enter({ size: WIDE });
    await page.goto(await createCampaignLink({ mobile: `+6141220010${mobiles}` }));
    await page.getByRole('button', { name: 'Got it' }).click();
    const name = page.getByLabel('Fullname');
    await name.waitFor();
    expect(await isRightOf(name, page.getByRole('heading', { level: 1 }))).toBe(true);
    await name.fill('Bartholomew Featherstonehaugh');
    await page.getByRole('definition', { includeHidden: true }).filter({ hasText: 'Featherstonehaugh' }).waitFor();
    const button = await measureBox(page.getByRole('button', { name: 'Register', exact: true }));
    expect(button.bottom).toBeLessThan(WIDE.height);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('shows addresses in the address book side by side', async () => {
    const page = await open('/account/addressinformation');
    const cards = region(page, 'Shipping addresses').getByRole('listitem');
    await cards.first().waitFor();
    if ((await cards.count()) > 1) expect(await isRightOf(cards.nth(1), cards.first())).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('shows the addresses of My Account next to the orders, with large enough pictures', async () => {
    const page = await open('/account');
    const order = page.getByRole('article');
    await order.waitFor();
    await page.getByRole('region', { name: /^Billing address/ }).waitFor();
    expect(await isRightOf(page.getByRole('region', { name: /^Billing address/ }), order)).toBe(true);
    expect((await measureBox(order.locator('img'))).width).toBeGreaterThan(150);
    await page.goto('/account/orders');
    await order.waitFor();
    expect((await measureBox(order.locator('img'))).width).toBeGreaterThan(250);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it.each([
    ['/account/savedcards', (page: Page) => page.getByRole('button', { name: /^Remove the card/ })],
    ['/account/addaddress', (page: Page) => page.getByRole('form', { name: 'Address' })],
  ] as const)('shows tips next to the main content of %s', async (path, part) => {
    const page = await open(path);
    await part(page).waitFor();
    expect(await isRightOf(region(page, 'Good to know'), part(page))).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('marks the current section in the contents and in the list of clauses beside the legal text', async () => {
    const page = await open('/terms');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const currentItems = contents.locator('[aria-current]:visible');
    const heading = page.getByRole('heading', { level: 2, name: /Vendor Terms/ });
    await contents.getByRole('link', { name: 'Vendor Terms' }).click();
    await currentItems.filter({ hasText: 'Vendor Terms' }).waitFor();
    await currentItems.filter({ hasText: /^6\.1/ }).waitFor();
    expect(await currentItems.count()).toBe(2);
    const section = page.getByRole('region', { name: /Vendor Terms/ });
    expect(await isRightOf(section, contents.getByRole('link', { name: 'Vendor Terms' }))).toBe(true);
    expect(await isRightOf(contents.getByRole('link', { name: /^6\.1/ }), section)).toBe(true);
    const header = await measureBox(page.getByRole('banner'));
    expect((await measureBox(heading)).y).toBeGreaterThan(header.height);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('shows the text of /404 next to a picture that fills half of the window, and links to the search', async () => {
    const page = await shop.enter({ size: WIDE, expected: /404/ });
    await page.goto('/404');
    const title = page.getByRole('heading', { level: 1, name: 'Page not found' });
    await title.waitFor();
    const picture = page.getByRole('main').locator('img');
    expect(await isRightOf(picture, title)).toBe(true);
    expect((await measureBox(picture)).width).toBeGreaterThan(400);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Search' }).click();
    await page.waitForURL('**/search');
  });
});
