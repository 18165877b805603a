import { within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settings } from '#gallery/fixtures/customer.ts';
import { slow } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop, readFieldError } from '#test/web/open-shop.ts';
import { useSession } from '../../session/session.ts';
import { readPendingLines, savePendingLines } from '../../state/checkout/pending-cart-lines.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';
const CHANGE = 'POST mobiledigital/changemobile';
const MAIL = 'POST mobiledigital/sendemailcode';
const NEW = '+61491570156';

async function open(story: Partial<Story> = {}) {
  const shop = await openShop({
    url: '/account/personaldetails',
    session: signedInCustomer(),
    shows: 'wren@example.com',
    ...story,
    answers: {
      [SEND]: { status: true },
      [CONFIRM]: ({ body }) => ({ status: true, jwt: `proof of ${body.mobile}` }),
      [MAIL]: { status: true },
      [CHANGE]: { status: true, mobile: NEW },
      ...story.answers,
    },
  });
  await shop.user.click(shop.page.getByLabelText('Change mobile'));
  const dialog = within(shop.page.getByRole('dialog'));
  return { ...shop, dialog };
}

it('moves the account to a new number after verifying the old number, then the new one', async () => {
  const waiting = { sku: 'MUG', qty: 1, product_type: 'simple', name: 'Mug', price: 20 } as const;
  const { page, user, dialog, bodies } = await open({ before: () => savePendingLines('+61412345678', [waiting]) });
  await user.click(dialog.getByText('Text me a code'));
  await user.type(await dialog.findByLabelText('Enter Code'), '111111');
  const field = await dialog.findByLabelText('New mobile');
  for (const [typed, error] of [
    ['04', 'Please use an Australian mobile.'],
    ['0412 345 678', 'This is your number already.'],
    ['+1 212 555 0123', 'Please use an Australian mobile.'],
  ] as const) {
    await user.clear(field);
    await user.type(field, `${typed}{Enter}`);
    expect(readFieldError(field), typed).toBe(error);
  }
  await user.clear(field);
  await user.type(field, '0491 570 156{Enter}');
  await user.type(await dialog.findByLabelText('Enter Code'), '222222');
  expect(await page.findByText('Mobile changed')).toBeTruthy();
  expect(bodies(SEND)).toMatchObject([{ mobile: '+61412345678' }, { mobile: NEW }]);
  expect(bodies(CHANGE)).toEqual([{ jwt: `proof of ${NEW}`, old_jwt: 'proof of +61412345678', email_code: '' }]);
  expect(useSession.getState().mobile).toBe(NEW);
  expect(readPendingLines(NEW)).toEqual([waiting]);
  expect(document.activeElement).toBe(page.getByLabelText('Change mobile'));
});

it('rejects a verified new number that belongs to another account, and lets the customer type a different one', async () => {
  const mobileInUse = { status: false, codes: { mobile: 'mobile_in_use' }, input_validation: { mobile: 'x' } } as const;
  const { user, dialog } = await open({ answers: { [CHANGE]: mobileInUse } });
  await user.click(dialog.getByText('Text me a code'));
  await user.type(await dialog.findByLabelText('Enter Code'), '111111');
  await user.type(await dialog.findByLabelText('New mobile'), '0491570156{Enter}');
  await user.type(await dialog.findByLabelText('Enter Code'), '222222');
  const field = await dialog.findByLabelText('New mobile');
  expect(readFieldError(field)).toBe('Another account already has this mobile.');
  await user.type(field, '7');
  expect(readFieldError(field)).toBe('');
});

it('replaces a lost number after verifying the new number, then the email', async () => {
  const { page, user, dialog, bodies } = await open();
  await user.click(dialog.getByText('I no longer have this number'));
  await user.type(await dialog.findByLabelText('New mobile'), '0491570156{Enter}');
  await user.type(await dialog.findByLabelText('Enter Code'), '222222');
  expect((await dialog.findByText(/^Your new number is confirmed/)).textContent).toContain('wren@example.com');
  await user.click(dialog.getByText('Mail me a code'));
  await user.type(await dialog.findByLabelText('Enter Code'), '333333');
  expect(await page.findByText('Mobile changed')).toBeTruthy();
  expect(bodies(CHANGE)).toEqual([{ jwt: `proof of ${NEW}`, old_jwt: '', email_code: '333333' }]);
});

it('shows the operator contact when the email was changed too recently to verify the customer', async () => {
  const refused = {
    status: false,
    codes: { email: 'email_changed_lately' },
    input_validation: { email: 'x' },
  } as const;
  const { user, dialog } = await open({ answers: { [MAIL]: refused } });
  await user.click(dialog.getByText('I no longer have this number'));
  await user.type(await dialog.findByLabelText('New mobile'), '0491570156{Enter}');
  await user.type(await dialog.findByLabelText('Enter Code'), '222222');
  await user.click(await dialog.findByText('Mail me a code'));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Your email is too new to prove who you are. Contact us and we’ll change your number for you: hello@handsel.example',
  );
  expect(dialog.queryByText(/Mail me a code|Now we mail a code/)).toBeNull();
});

it('shows no operator contact until the shop settings have loaded', async () => {
  const { dialog } = await open({ answers: { 'GET mobiledigital/shopsettings': slow } });
  expect(dialog.getByText('Text me a code')).toBeTruthy();
  expect(dialog.queryByText(/^No longer have this number/)).toBeNull();
});

it('shows the operator contact for a lost number when the shop sends no email', async () => {
  const { dialog } = await open({ answers: { 'GET mobiledigital/shopsettings': { ...settings, mail: false } } });
  expect(dialog.queryByText('I no longer have this number')).toBeNull();
  expect(dialog.getByText(/^No longer have this number/).textContent).toContain('hello@handsel.example');
});

it('shows why a code cannot be sent in the dialog that requested the code', async () => {
  const wait = { status: false, codes: { mobile: 'wait_before_next_code' }, parameters: { mobile: { seconds: 12 } } };
  const { dialog, user } = await open({ answers: { [SEND]: { ...wait, retry_after: 12 } as never } });
  await user.click(dialog.getByText('Text me a code'));
  expect((await dialog.findByRole('alert')).textContent).toContain('Please wait 12 seconds');
});
