import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cart, customer, line, MOBILE } from '#gallery/fixtures/customer.ts';
import { order, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { drawPart } from '#test/web/draw-part.tsx';
import { BROWSE, followRedirect, openShop } from '#test/web/open-shop.ts';
import { refuse } from '#test/web/watch-calls.ts';
import { queryClient } from '../queries/query-client.ts';
import { useGiftCards } from '../state/gift-cards.ts';
import { connectSessionToApi } from './connect-api.ts';
import { CustomersOnly } from './guards.tsx';
import { readReturnPage, rememberReturnPage } from './return-to.ts';
import { restoreSession, type Session, useSession } from './session.ts';

const assign = vi.fn();
const real = globalThis.location;
beforeEach(() => {
  assign.mockReset();
  const { pathname, search, origin, href } = real;
  vi.stubGlobal('location', { pathname, search, origin, href, assign });
});
afterEach(() => vi.stubGlobal('location', real));

describe('customer-only pages', () => {
  it.each([
    '/account',
    '/account/addressinformation',
    '/account/addaddress',
    '/account/personaldetails',
    '/account/savedcards',
    '/account/orders',
    '/account/order/1',
    '/checkout',
    '/updateproduct/5',
  ])('redirects a visitor of %s to /browse and fetches no customer data [RT-53, RT-54, RO-02, RO-03]', async (path) => {
    const customerCall = vi.fn(() => ({ status: false }) as never);
    const answers: Story['answers'] = {
      'GET customers/me': customerCall,
      'GET carts/mine': customerCall,
      'GET mobiledigital/savedcards': customerCall,
      'GET mobiledigital/orders': customerCall,
      'GET mobiledigital/order': customerCall,
    };
    expect(await followRedirect({ url: path, shows: BROWSE, answers })).toBe('/browse');
    expect(customerCall).not.toHaveBeenCalled();
  });

  it('shows a customer-only page only to a customer [RT-53]', () => {
    const seenBy = (session: Partial<Session>) => {
      useSession.setState({ ...useSession.getInitialState(), ...session });
      const { container, unmount } = drawPart(<CustomersOnly waiting="A shape">Orders of Wren</CustomersOnly>);
      const { textContent } = container;
      unmount();
      return textContent;
    };
    expect(seenBy({ restored: true })).toBe('A shape');
    expect(seenBy({ restored: true, auth_expired: true })).toBe('A shape');
    expect(seenBy({ restored: true, ...signedInCustomer() })).toBe('Orders of Wren');
  });

  it('opens account, addresses, saved cards, orders and checkout for a customer [RO-10]', async () => {
    const { page, user } = await openShop({
      url: '/account',
      session: signedInCustomer(),
      giftCards: singleCard(),
      shows: '12 Fig Street',
    });
    for (const [link, words] of [
      ['Personal Details', 'Your data'],
      ['Address Information', '12 Fig Street'],
      ['Saved Cards', 'Chosen at checkout'],
      ['Your Orders', 'No orders'],
    ] as const) {
      await user.click(within(page.getByRole('navigation', { name: 'Account' })).getByRole('link', { name: link }));
      expect((await page.findAllByText(words)).length).toBeGreaterThan(0);
    }
    await user.click(page.getByRole('button', { name: /^Cart/ }));
    await user.click(await page.findByText('Checkout'));
    expect(await page.findByText('Confirm Purchase')).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['/account', 'Manage addresses'],
    ['/account/orders', 'No orders'],
    ['/account/addaddress?id=1', 'Edit Address'],
    ['/account/order/1', '900000001'],
    ['/checkout', 'Cart is empty'],
  ])('asks a visitor of %s to sign in, and shows the page afterwards', async (path, shows) => {
    const answers: Story['answers'] = {
      'GET mobiledigital/order': { status: true, data: order() },
      'POST mobiledigital/sendmobilecode': { status: true },
      'POST mobiledigital/confirmmobilecode': { status: true, jwt: 'proof' },
      'POST mobiledigital/auth': { status: true, existing_user: true, mobile: MOBILE, token: 'bearer' },
    };
    expect(await followRedirect({ url: path, shows: 'Send Mobile Code', answers })).toBe('/browse');
    const page = within(document.body);
    const user = userEvent.setup();
    await user.type(page.getByLabelText('Your mobile'), '0412345678{Enter}');
    await user.type(await page.findByLabelText('Enter Code'), '123456');
    await page.findByText('Mobile code confirmed');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.getElementById('main')?.textContent).toContain(shows));
  });

  it('shows no content and does not redirect before the stored session is read', async () => {
    const { page } = await openShop({ url: '/account', before: () => useSession.setState({ restored: false }) });
    expect(page.getByText('My Account', { selector: 'h1' })).toBeTruthy();
    expect(page.queryByText('Manage addresses')).toBeNull();
  });

  it.each([
    ['/register', 'RT-37, RT-57, RO-06'],
    ['/expiredlink', 'RT-39, RT-58, RO-06'],
    ['/signin', 'RT-38'],
  ])('redirects a signed-in customer from the visitors’ page %s to /browse [%s]', async (path) => {
    expect(await followRedirect({ url: path, shows: BROWSE, session: signedInCustomer() })).toBe('/browse');
    expect(within(document.body).queryByRole('dialog')).toBeNull();
  });
});

