import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { oneCard, order } from '#gallery/fixtures/gift-cards.ts';
import { errorAnswer } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { BROWSE, leadsTo, openShop } from '#test/web/open-shop.ts';
import { useGiftCards } from '../state/gift-cards.ts';
import { connectSessionToApi } from './connect-api.ts';
import { pageToReturnTo, rememberReturnPage } from './return-to.ts';
import { restoreSession, useSession } from './session.ts';

/** jsdom goes nowhere: where the page would have been loaded anew. */
const assign = vi.fn();
const real = globalThis.location;
beforeEach(() => {
  assign.mockReset();
  const { pathname, search, origin, href } = real;
  vi.stubGlobal('location', { pathname, search, origin, href, assign });
});
afterEach(() => vi.stubGlobal('location', real));

describe('pages for customers only', () => {
  test.each([
    '/account',
    '/account/addressinformation',
    '/account/addaddress',
    '/account/personaldetails',
    '/account/savedcards',
    '/account/orders',
    '/account/order/1',
    '/checkout',
    '/updateproduct/5',
  ])('%s sends a visitor to the shop', async (at) => {
    expect(await leadsTo({ at, shows: BROWSE })).toBe('/browse');
  });

  test.each([
    ['/account', 'Manage addresses'],
    ['/account/orders', 'No orders'],
    ['/account/addaddress?id=1', 'Edit Address'],
    ['/account/order/1', '900000001'],
    ['/checkout', 'Cart is empty'],
  ])('%s asks a visitor to sign in, and is there afterwards', async (at, shows) => {
    const answers: Story['answers'] = {
      'GET mobiledigital/order': { status: true, data: order() },
      'POST mobiledigital/sendmobilecode': { status: true },
      'POST mobiledigital/confirmmobilecode': { status: true, jwt: 'proof' },
      'POST mobiledigital/auth': { status: true, existing_user: true, mobile: MOBILE, token: 'bearer' },
    };
    expect(await leadsTo({ at, shows: 'Send Mobile Code', answers })).toBe('/browse');
    const page = within(document.body);
    const user = userEvent.setup();
    await user.type(page.getByLabelText('Your mobile'), '0412345678{Enter}');
    await user.type(await page.findByLabelText('Enter Code'), '123456');
    await page.findByText('Mobile code confirmed');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.getElementById('main')?.textContent).toContain(shows));
  });

  test('nothing is shown and nobody is sent away before the stored session has been read', async () => {
    const { page } = await openShop({ at: '/account', before: () => useSession.setState({ restored: false }) });
    expect(page.getByText('My Account', { selector: 'h1' })).toBeTruthy();
    expect(page.queryByText('Manage addresses')).toBeNull();
  });

  test.each(['/expiredlink', '/register', '/signin'])('%s sends a customer to the shop', async (at) => {
    expect(await leadsTo({ at, shows: BROWSE, session: signedInCustomer() })).toBe('/browse');
  });
});

describe('a token the server does not take', () => {
  test('ends the session once, keeps the gift cards aside and leads to the sign-in', async () => {
    const refused = errorAnswer(401, 'The consumer is not authorized');
    await openShop({
      ...{ at: '/account', session: signedInCustomer(), giftCards: oneCard() },
      answers: { 'GET customers/me': refused, 'GET mobiledigital/orders': refused },
    });
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
    expect(assign).toHaveBeenCalledOnce();
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: true, token: '' });
    expect(useGiftCards.getState().giftCards).toEqual({});
    expect(sessionStorage.getItem('come-back')).toContain('Mia');
    expect(document.body.textContent).not.toContain('not authorized');
  });

  test('that has run out is not sent at all', async () => {
    const me = vi.fn();
    await openShop({
      ...{ at: '/account', session: { ...signedInCustomer(), token_ttl: Date.now() - 1 } },
      answers: { 'GET customers/me': me },
    });
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/signin'));
    expect(me).not.toHaveBeenCalled();
  });
});

describe('signing out', () => {
  test('clears this phone at once, has the server revoke the token, and shows the shop', async () => {
    const session = signedInCustomer();
    const { page, user, count } = await openShop({
      at: '/account',
      session,
      giftCards: oneCard(),
      shows: '12 Fig Street',
    });
    await user.click(page.getByLabelText('Menu'));
    await user.click(await page.findByRole('tab', { name: 'Account' }));
    await user.dblClick(await page.findByText('Sign Out'));
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, token: '', mobile: '' });
    expect(useGiftCards.getState().giftCards).toEqual({});
    await waitFor(() => expect(count('POST mobiledigital/signout')).toBe(1));
    expect(await page.findByText(BROWSE, { exact: false })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
    expect(count('POST mobiledigital/signout')).toBe(1);
    expect(page.getByText('You are signed out').closest('[role=status]')).toBeTruthy();
  });

  test('in another tab closes what was the customer’s here, says so, and asks nobody to sign in', async () => {
    restoreSession();
    const { page } = await openShop({
      ...{ at: '/account', session: signedInCustomer(), shows: 'Your Cart', popup: { kind: 'cart' } },
    });
    // What the other tab has cleared.
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(await page.findByText('You are signed out')).toBeTruthy();
    expect(await page.findByText(BROWSE, { exact: false })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });
});

describe('another tab', () => {
  const stored = { token: 'theirs', token_ttl: String(Date.now() + 60_000), mobile: MOBILE };
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

  test('signs this one in', () => {
    restoreSession();
    expect(useSession.getState()).toMatchObject({ restored: true, is_signed_in: false });
    change(stored);
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'theirs', mobile: MOBILE });
  });

  test('signs it out', () => {
    change(stored);
    restoreSession();
    expect(useSession.getState().is_signed_in).toBe(true);
    change({ token: null, token_ttl: null, mobile: null });
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, auth_expired: false });
  });

  test('changes to another customer: what was kept for the one before is gone', () => {
    change(stored);
    restoreSession();
    rememberReturnPage({ mobile: MOBILE, place: '/checkout' });
    change({ ...stored, token: 'other', mobile: '+61499000111' });
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, mobile: '+61499000111' });
    expect(pageToReturnTo()).toBe('');
  });
});
