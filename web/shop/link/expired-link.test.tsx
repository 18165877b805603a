import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { slow } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { useSession } from '../session/session.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';

const open = (story: Partial<Story> = {}) =>
  openShop({
    url: '/expiredlink',
    session: { jwt: 'old', expired_mobile: MOBILE },
    shows: 'Oops! Expired Link',
    ...story,
  });

it('shows that the link has expired, and offers a new code or browsing [EL-01, EL-02, EL-05]', async () => {
  const { page } = await open();
  expect(page.getByRole('heading', { level: 1, name: 'Oops! Expired Link' })).toBeTruthy();
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Reconfirm Identity' }).disabled).toBe(false);
  expect(page.getByRole('link', { name: 'Browse Products' })).toBeTruthy();
});

it('sends a code to the link’s mobile number and opens the popup at the code step [EL-03, EL-04, SI-13, SI-14, ST-020]', async () => {
  const shop = await open({ answers: { [CONFIRM]: slow } });
  const { page, user, bodies } = shop;
  const taps = () => user.dblClick(page.getByRole('button', { name: 'Reconfirm Identity' }));
  await expectSentOnce(shop, SEND, { answer: { status: true }, taps, shows: 'Confirm Mobile Code' });
  expect(bodies(SEND)).toEqual([{ mobile: MOBILE, r_token: '' }]);
  expect(page.queryByText('Send Mobile Code')).toBeNull();
  expect(page.getByText('0412 345 678')).toBeTruthy();
  await user.type(page.getByLabelText('Enter Code'), '654321');
  await waitFor(() =>
    expect(bodies(CONFIRM)).toMatchObject([{ mobile: MOBILE, code: '654321', expired: true, expired_jwt: 'old' }]),
  );
});

it('reopens the closed sign-in popup at the code step without sending another code', async () => {
  const { page, user, count } = await open({ answers: { [SEND]: { status: true } } });
  await user.click(page.getByText('Reconfirm Identity'));
  await page.findByText('Confirm Mobile Code');
  await user.keyboard('{Escape}');
  await user.click(page.getByLabelText('Menu'));
  await user.click(await page.findByRole('tab', { name: 'Account' }));
  await user.click(await page.findByRole('button', { name: 'Sign In' }));
  expect(await page.findByText('Confirm Mobile Code')).toBeTruthy();
  expect(count(SEND)).toBe(1);
});

it('asks for the mobile number if none is stored with the expired link [RT-39, RO-06]', async () => {
  const { page, user, bodies } = await open({ session: {} });
  await user.click(page.getByText('Reconfirm Identity'));
  expect(await page.findByText('Send Mobile Code')).toBeTruthy();
  expect(bodies(SEND)).toEqual([]);
});

it('opens the code step when an earlier code was sent moments ago and is still valid', async () => {
  const wait = { status: false, input_validation: { mobile: 'Please wait' }, retry_after: 20 };
  const { page, user } = await open({ answers: { [SEND]: wait as never } });
  await user.click(page.getByText('Reconfirm Identity'));
  expect(await page.findByText('Confirm Mobile Code')).toBeTruthy();
});

it.each(['mobile', 'mobile_code', 'code'])(
  "shows the server's error for the field %s as an alert on the page",
  async (key) => {
    const answer = { status: false, input_validation: { [key]: 'Not this phone' } };
    const { page, user } = await open({ answers: { [SEND]: answer as never } });
    await user.click(page.getByText('Reconfirm Identity'));
    expect((await page.findByText('Not this phone')).closest('[role=alert]')).toBeTruthy();
    expect(page.queryByText('Confirm Mobile Code')).toBeNull();
  },
);

it("links Browse Products to the seller of the link's product, and forgets the mobile number once followed [EL-06, ST-021]", async () => {
  const { page, user } = await open({ session: { jwt: 'old', expired_mobile: MOBILE, product_id: '4' } });
  const browse = page.getByRole('link', { name: 'Browse Products' });
  await waitFor(() => expect(browse.getAttribute('href')).toBe(`/sellerprofile/${sellers.tide.shop_url}`));
  expect(useSession.getState().expired_mobile).toBe(MOBILE);
  await user.click(browse);
  expect(await page.findByRole('heading', { level: 1, name: sellers.tide.name })).toBeTruthy();
  expect(useSession.getState().expired_mobile).toBe('');
});

it('links Browse Products to /browse if the expired link names no product', async () => {
  const { page } = await open();
  expect(page.getByText('Browse Products').closest('a')?.getAttribute('href')).toBe('/browse');
});
