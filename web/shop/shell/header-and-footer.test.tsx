import { waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cart, customer, line } from '#gallery/fixtures/customer.ts';
import { KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { media } from '#test/web/browser-parts.ts';
import { openShop } from '#test/web/open-shop.ts';
import { chooseLanguage } from '#web/shared/languages/languages.ts';
import { useSession } from '../session/session.ts';
import { setMenu, usePopups } from '../state/popups.ts';
import { useSellers } from '../state/sellers.ts';

vi.mock('#web/shared/languages/languages.ts', async (original) => ({ ...(await original()), chooseLanguage: vi.fn() }));

const TITLE = 'Handsel Gift Cards';
type Page = Awaited<ReturnType<typeof openShop>>['page'];
const getHeader = (page: Page) => within(page.getAllByRole('banner')[0] as HTMLElement);
const getFooter = (page: Page) => within(page.getByRole('contentinfo'));

describe('header', () => {
  it('shows neither header nor footer on the home page [HD-01, HD-18]', async () => {
    const { page } = await openShop({ url: '/', shows: 'Request a Demo' });
    expect([page.queryByRole('banner'), page.queryByRole('contentinfo')]).toEqual([null, null]);
  });

  it.each([
    ['/browse', true],
    ['/category/13', true],
    ['/sellerprofile/tide-and-kiln', true],
    ['/privacy', true],
    ['/404', true],
    ['/expiredlink', false],
  ])('shows the menu, title and cart on %s [HD-11, HD-12, HD-13]', async (path, search) => {
    const { page } = await openShop({ url: path });
    const header = getHeader(page);
    for (const name of ['Menu', 'Cart']) expect(header.getByRole('button', { name })).toBeTruthy();
    expect(header.getByText(TITLE).closest('a')?.getAttribute('href')).toBe('/browse');
    expect(header.queryByText('Search gifts, sellers, categories') !== null).toBe(search);
  });

  it('explains Secure Mobile on the registration page, without cart or footer [HD-02, HD-03, HD-19]', async () => {
    const { page, user } = await openShop({
      url: '/register',
      session: { jwt: 'a', mobile: '+61412345678', new_user: true },
      shows: 'Confirmed',
      act: ({ press }) => press('Got it'),
    });
    const header = getHeader(page);
    expect(header.getByText('Registration')).toBeTruthy();
    expect([header.queryByText(TITLE), header.queryByRole('button', { name: /^Cart/ })]).toEqual([null, null]);
    expect(page.queryByRole('contentinfo')).toBeNull();
    const image = header.getByRole('img', { name: 'Powered by Secure Mobile' });
    await user.click(image);
    expect(await page.findByRole('dialog', { name: 'Your mobile keeps you safe' })).toBeTruthy();
    await user.click(page.getByText('Got it'));
    expect(document.activeElement).toBe(image.closest('button'));
  });

  it('shows the menu and title but no cart while a gift card is being created [HD-04, HD-05, HD-06]', async () => {
    const { page } = await openShop({
      url: `/giftcard/add/${KEY}`,
      session: signedInCustomer(),
      giftCards: singleCard(),
      shows: 'Text message',
    });
    const header = getHeader(page);
    expect(header.getByRole('button', { name: 'Menu' })).toBeTruthy();
    expect(header.getByText(TITLE)).toBeTruthy();
    expect(header.queryByRole('button', { name: /cart/i })).toBeNull();
  });

  it('names the seller of a product and counts gift cards and other products in the cart [HD-07, HD-08, HD-10]', async () => {
    const lines = [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] }), line(6, novel())];
    const { page } = await openShop({
      url: '/product/1',
      session: signedInCustomer(),
      giftCards: singleCard(),
      shows: 'Tide & Kiln',
      answers: {
        'GET carts/mine': cart(lines, customer()),
        'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: lines } },
      },
    });
    const header = getHeader(page);
    expect(header.getByRole('button', { name: 'Menu' })).toBeTruthy();
    const seller = await header.findByRole('link', { name: sellers.tide.name });
    expect(seller.getAttribute('href')).toBe(`/sellerprofile/${sellers.tide.shop_url}`);
    expect(header.queryByText(TITLE)).toBeNull();
    expect(header.getByRole('link', { name: TITLE }).getAttribute('href')).toBe('/browse');
    const button = await header.findByRole('button', { name: 'Cart, 4 items' });
    expect(button.querySelector('[data-cart-count]')?.textContent).toBe('4');
    expect(page.getByText('4 items in your cart')).toBeTruthy();
  });

  it("shows the shop's title when the product has no seller [HD-09]", async () => {
    const { page } = await openShop({ url: '/product/999', shows: 'No Product' });
    expect(getHeader(page).getByText(TITLE)).toBeTruthy();
  });

  it.each(['{Control>}', '{Meta>}', '{Shift>}'])(
    'lets the browser handle a click on the search link while %s is pressed',
    async (key) => {
      const { page, user } = await openShop({ url: '/browse' });
      const entry = page.getByText('Search gifts, sellers, categories');
      await user.keyboard(key);
      await user.click(entry);
      expect(usePopups.getState().popup).toBeNull();
      await user.keyboard(key.replace('>', '').replace('{', '{/'));
    },
  );

  it('focuses the search field when the search popup opens, and returns focus when it closes', async () => {
    const { page, user } = await openShop({ url: '/privacy' });
    const entry = page.getByText('Search gifts, sellers, categories').closest('a');
    await user.click(entry as HTMLElement);
    const field = await page.findByLabelText('What are you looking for?');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Escape}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(entry);
  });
});

