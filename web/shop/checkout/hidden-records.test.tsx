import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cart, customer, home, line, savedCards, settings } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import type { CallAnswers } from '#test/web/watch-calls.ts';
import { useGiftCards } from '../state/gift-cards.ts';

const PROVE = 'POST mobiledigital/proveaccount';
const AFRESH = 'POST mobiledigital/startafresh';
const TITLE = 'Your saved addresses and cards are hidden';
const hidden = { ...customer([]), email: 'w•••@example.com', lastname: 'B.', fullname: 'Wren B.', unproved: true };

async function open(answers: CallAnswers = {}) {
  let owner = hidden as ReturnType<typeof customer>;
  const shop = await openCheckout({
    lines: [line(6, novel())],
    shows: TITLE,
    answers: {
      'GET carts/mine': () => cart([line(6, novel())], owner),
      'GET customers/me': () => owner,
      'GET mobiledigital/savedcards': () => ({ status: true, data: owner === hidden ? [] : savedCards.slice(0, 2) }),
      'POST mobiledigital/sendemailcode': { status: true },
      [PROVE]: () => {
        owner = customer([home]);
        return { status: true };
      },
      [AFRESH]: () => {
        owner = customer([]);
        return { status: true };
      },
      ...answers,
    },
  });
  await shop.tap('Show what is hidden');
  return { ...shop, dialog: within(shop.page.getByRole('dialog')) };
}

it('explains why addresses and cards are hidden, and reveals them after a code sent by email', async () => {
  const { page, user, dialog, text, bodies, confirm, thanked, charged } = await open();
  expect(text()).toContain('You were last here more than 90 days ago');
  await user.click(await dialog.findByText('Mail me a code'));
  await user.type(await dialog.findByLabelText('Enter Code'), '123456');
  expect(await page.findByRole('radio', { name: /12 Fig Street/ })).toBeTruthy();
  expect(bodies(PROVE)).toEqual([{ email_code: '123456' }]);
  await waitFor(() => expect(page.queryByText(TITLE)).toBeNull());
  await user.click(await page.findByRole('radio', { name: /4444/ }));
  await confirm();
  await thanked();
  expect(charged()).toEqual(['pm_2']);
});

it('keeps a started address form open beside the revealed addresses', async () => {
  const { page, user, dialog, field, tap } = await open();
  await tap('Close');
  await user.type(field('Fullname'), 'Wren Ba');
  await tap('Show what is hidden');
  const reopenedDialog = within(page.getByRole('dialog'));
  await user.click(reopenedDialog.getByText('Mail me a code'));
  await user.type(await reopenedDialog.findByLabelText('Enter Code'), '123456');
  await page.findByRole('radio', { name: /12 Fig Street/ });
  expect(field('Fullname').value).toBe('Wren Ba');
  await tap('Cancel');
  await waitFor(() => expect(page.queryByLabelText('Fullname')).toBeNull());
  expect(dialog).toBeTruthy();
});

it('asks a customer who skips the code for name and email, then returns to the same order', async () => {
  const { page, user, dialog, see, link, count } = await open();
  await user.click(await dialog.findByText('Continue without it'));
  await see('Please check your name and email');
  expect(count(AFRESH)).toBe(1);
  await user.click(await waitFor(() => link('Back to checkout')));
  await see('Confirm Purchase');
  expect(page.queryByText(TITLE)).toBeNull();
  expect(Object.keys(useGiftCards.getState().giftCards)).toHaveLength(1);
  expect(page.getByText(novel().name)).toBeTruthy();
});

it('shows whom to contact for the hidden data when the shop sends no email', async () => {
  const { dialog } = await open({ 'GET mobiledigital/shopsettings': { ...settings, mail: false } });
  expect((await dialog.findByText(/^Contact us and we’ll help/)).textContent).toContain('hello@handsel.example');
});
