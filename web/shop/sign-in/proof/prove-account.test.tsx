import { within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { customer, settings } from '#gallery/fixtures/customer.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';

const ME = 'GET customers/me';
const PROVE = 'POST mobiledigital/proveaccount';
const QUESTION = 'Is this still your account?';
const masked = { email: 'w•••@example.com', lastname: 'B.', fullname: 'Wren B.', unproved: true };
const unproved = { ...customer([]), ...masked };

const open = (answers: Story['answers'] = {}) =>
  openShop({
    url: '/account/personaldetails',
    session: signedInCustomer(),
    shows: QUESTION,
    answers: {
      [ME]: vi.fn().mockReturnValueOnce(unproved).mockReturnValue(customer()),
      'POST mobiledigital/sendemailcode': { status: true },
      [PROVE]: { status: true },
      'POST mobiledigital/startafresh': { status: true },
      ...answers,
    },
  });

it('reveals hidden account data once the customer enters a code sent to their email', async () => {
  const { page, user, bodies } = await open();
  expect(page.getByText('w•••@example.com')).toBeTruthy();
  await user.click(page.getByText('Show what is hidden'));
  const dialog = within(page.getByRole('dialog'));
  await user.click(await dialog.findByText('Mail me a code'));
  await user.type(await dialog.findByLabelText('Enter Code'), '123456');
  expect(await page.findByText('Email confirmed')).toBeTruthy();
  expect(bodies(PROVE)).toEqual([{ email_code: '123456' }]);
  expect(await page.findByText('wren@example.com')).toBeTruthy();
  expect(page.queryByText(QUESTION)).toBeNull();
});

it('shows the error for a wrong code under the code field', async () => {
  const wrong = {
    status: false,
    codes: { email_code: 'code_wrong' },
    parameters: { email_code: { tries: 4 } },
  } as const;
  const { page, user } = await open({ [PROVE]: wrong });
  await user.click(page.getByText('Show what is hidden'));
  const dialog = within(page.getByRole('dialog'));
  await user.click(await dialog.findByText('Mail me a code'));
  await user.type(await dialog.findByLabelText('Enter Code'), '123456');
  expect(await dialog.findByText('That code is not right. You have 4 tries left.')).toBeTruthy();
});

it('skips the verification with one tap and shows empty name and email fields', async () => {
  const { page, user, count } = await open({ [ME]: unproved });
  await user.click(page.getByLabelText('Change name'));
  expect((page.getByLabelText('Fullname') as HTMLInputElement).value).toBe('');
  await user.click(page.getByText('Show what is hidden'));
  await user.click(await within(page.getByRole('dialog')).findByText('Continue without it'));
  expect(await page.findByText('Please check your name and email')).toBeTruthy();
  expect(count('POST mobiledigital/startafresh')).toBe(1);
});

it('names a contact when the shop sends no email', async () => {
  const { page, user } = await open({ 'GET mobiledigital/shopsettings': { ...settings, mail: false } });
  await user.click(page.getByText('Show what is hidden'));
  const dialog = within(page.getByRole('dialog'));
  expect(dialog.getByText(/^Contact us and we’ll help/).textContent).toContain('hello@handsel.example');
  expect(dialog.queryByText('Mail me a code')).toBeNull();
});

it.each([
  ['/account', 2, /No orders|No addresses/],
  ['/account/orders', 1, /No orders/],
  ['/account/addressinformation', 1, /No addresses/],
  ['/account/savedcards', 1, /No saved cards/],
])('does not show hidden lists of orders, addresses or cards as empty on %s', async (path, times, untrue) => {
  const { page } = await openShop({
    url: path,
    session: signedInCustomer(),
    shows: 'Hidden until your email is confirmed',
    answers: {
      [ME]: unproved,
      'GET mobiledigital/orders': { status: true, orders: [] },
      'GET mobiledigital/savedcards': { status: true, data: [] },
    },
  });
  expect(page.getAllByText('Hidden until your email is confirmed')).toHaveLength(times);
  expect(page.queryByText(untrue)).toBeNull();
});