describe('public pages', () => {
  it.each([
    ['/browse', 'Browse Gift Cards'],
    ['/category/10', 'Gift Cards'],
    ['/sellerprofile/tide-and-kiln', 'Tide & Kiln'],
  ])('shows a visitor the products of %s without sign-in [RO-01, RT-08]', async (path, name) => {
    const { page } = await openShop({ url: path });
    expect(page.getByRole('heading', { level: 1, name })).toBeTruthy();
    expect((await page.findAllByRole('article')).length).toBeGreaterThan(2);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['/', 'Request a Demo'],
    ['/browse', BROWSE],
    ['/category/10', 'Gift Cards'],
    ['/product/1', 'Tide & Kiln'],
    ['/sellerprofile/tide-and-kiln', 'From Tide & Kiln'],
    ['/search?q=mug', 'Moon Mug'],
    ['/terms', 'Print or save'],
    ['/privacy', 'Print or save'],
    ['/404', 'Page not found'],
  ])('opens %s for a signed-in customer without a redirect [RO-06]', async (path, shows) => {
    expect(await followRedirect({ url: path, shows, session: signedInCustomer() })).toBe(path);
  });

  it('asks a visitor who buys from a tile or opens the cart to sign in [RO-02, RO-03]', async () => {
    const { page, user, writes } = await openShop({ url: '/browse' });
    const [buy] = page.getAllByRole('button', { name: /^Buy Now/ });
    for (const button of [buy as HTMLElement, page.getByRole('button', { name: 'Cart' })]) {
      await user.click(button);
      expect(await page.findByRole('dialog', { name: 'Send Mobile Code' })).toBeTruthy();
      expect(page.queryByText('Your Cart')).toBeNull();
      await user.keyboard('{Escape}');
      expect(page.queryByRole('dialog')).toBeNull();
    }
    expect(writes()).toEqual([]);
  });
});

function customerWithThings(): Pick<Story, 'session' | 'giftCards' | 'before' | 'answers'> {
  const giftCards = singleCard();
  const lines = [line(5, novel(), { qty: 2 })];
  return {
    session: signedInCustomer(),
    giftCards,
    before: () => {
      const stored = {
        token: 'story',
        token_ttl: '1',
        mobile: MOBILE,
        country_code: 'AU',
        currency_rate: '{"USD":1.53}',
      };
      for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text);
      localStorage.setItem('gift-card-details', JSON.stringify(giftCards));
      localStorage.setItem('checkout-lines', JSON.stringify({ mobile: MOBILE, lines: [{ sku: 'LL-SALT', qty: 1 }] }));
    },
    answers: {
      'GET carts/mine': cart(lines, customer()),
      'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: lines } },
    },
  };
}
const listStoredKeys = () => Object.keys(localStorage).filter((key) => OF_THE_CUSTOMER.includes(key));
const OF_THE_CUSTOMER = ['token', 'token_ttl', 'mobile', 'country_code', 'currency_rate', 'gift-card-details'];
const readCartCount = () => document.querySelector('[data-cart-count]')?.textContent;

