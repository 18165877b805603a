import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { singleCard } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { BROWSE, openShop } from '#test/web/open-shop.ts';
import { readPendingMobile, readReturnPage, rememberReturnPage, stashGiftCards } from '../session/return-to.ts';
import { signIn, useSession } from '../session/session.ts';
import { useGiftCards } from '../state/gift-cards.ts';

const open = (story: Partial<Story> = {}) => openShop({ url: '/signin', shows: 'Send Mobile Code', ...story });

it('prefills the previous mobile number and announces that the customer will return to their page [RT-38]', async () => {
  const { page } = await open({ before: () => rememberReturnPage({ mobile: MOBILE, place: '/privacy' }) });
  expect(page.getByLabelText<HTMLInputElement>('Your mobile').value).toBe('0412345678');
  expect(page.getByText('We’ve kept your place.')).toBeTruthy();
  expect(page.getByText('Sign in again')).toBeTruthy();
});

it('does not mention an earlier session to visitors', async () => {
  const { page } = await open();
  expect(page.getByText('Sign in with your mobile')).toBeTruthy();
  expect(page.queryByText(/sign you out/)).toBeNull();
});

it('reopens the closed sign-in popup when Sign In is tapped', async () => {
  const { page, user } = await open();
  await user.keyboard('{Escape}');
  expect(page.queryByText('Send Mobile Code')).toBeNull();
  expect(page.queryByText('We’ve kept your place.')).toBeNull();
  await user.click(page.getByText('Sign In'));
  expect(await page.findByText('Send Mobile Code')).toBeTruthy();
});

it.each([
  ['to the page they came from', '/privacy', 'Print or save'],
  ['to the shop if they came from no page', '', BROWSE],
])('returns the customer after sign-in %s', async (_where, place, words) => {
  const { page } = await open({ before: () => place && rememberReturnPage({ mobile: MOBILE, place }) });
  useSession.setState({ ...signedInCustomer(), is_signed_in: true });
  expect(await page.findByText(words, { exact: false })).toBeTruthy();
});

it('clears auth_expired, so that the sign-in page causes no redirect loop', async () => {
  await open({ session: { auth_expired: true } });
  expect(useSession.getState().auth_expired).toBe(false);
});

it('forgets the return page when the customer leaves, but keeps the gift cards for the next sign-in', async () => {
  const giftCards = singleCard();
  const { page, user } = await open({
    before: () => {
      stashGiftCards({ mobile: MOBILE, giftCards });
      rememberReturnPage({ mobile: MOBILE, place: '/privacy' });
    },
  });
  await user.keyboard('{Escape}');
  await user.click(within(page.getByRole('main')).getByRole('link', { name: 'Browse Gift Cards' }));
  await page.findByText(BROWSE, { exact: false });
  await waitFor(() => expect([readReturnPage(), readPendingMobile()]).toEqual(['', MOBILE]));
  signIn({ status: true, existing_user: true, mobile: MOBILE, token: 'bearer' });
  expect(useGiftCards.getState().giftCards).toEqual(giftCards);
});
