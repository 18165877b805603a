import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { categories } from '#gallery/fixtures/categories.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { openShop } from '#test/web/open-shop.ts';

describe('side menu', () => {
  async function openMenu(session = {}) {
    const shop = await openShop({ url: '/privacy', session });
    const opener = shop.page.getByLabelText('Menu');
    await shop.user.click(opener);
    const menu = () => within(shop.page.getByRole('dialog'));
    return { ...shop, opener, menu };
  }

  it('exposes whether the menu is open, closes it on Escape and returns focus to its button', async () => {
    const { page, user, opener } = await openMenu();
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(opener);
  });

  it('has the tabs Menu and Account, and a Browse link to the shop on the Menu tab [MN-01, MN-02]', async () => {
    const { user, menu, page } = await openMenu();
    expect(
      menu()
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Menu', 'Account']);
    const firstTab = within(menu().getByRole('tabpanel', { name: 'Menu' }));
    await user.click(await firstTab.findByRole('link', { name: 'Browse' }));
    expect(await page.findByRole('heading', { level: 1, name: 'Browse Gift Cards' })).toBeTruthy();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  it('offers help, legal texts and languages, which the footer shows only below long lists', async () => {
    const { user, menu, page } = await openMenu();
    await menu().findByText('Toys');
    const texts = ['Privacy Policy', 'Terms & Conditions'].map((name) => menu().getByRole('link', { name }));
    expect(texts.map((link) => link.getAttribute('href'))).toEqual(['/privacy', '/terms']);
    const languages = within(menu().getByRole('group', { name: 'Language' }));
    expect(languages.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['English', 'Deutsch']);
    await user.click(menu().getByRole('link', { name: 'Help' }));
    expect(await page.findByRole('heading', { level: 1, name: 'Help' })).toBeTruthy();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  it('shows three levels of categories, opened by carets and left by the back arrow [MN-03, MN-05, MN-06]', async () => {
    const { user, menu } = await openMenu();
    await menu().findByText('Toys');
    const home = categories[1]?.children ?? [];
    const levels = [categories, home, home[0]?.children ?? []].map((level) => level.map(({ value }) => value));
    const shownItems = () =>
      menu()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(shownItems()).toEqual(levels[0]);
    expect(menu().queryByLabelText('Back')).toBeNull();
    await user.click(menu().getByLabelText('Open Home'));
    expect(shownItems()).toEqual(levels[1]);
    await user.click(menu().getByLabelText('Open Tableware'));
    expect(shownItems()).toEqual(['Mugs and jugs', 'Bowls and plates']);
    expect(shownItems()).toEqual(levels[2]);
    for (const level of [levels[1], levels[0]]) {
      await user.click(menu().getByLabelText('Back'));
      expect(shownItems()).toEqual(level);
    }
    expect(menu().queryByLabelText('Back')).toBeNull();
  });

  it.each([
    { ids: 'MN-04', what: 'with children', name: 'Home', id: 20, path: [] },
    { ids: 'MN-07', what: 'without children', name: 'Mugs and jugs', id: 211, path: ['Home', 'Tableware'] },
  ])('opens the page of a category $what and closes the menu [BR-05, $ids]', async (category) => {
    const { user, menu, page, queries } = await openMenu();
    await menu().findByText('Toys');
    for (const above of category.path) await user.click(menu().getByLabelText(`Open ${above}`));
    expect(menu().queryAllByLabelText(`Open ${category.name}`)).toHaveLength(category.what === 'with children' ? 1 : 0);
    await user.click(menu().getByRole('link', { name: category.name }));
    expect(await page.findByRole('heading', { level: 1, name: category.name })).toBeTruthy();
    expect((await page.findAllByRole('article')).length).toBeGreaterThan(0);
    expect(queries('GET mobiledigital/categoryProducts')[0]?.category_id).toBe(String(category.id));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  it('switches tabs with the arrow keys and keeps only the selected tab in the tab order', async () => {
    const { user, menu } = await openMenu(signedInCustomer());
    const tabs = () => menu().getAllByRole('tab');
    const chosen = () => tabs().map((tab) => [tab.textContent, tab.getAttribute('aria-selected'), tab.tabIndex]);
    await user.click(tabs()[0] as HTMLElement);
    await user.keyboard('{ArrowRight}');
    expect(chosen()).toEqual([
      ['Menu', 'false', -1],
      ['Account', 'true', 0],
    ]);
    expect(document.activeElement?.textContent).toBe('Account');
    expect(menu().getByText('Saved Cards')).toBeTruthy();
    for (const [key, tab] of [
      ['{ArrowRight}', 'Menu'],
      ['{ArrowLeft}', 'Account'],
      ['{Home}', 'Menu'],
      ['{End}', 'Account'],
    ] as const) {
      await user.keyboard(key);
      expect(document.activeElement?.textContent).toBe(tab);
    }
  });

  it('shows a visitor only Sign In on the Account tab [MN-08]', async () => {
    const { user, menu, page } = await openMenu();
    await user.click(menu().getByRole('tab', { name: 'Account' }));
    const signIn = menu().getByRole('button', { name: 'Sign In' });
    expect(menu().queryAllByText(/My Account|Sign Out/)).toEqual([]);
    await user.click(signIn);
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
    expect(page.getAllByRole('dialog')).toHaveLength(1);
  });

  it('shows a customer My Account and Sign Out on the Account tab, and opens /browse on sign-out [MN-09, MN-10, MN-12]', async () => {
    const { user, menu, page } = await openMenu(signedInCustomer());
    await user.click(menu().getByRole('tab', { name: 'Account' }));
    expect(menu().getByRole('link', { name: 'My Account' })).toBeTruthy();
    const signOut = menu().getByRole('button', { name: 'Sign Out' });
    expect(menu().queryByText('Sign In')).toBeNull();
    await user.click(signOut);
    expect(await page.findByRole('heading', { level: 1, name: 'Browse Gift Cards' })).toBeTruthy();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    await user.click(page.getByLabelText('Menu'));
    await user.click(menu().getByRole('tab', { name: 'Account' }));
    expect(menu().getByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it.each([
    ['MN-13', 'My Account', '/account'],
    ['MN-14', 'Address Information', '/account/addressinformation'],
    ['MN-15', 'Personal Details', '/account/personaldetails'],
    ['MN-16', 'Saved Cards', '/account/savedcards'],
    ['MN-17', 'Your Orders', '/account/orders'],
  ])('[%s] offers %s in the menu and on account pages; both links lead to %s', async (_id, name, to) => {
    const { page, user } = await openShop({
      url: '/account/giftcards',
      session: signedInCustomer(),
      shows: 'My Account',
    });
    const linkIn = (ground: HTMLElement) =>
      within(within(ground).getByRole('navigation', { name: 'Account' })).getByRole('link', { name });
    expect(linkIn(page.getByRole('main')).getAttribute('href')).toBe(to);
    await user.click(page.getByLabelText('Menu'));
    await user.click(page.getByRole('tab', { name: 'Account' }));
    await user.click(linkIn(page.getByRole('dialog')));
    expect(await page.findByRole('heading', { level: 1, name })).toBeTruthy();
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['/account', 'My Account', 'page'],
    ['/account/addaddress', 'Address Information', 'true'],
    ['/account/orders', 'Your Orders', 'page'],
    ['/account/order/1', 'Your Orders', 'true'],
  ])('on page %s, marks the account link %s as current', async (path, name, current) => {
    const { page } = await openShop({
      url: path,
      session: signedInCustomer(),
      shows: 'My Account',
      answers: { 'GET mobiledigital/order': errorAnswer(500, 'Down') },
    });
    const list = within(page.getByRole('navigation', { name: 'Account' }));
    const marked = list.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[name, current]]);
  });
});