describe('rejected token', () => {
  it('ends the session once, clears customer data and cart, and opens /signin [ST-011, ER-11, ER-12, RO-11]', async () => {
    const { answers, names } = await openShop({ url: '/account', ...customerWithThings(), shows: '12 Fig Street' });
    await waitFor(() => expect(readCartCount()).toBe('3'));
    expect(listStoredKeys()).toEqual(OF_THE_CUSTOMER);
    Object.assign(answers, { 'GET mobiledigital/orders': refuse(401), 'GET customers/me': refuse(401) });
    void queryClient().invalidateQueries();
    await waitFor(() => expect(names()).toEqual(expect.arrayContaining(Object.keys(answers))));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
    expect(assign).toHaveBeenCalledOnce();
    expect(listStoredKeys()).toEqual([]);
    await waitFor(() => expect(readCartCount()).toBeUndefined());
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true, token: '' });
    expect(useGiftCards.getState().giftCards).toEqual({});
    expect(sessionStorage.getItem('come-back')).toContain('Mia');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('opens /signin when a token is rejected before the page has loaded, and keeps the page and gift cards', async () => {
    const refused = errorAnswer(401, 'The consumer is not authorized');
    const answers = { 'GET customers/me': refused, 'GET carts/mine': refused, 'GET mobiledigital/orders': refused };
    await openShop({ url: '/account', session: signedInCustomer(), giftCards: singleCard(), answers });
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/signin'));
    expect(JSON.parse(sessionStorage.getItem('come-back') ?? '')).toMatchObject({
      mobile: MOBILE,
      place: globalThis.location.pathname,
      giftCards: singleCard(),
    });
    expect(document.body.textContent).not.toContain('not authorized');
  });

  it('opens /signin when the token is rejected while adding to the cart, and shows no error [ER-11, ER-12]', async () => {
    const { page, user } = await openShop({
      url: `/product/${novel().id}`,
      session: signedInCustomer(),
      shows: 'Add to Cart',
      answers: { 'POST carts/mine': errorAnswer(401, 'The consumer is not authorized') },
    });
    await user.click(page.getByText('Add to Cart'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true, token: '' });
    expect(page.queryByText('Something Went Wrong')).toBeNull();
    expect(document.body.textContent).not.toContain('not authorized');
  });

  it('sends no expired token, and opens /signin instead of an account page [RT-55, RT-56]', async () => {
    const me = vi.fn();
    await openShop({
      url: '/account',
      session: { ...signedInCustomer(), token_ttl: Date.now() - 1 },
      answers: { 'GET customers/me': me },
    });
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
    expect(me).not.toHaveBeenCalled();
  });
});

describe('sign-out', () => {
  it("immediately clears the browser's data, revokes the token and shows the shop [ST-010, MN-11]", async () => {
    const { page, user, count } = await openShop({ url: '/account', ...customerWithThings(), shows: '12 Fig Street' });
    await waitFor(() => expect(readCartCount()).toBe('3'));
    expect(listStoredKeys()).toEqual(OF_THE_CUSTOMER);
    await user.click(page.getByLabelText('Menu'));
    await user.click(await page.findByRole('tab', { name: 'Account' }));
    await user.dblClick(await page.findByText('Sign Out'));
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, token: '', mobile: '' });
    expect(useGiftCards.getState().giftCards).toEqual({});
    expect(listStoredKeys()).toEqual([]);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(MOBILE);
    expect(readCartCount()).toBeUndefined();
    await waitFor(() => expect(count('POST mobiledigital/signout')).toBe(1));
    expect(await page.findByRole('heading', { level: 1, name: 'Browse Gift Cards' })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
    expect(count('POST mobiledigital/signout')).toBe(1);
    expect(page.getByText('You are signed out').closest('[role=status]')).toBeTruthy();
  });

  it('closes the cart and announces the sign-out after the customer signed out in another tab', async () => {
    restoreSession();
    const { page } = await openShop({
      url: '/account',
      session: signedInCustomer(),
      shows: 'Your Cart',
      popup: { kind: 'cart' },
    });
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(await page.findByText('You are signed out')).toBeTruthy();
    expect(await page.findByText(BROWSE, { exact: false })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });
});

describe('session shared with another tab', () => {
  const stored = { token: 'theirs', token_ttl: String(Date.now() + 3_000_000), mobile: MOBILE };
  const change = (entries: Record<string, string | null>) => {
    for (const [key, text] of Object.entries(entries))
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  };

  beforeEach(() => {
    useSession.setState(useSession.getInitialState(), true);
    localStorage.clear();
    connectSessionToApi();
  });

  it('signs this tab in after a sign-in in the other tab', () => {
    restoreSession();
    expect(useSession.getState()).toMatchObject({ restored: true, is_signed_in: false });
    change(stored);
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'theirs', mobile: MOBILE });
  });

  it('signs this tab out after a sign-out in the other tab', () => {
    change(stored);
    restoreSession();
    expect(useSession.getState().is_signed_in).toBe(true);
    change({ token: null, token_ttl: null, mobile: null });
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: false });
  });

  it('switches this tab to another customer and drops the return page of the previous one', () => {
    change(stored);
    restoreSession();
    rememberReturnPage({ mobile: MOBILE, place: '/checkout' });
    change({ ...stored, token: 'other', mobile: '+61499000111' });
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, mobile: '+61499000111' });
    expect(readReturnPage()).toBe('');
  });
});
