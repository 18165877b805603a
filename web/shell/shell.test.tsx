import { waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cart, customer, line } from '#gallery/fixtures/customer.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { media } from '#test/web/browser-parts.ts';
import { openShop } from '#test/web/open-shop.ts';
import { chooseLanguage } from '../languages/languages.ts';
import { useSession } from '../session/session.ts';
import { setMenu, usePopups } from '../state/popups.ts';
import { useSellers } from '../state/sellers.ts';
import { showToast } from '../state/toasts.ts';

vi.mock('../languages/languages.ts', async (original) => ({ ...(await original()), chooseLanguage: vi.fn() }));

describe('header', () => {
  test.each([
    ['/browse', ['Menu', 'Search gifts, makers, categories', 'Cart']],
    ['/privacy', ['Menu', 'Search gifts, makers, categories', 'Cart']],
    ['/expiredlink', ['Menu']],
  ])('%s has its ways on', async (at, names) => {
    const { page } = await openShop({ at });
    const header = within(page.getAllByRole('banner')[0] as HTMLElement);
    for (const name of names)
      expect(header.queryByLabelText(name) ?? header.queryByText(name), `${name} of ${at}`).toBeTruthy();
  });

  test('registration has its name and no cart; its mark explains the secure mobile and gives the focus back', async () => {
    const { page, user } = await openShop({
      ...{ at: '/register', session: { jwt: 'a', mobile: '+61412345678', new_user: true }, shows: 'Confirmed' },
      act: ({ press }) => press('Got it'),
    });
    const header = within(page.getAllByRole('banner')[0] as HTMLElement);
    expect(header.getByText('Registration')).toBeTruthy();
    expect(header.queryByLabelText('Cart')).toBeNull();
    const mark = header.getByRole('button');
    await user.click(mark);
    expect(await page.findByText('Your mobile keeps you safe')).toBeTruthy();
    await user.click(page.getByText('Got it'));
    expect(document.activeElement).toBe(mark);
  });

  test('the count of the cart is said with the icon, and read out', async () => {
    const lines = [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
    const { page } = await openShop({
      ...{ at: '/privacy', session: signedInCustomer() },
      answers: {
        'GET carts/mine': cart(lines, customer()),
        'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: lines } },
      },
    });
    const button = page.getByLabelText(/^Cart/);
    const count = button.querySelector('[data-cart-count]')?.textContent;
    expect(button.getAttribute('aria-label')).toBe(`Cart, ${count} items`);
    expect(page.getByText(`${count} items in your cart`)).toBeTruthy();
  });

  test.each(['{Control>}', '{Meta>}', '{Shift>}'])(
    'the search opens here; with %s the browser does as it likes',
    async (key) => {
      const { page, user } = await openShop({ at: '/browse' });
      const entry = page.getByText('Search gifts, makers, categories');
      await user.keyboard(key);
      await user.click(entry);
      expect(usePopups.getState().popup).toBeNull();
      await user.keyboard(key.replace('>', '').replace('{', '{/'));
    },
  );

  test('the search begins in its field and gives the focus back', async () => {
    const { page, user } = await openShop({ at: '/privacy' });
    const entry = page.getByText('Search gifts, makers, categories').closest('a');
    await user.click(entry as HTMLElement);
    const field = await page.findByLabelText('What are you looking for?');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Escape}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(entry);
  });
});