describe('footer', () => {
  it('links to the privacy policy and the terms, and names no seller on product lists [HD-16, HD-17]', async () => {
    const { page, user } = await openShop({
      url: '/browse',
      before: () => useSellers.setState({ last: sellers.tide }),
    });
    expect(getFooter(page).queryByText(/Supplied by/)).toBeNull();
    for (const name of ['Privacy Policy', 'Terms & Conditions']) {
      await user.click(getFooter(page).getByRole('link', { name }));
      expect(await page.findByRole('heading', { level: 1, name })).toBeTruthy();
    }
  });

  it('explains Secure Mobile when the powered-by image is tapped [HD-14, HD-15, PO-11]', async () => {
    const { page, user } = await openShop({ url: '/privacy' });
    await user.click(getFooter(page).getByRole('img', { name: 'Powered by Secure Mobile' }));
    expect(await page.findByRole('dialog', { name: 'Your mobile keeps you safe' })).toBeTruthy();
    await user.click(page.getByText('Got it'));
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('shows the seller beside the powered-by image and opens a popup that leads to the seller’s profile [HD-21, HD-22, HD-23, PO-12, PO-13]', async () => {
    const { page, user } = await openShop({ url: '/product/1', shows: 'Tide & Kiln' });
    const footer = getFooter(page);
    const supplied = await footer.findByRole('button', { name: /^Supplied by\s+Tide & Kiln$/ });
    expect(supplied.querySelector('img')?.getAttribute('src')).toContain(sellers.tide.pictures.supplied_by_image.id);
    const poweredBy = footer.getByRole('img', { name: 'Powered by Secure Mobile' }).closest('button');
    expect(supplied.previousElementSibling).toBe(poweredBy);
    await user.click(supplied);
    const popup = within(await page.findByRole('dialog', { name: 'Supplied by Tide & Kiln' }));
    expect(popup.getByText(sellers.tide.popup_description)).toBeTruthy();
    const logo = popup.getByRole('img', { name: sellers.tide.name });
    expect(logo.getAttribute('src')).toContain(sellers.tide.pictures.logo.id);
    expect(logo.closest('a')?.getAttribute('href')).toBe(`/sellerprofile/${sellers.tide.seller_url}`);
    await user.click(logo);
    expect(await page.findByRole('heading', { level: 1, name: sellers.tide.name })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('shows the last visited seller in the footer of pages without a seller', async () => {
    const { page, user } = await openShop({
      url: '/expiredlink',
      before: () => useSellers.setState({ last: sellers.tide }),
    });
    const supplied = getFooter(page).getByText(sellers.tide.name).closest('button') as HTMLElement;
    await user.click(supplied);
    expect(await page.findByText('See what they sell')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(supplied);
  });

  it('shows only the header, not the footer, at checkout [HD-20]', async () => {
    const { page } = await openShop({
      url: '/checkout',
      session: signedInCustomer(),
      giftCards: singleCard(),
      shows: 'Confirm Purchase',
    });
    expect(getHeader(page).getByText(TITLE)).toBeTruthy();
    expect(page.queryByRole('contentinfo')).toBeNull();
  });

  it('marks the current language and switches to the tapped one', async () => {
    const { page, user } = await openShop({ url: '/browse' });
    expect(page.getByText('English').getAttribute('aria-current')).toBe('true');
    await user.click(page.getByText('Deutsch'));
    expect(chooseLanguage).toHaveBeenCalledWith('de');
  });
});

describe('header by screen width', () => {
  beforeEach(() => {
    media.wide = true;
  });

  it('shows links to the categories and to the account or sign-in on wide screens', async () => {
    const { page, user } = await openShop({ url: '/browse' });
    await user.click(page.getByRole('button', { name: 'Sign In' }));
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(getHeader(page).getByText('Categories'));
    expect(await page.findByText('Books and paper', { selector: 'dialog *' })).toBeTruthy();
    setMenu(false);
    useSession.setState(signedInCustomer());
    await waitFor(() => expect(page.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account'));
  });

  it('offers sign-in only in the menu on phones', async () => {
    media.wide = false;
    const { page } = await openShop({ url: '/browse' });
    expect(page.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });
});
