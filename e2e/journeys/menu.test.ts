import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#contract/catalogue.ts';
import { categoryTree } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

describe('the side menu', () => {
  const shop = ownShop();
  let customer: Session;
  /** A category with children that have children. */
  let path: [Category, Category, Category];

  beforeAll(async () => {
    customer = await customerOf(shop.server());
    const top = (await categoryTree(shop.server())).find((one) => one.children.some(({ children }) => children[0]));
    const middle = top?.children.find(({ children }) => children[0]);
    const leaf = middle?.children[0];
    if (!top || !middle || !leaf) throw new Error('The tree has no three levels.');
    path = [top, middle, leaf];
  });

  async function openMenu(page: Page): Promise<Locator> {
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    await menu.getByRole('tablist').waitFor();
    return menu;
  }
  async function openAccount(page: Page): Promise<Locator> {
    const menu = await openMenu(page);
    await menu.getByRole('tab', { name: 'Account' }).click();
    return menu;
  }
  const link = (menu: Locator, { value }: Category) => menu.getByRole('link', { name: value, exact: true });
  const caret = (menu: Locator, { value }: Category) => menu.getByRole('button', { name: `Open ${value}` });
  const names = async (menu: Locator) => (await menu.getByRole('listitem').allInnerTexts()).map((text) => text.trim());

  test('has two tabs, Menu and Account, and Browse on the first [MN-01, MN-02]', async () => {
    const page = await shop.open('/terms');
    const menu = await openMenu(page);
    expect(await menu.getByRole('tab').allInnerTexts()).toEqual(['Menu', 'Account']);
    await menu.getByRole('link', { name: 'Browse', exact: true }).click();
    await page.waitForURL('**/browse');
    await menu.waitFor({ state: 'detached' });
  });

  test('carets lead down three levels, the back arrow returns [MN-03, MN-05, MN-06]', async () => {
    const page = await shop.open('/browse');
    const menu = await openMenu(page);
    const [top, middle, leaf] = path;
    await caret(menu, top).waitFor();
    const first = await names(menu);
    expect(first).toContain(top.value);
    expect(await link(menu, middle).count()).toBe(0);
    await caret(menu, top).click();
    await link(menu, middle).waitFor();
    expect(await names(menu)).toEqual(top.children.map(({ value }) => value));
    await caret(menu, middle).click();
    await link(menu, leaf).waitFor();
    expect(await names(menu)).toEqual(middle.children.map(({ value }) => value));
    await menu.getByRole('button', { name: 'Back' }).click();
    await caret(menu, middle).waitFor();
    expect(await names(menu)).toEqual(top.children.map(({ value }) => value));
    await menu.getByRole('button', { name: 'Back' }).click();
    await caret(menu, top).waitFor();
    expect(await names(menu)).toEqual(first);
    expect(await menu.getByRole('button', { name: 'Back' }).count()).toBe(0);
  });

  test('a category’s name leads to its page, also where it has children [MN-04]', async () => {
    const page = await shop.open('/browse');
    const menu = await openMenu(page);
    await link(menu, path[0]).click();
    await page.waitForURL(`**/category/${path[0].entity_id}`);
    await page.getByRole('heading', { level: 1, name: path[0].value }).waitFor();
    await menu.waitFor({ state: 'detached' });
  });

  test('a category without children has no caret and leads straight to its page [MN-07]', async () => {
    const page = await shop.open('/browse');
    const menu = await openMenu(page);
    const [top, middle, leaf] = path;
    await caret(menu, top).click();
    await caret(menu, middle).click();
    await link(menu, leaf).waitFor();
    expect(await caret(menu, leaf).count()).toBe(0);
    await link(menu, leaf).click();
    await page.waitForURL(`**/category/${leaf.entity_id}`);
    await page.getByRole('heading', { level: 1, name: leaf.value }).waitFor();
  });

  test('a visitor finds Sign In under Account, which opens the popup [MN-08]', async () => {
    const page = await shop.open('/browse');
    const menu = await openAccount(page);
    const signIn = menu.getByRole('button', { name: 'Sign In', exact: true });
    await signIn.waitFor();
    expect(await menu.getByText(/My Account|Sign Out/).count()).toBe(0);
    await signIn.click();
    await page.getByRole('dialog', { name: 'Send Mobile Code' }).waitFor();
  });

  test('a customer finds My Account and Sign Out there, and no Sign In [MN-09, MN-10]', async () => {
    const page = await shop.open('/browse', { as: customer });
    const menu = await openAccount(page);
    await menu.getByRole('link', { name: 'My Account', exact: true }).waitFor();
    await menu.getByRole('button', { name: 'Sign Out', exact: true }).waitFor();
    expect(await menu.getByText('Sign In', { exact: true }).count()).toBe(0);
  });

  test('Sign Out clears the token, here and on the server, and goes to /browse [MN-11, MN-12]', async () => {
    const leaving = await customerOf(shop.server(), '+61491570158');
    const page = await shop.open('/account', { as: leaving });
    await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor();
    const stored = () => page.evaluate(() => ['token', 'token_ttl', 'mobile'].map((key) => localStorage.getItem(key)));
    expect((await stored())[0]).toBe(leaving.token);
    const menu = await openAccount(page);
    await Promise.all([
      page.waitForResponse('**/mobiledigital/signout'),
      menu.getByRole('button', { name: 'Sign Out' }).click(),
    ]);
    await page.waitForURL('**/browse');
    expect(await stored()).toEqual([null, null, null]);
    expect((await shop.server().send('GET customers/me', { token: leaving.token })).status).toBe(401);
    const again = await openAccount(page);
    await again.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  });

  test.each([
    ['MN-13', 'My Account', '/account'],
    ['MN-14', 'Address Information', '/account/addressinformation'],
    ['MN-15', 'Personal Details', '/account/personaldetails'],
    ['MN-16', 'Saved Cards', '/account/savedcards'],
    ['MN-17', 'Your Orders', '/account/orders'],
  ])('%s: %s stands in the menu and on top of account pages, and leads to %s', async (_id, name, path) => {
    const page = await shop.open('/account/personaldetails', { as: customer });
    const onPage = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true });
    expect(await onPage.getAttribute('href')).toBe(path);
    const menu = await openAccount(page);
    await menu.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });
});