describe('side menu', () => {
  async function openMenu(session = {}) {
    const shop = await openShop({ at: '/privacy', session });
    const opener = shop.page.getByLabelText('Menu');
    await shop.user.click(opener);
    const menu = () => within(shop.page.getByRole('dialog'));
    return { ...shop, opener, menu };
  }

  test('says that it is open, closes by Escape and gives the focus back', async () => {
    const { page, user, opener } = await openMenu();
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(opener);
  });

  test('categories open one level at a time, and the arrow leads back', async () => {
    const { user, menu } = await openMenu();
    const openers = await menu().findAllByLabelText(/^Open /);
    const name = (openers[0]?.getAttribute('aria-label') ?? '').replace('Open ', '');
    const top = menu().getAllByRole('link').length;
    await user.click(openers[0] as HTMLElement);
    expect(menu().getByText(name).closest('a')?.getAttribute('href')).toMatch(/^\/category\/\d+$/);
    expect(menu().getAllByRole('link')).not.toHaveLength(top);
    await user.click(menu().getByLabelText('Back'));
    expect(menu().getAllByRole('link')).toHaveLength(top);
  });

  test('a category goes to its page and closes the menu', async () => {
    const { user, menu, page } = await openMenu();
    const [link] = await menu().findAllByRole('link', { name: /^(?!Browse)/ });
    const name = link?.textContent ?? '';
    await user.click(link as HTMLElement);
    expect(await page.findByRole('heading', { level: 1, name })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });

  test('the tabs follow the arrows, and only the chosen one is in the tab order', async () => {
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

  test('a visitor signs in from its account tab', async () => {
    const { user, menu, page } = await openMenu();
    await user.click(menu().getByRole('tab', { name: 'Account' }));
    await user.click(menu().getByText('Sign In'));
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
    expect(page.getAllByRole('dialog')).toHaveLength(1);
  });

  test.each([
    ['/account', 'My Account', 'page'],
    ['/account/addaddress', 'Address Information', 'true'],
    ['/account/orders', 'Your Orders', 'page'],
    ['/account/order/1', 'Your Orders', 'true'],
  ])('on %s the account list marks %s', async (at, name, current) => {
    const { page } = await openShop({
      at,
      session: signedInCustomer(),
      shows: 'My Account',
      answers: { 'GET mobiledigital/order': errorAnswer(500, 'Down') },
    });
    const list = within(page.getByRole('navigation', { name: 'Account' }));
    const marked = list.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[name, current]]);
  });
});

describe('footer', () => {
  test('leads to the legal texts; on a list it names no seller', async () => {
    const { page } = await openShop({ at: '/browse', before: () => useSellers.setState({ last: sellers.tide }) });
    const footer = within(page.getByRole('contentinfo'));
    expect(footer.getByText('Privacy Policy').getAttribute('href')).toBe('/privacy');
    expect(footer.getByText('Terms & Conditions').getAttribute('href')).toBe('/terms');
    expect(footer.queryByText(/Supplied by/)).toBeNull();
  });

  test('elsewhere the last seller is named, and explained at a tap', async () => {
    const { page, user } = await openShop({
      at: '/expiredlink',
      before: () => useSellers.setState({ last: sellers.tide }),
    });
    const supplied = within(page.getByRole('contentinfo'))
      .getByText(sellers.tide.name)
      .closest('button') as HTMLElement;
    await user.click(supplied);
    expect(await page.findByText('See what they sell')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(supplied);
  });

  test('marks the language and changes it', async () => {
    const { page, user } = await openShop({ at: '/browse' });
    expect(page.getByText('English').getAttribute('aria-current')).toBe('true');
    await user.click(page.getByText('Deutsch'));
    expect(chooseLanguage).toHaveBeenCalledWith('de');
  });
});

describe('on wide screens', () => {
  beforeEach(() => {
    media.wide = true;
  });

  test('the header leads to the account, or asks a visitor to sign in, and to the categories', async () => {
    const { page, user } = await openShop({ at: '/browse' });
    await user.click(page.getByRole('button', { name: 'Sign In' }));
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(within(page.getAllByRole('banner')[0] as HTMLElement).getByText('Categories'));
    expect(await page.findByText('Books and paper', { selector: 'dialog *' })).toBeTruthy();
    setMenu(false);
    useSession.setState(signedInCustomer());
    await waitFor(() => expect(page.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account'));
  });

  test('on a phone both are in the menu alone', async () => {
    media.wide = false;
    const { page } = await openShop({ at: '/browse' });
    expect(page.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });
});

test('the name of a seller in the header leads to the seller, the mark of the shop to the shop', async () => {
  const { page } = await openShop({ at: '/product/1', shows: 'Tide & Kiln' });
  const header = within(page.getAllByRole('banner')[0] as HTMLElement);
  const seller = await header.findByRole('link', { name: sellers.tide.name });
  expect(seller.getAttribute('href')).toBe(`/sellerprofile/${sellers.tide.shop_url}`);
  expect(header.getByRole('link', { name: 'Handsel Gift Cards' }).getAttribute('href')).toBe('/browse');
});

describe('what lies over every page', () => {
  test('a toast is read out and leads on; its link takes it away', async () => {
    const { page, user } = await openShop({ at: '/browse' });
    showToast('Added to your cart', { to: '/privacy', label: 'Checkout' });
    const text = await page.findByText('Added to your cart');
    expect(text.closest('[role=status]')).toBeTruthy();
    await user.click(page.getByText('Checkout'));
    await waitFor(() => expect(page.queryByText('Added to your cart')).toBeNull());
    expect(await page.findByText('Print or save')).toBeTruthy();
  });

  test('a toast that leads on stays on its page, other texts come along', async () => {
    const { page, user } = await openShop({ at: '/browse' });
    showToast('Added to your cart', { to: '/checkout', label: 'Checkout' });
    await page.findByText('Added to your cart');
    await user.click(page.getByText('Privacy Policy'));
    await page.findByText('Print or save');
    await waitFor(() => expect(page.queryByText('Added to your cart')).toBeNull());
    showToast('Your cart is updated');
    await page.findByText('Your cart is updated');
    await user.click(page.getByText('Terms & Conditions'));
    await page.findByText('Print or save');
    expect(page.getByText('Your cart is updated')).toBeTruthy();
  });

  test('a focused control that goes leaves the focus to the part around it, to the page, or to the popup it stood in', async () => {
    const { page } = await openShop({ at: '/browse' });
    const place = (ground: Element | null) => {
      const control = document.createElement('button');
      ground?.append(control);
      control.focus();
      return control;
    };
    place(document.getElementById('main')).remove();
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
    const part = Object.assign(document.createElement('div'), { tabIndex: -1 });
    document.getElementById('main')?.append(part);
    place(part).remove();
    await waitFor(() => expect(document.activeElement).toBe(part));
    setMenu(true);
    const dialog = await page.findByRole('dialog');
    place(dialog.firstElementChild).remove();
    await waitFor(() => expect(document.activeElement).toBe(dialog.querySelector('h2')));
    setMenu(false);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  });

  test('the second toast takes the place of the first', async () => {
    const { page } = await openShop({ at: '/browse' });
    showToast('One');
    await page.findByText('One');
    showToast('Two');
    await page.findByText('Two');
    expect(page.queryByText('One')).toBeNull();
  });

  test('after a change of page the focus begins at its content and its title is read out', async () => {
    const { page, user } = await openShop({ at: '/browse' });
    await user.click(page.getByText('Privacy Policy'));
    await page.findByText('Print or save');
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
    await waitFor(() =>
      expect(page.getAllByText(document.title).some((it) => it.getAttribute('role') === 'status')).toBe(true),
    );
  });
});
