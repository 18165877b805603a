import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { customer, MOBILE, settings } from '#gallery/fixtures/customer.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { BROWSE, openShop, readFieldError } from '#test/web/open-shop.ts';
import { useSession } from '../../session/session.ts';
import { readFormDraft } from '../../state/form-drafts.ts';
import { openPopup } from '../../state/popups.ts';

const TEXT = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';
const MAIL = 'POST mobiledigital/sendrecoverycode';
const RECOVER = 'POST mobiledigital/recoveraccount';
const AUTH = 'POST mobiledigital/auth';
const NEW = '+61491570156';
const DOOR = 'I’ve changed my number';
const DOOR_OF_DETAILS = 'Move my old account to this number';
const buildRefusal = (codes: object, parameters: object = {}) => ({ status: false, codes, parameters }) as never;

async function open(story: Partial<Story> = {}) {
  const shop = await openShop({
    url: '/browse',
    popup: { kind: 'sign-in' },
    shows: DOOR,
    ...story,
    answers: {
      [TEXT]: { status: true },
      [CONFIRM]: ({ body }) => ({ status: true, jwt: `proof-of-${body.mobile}` }),
      [MAIL]: { status: true },
      [RECOVER]: { status: true, mobile: NEW },
      [AUTH]: { status: true, existing_user: true, mobile: NEW, token: 'bearer' },
      ...story.answers,
    },
  });
  const { page, user } = shop;
  const dialog = () => within(page.getByRole('dialog'));
  const code = async (digits: string) => user.type(await dialog().findByLabelText('Enter Code'), digits);
  return {
    ...shop,
    dialog,
    code,
    async proveNumber() {
      await user.click(page.getByText(DOOR));
      await user.type(await dialog().findByLabelText('New mobile'), '0491 570 156{Enter}');
      await code('222222');
      await dialog().findByLabelText('Email');
    },
    async proveMailbox() {
      await user.type(await dialog().findByLabelText('Email'), ' wren@example.com{Enter}');
      await dialog().findByText('Code from your mailbox');
      await code('333333');
    },
  };
}

describe('when signed out', () => {
  it('signs in and stays on the page after codes sent to the new number and the email are confirmed', async () => {
    const { page, bodies, proveNumber, proveMailbox } = await open({ url: '/privacy' });
    await proveNumber();
    await proveMailbox();
    await waitFor(() => expect(useSession.getState()).toMatchObject({ is_signed_in: true, mobile: NEW }));
    expect(bodies(TEXT)).toMatchObject([{ mobile: NEW }]);
    expect(bodies(MAIL)).toMatchObject([{ email: 'wren@example.com' }]);
    expect(bodies(RECOVER)).toEqual([
      { jwt: `proof-of-${NEW}`, email: 'wren@example.com', email_code: '333333', take_mobile: false },
    ]);
    expect(bodies(AUTH)).toMatchObject([{ jwt: `proof-of-${NEW}` }]);
    expect(await page.findByText('Print or save', { exact: false })).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
    expect(readFormDraft('other-account')).toBeNull();
  });

  it('resumes the action that sign-in interrupted', async () => {
    const next = vi.fn();
    const { proveNumber, proveMailbox } = await open({ popup: { kind: 'sign-in', next } });
    await proveNumber();
    await proveMailbox();
    await waitFor(() => expect(next).toHaveBeenCalledTimes(1));
  });

  it('validates the number and email before sending anything', async () => {
    const { page, user, sent, dialog, code } = await open();
    await user.click(page.getByText(DOOR));
    const mobile = await dialog().findByLabelText('New mobile');
    expect((mobile as HTMLInputElement).value).toBe('');
    for (const [typed, error] of [
      ['04', 'Please use an Australian mobile.'],
      ['+1 212 555 0123', 'Please use an Australian mobile.'],
    ] as const) {
      await user.clear(mobile);
      await user.type(mobile, `${typed}{Enter}`);
      expect(readFieldError(mobile), typed).toBe(error);
    }
    expect(sent).not.toContain(TEXT);
    await user.clear(mobile);
    await user.type(mobile, '0491570156{Enter}');
    await code('222222');
    const email = await dialog().findByLabelText('Email');
    await user.type(email, 'wren at home{Enter}');
    expect(readFieldError(email)).toBe('Please enter a valid email');
    expect(sent).not.toContain(MAIL);
  });

  it.each([
    [
      'the error for a wrong code',
      buildRefusal({ email_code: 'code_wrong' }, { email_code: { tries: 4 } }),
      /You have 4 tries left/,
    ],
    ['the error after the last try', buildRefusal({ email_code: 'code_wrong_last_try' }), /it was the last try/],
    ['the error for an expired code', buildRefusal({ email_code: 'code_expired' }), /This code no longer works/],
    [
      'the error for an email that is too new',
      buildRefusal({ email_code: 'email_changed_lately' }),
      /too new to prove who you are/,
    ],
    [
      'the error for an account used in the meantime',
      buildRefusal({ email_code: 'account_used_since' }),
      /Please contact us/,
    ],
  ])('shows %s under the field and offers another code', async (_what, answer, words) => {
    const { dialog, proveNumber, proveMailbox } = await open({ answers: { [RECOVER]: answer } });
    await proveNumber();
    await proveMailbox();
    const field = await dialog().findByLabelText('Enter Code');
    await waitFor(() => expect(readFieldError(field)).toMatch(words));
    expect(dialog().getByText(/^Send again/)).toBeTruthy();
  });

  it('does not reveal whether an account has the email, and names a contact if no email arrives', async () => {
    const { dialog, user, proveNumber, proveMailbox } = await open({
      answers: { [RECOVER]: buildRefusal({ email_code: 'code_wrong' }, { email_code: { tries: 4 } }) },
    });
    await proveNumber();
    await proveMailbox();
    expect(dialog().getByText(/^We only send a code if an account uses this email/).textContent).toContain(
      'hello@handsel.example',
    );
    await user.click(dialog().getByLabelText('Change email'));
    expect((dialog().getByLabelText('Email') as HTMLInputElement).value).toContain('wren@example.com');
  });

  it('shows under the email field why the server sent no code', async () => {
    const wait = { ...(buildRefusal({ email: 'wait_before_next_code' }, { email: { seconds: 12 } }) as object) };
    const { dialog, user, proveNumber } = await open({ answers: { [MAIL]: { ...wait, retry_after: 12 } as never } });
    await proveNumber();
    const email = dialog().getByLabelText('Email');
    await user.type(email, 'wren@example.com{Enter}');
    await waitFor(() => expect(readFieldError(email)).toContain('Please wait 12 seconds'));
  });

  it('asks for the number again when its verification has expired', async () => {
    const { dialog, proveNumber, proveMailbox } = await open({
      answers: { [RECOVER]: buildRefusal({ mobile: 'mobile_not_proved' }) },
    });
    await proveNumber();
    await proveMailbox();
    expect(readFieldError(await dialog().findByLabelText('New mobile'))).toBe(
      'Please confirm your mobile with a code first.',
    );
  });

  it('names a contact when the shop sends no email', async () => {
    const { page, user, dialog } = await open({
      answers: { 'GET mobiledigital/shopsettings': { ...settings, mail: false } },
    });
    await user.click(page.getByText(DOOR));
    expect((await dialog().findByText(/^Contact us and we’ll move your account/)).textContent).toContain(
      'hello@handsel.example',
    );
    expect(dialog().queryByLabelText('New mobile')).toBeNull();
  });

  it('returns to the code step when the customer has left to read the email', async () => {
    const first = await open();
    await first.proveNumber();
    await first.user.type(first.dialog().getByLabelText('Email'), 'wren@example.com{Enter}');
    await first.dialog().findByText('Code from your mailbox');
    await first.user.keyboard('{Escape}');
    await waitFor(() => expect(first.page.queryByRole('dialog')).toBeNull());
    openPopup({ kind: 'other-account' });
    await first.page.findByRole('dialog');
    await first.code('333333');
    await waitFor(() => expect(useSession.getState().mobile).toBe(NEW));
    expect(first.bodies(RECOVER)).toMatchObject([{ jwt: `proof-of-${NEW}`, email: 'wren@example.com' }]);
  });
});

describe('when the new number has an account', () => {
  const inUse = buildRefusal({ mobile: 'mobile_in_use' });

  it('asks after both verifications whether to move the number, and moves it with one tap', async () => {
    const { dialog, user, bodies, proveNumber, proveMailbox } = await open({
      answers: { [RECOVER]: ({ body }) => (body.take_mobile ? { status: true, mobile: NEW } : inUse) },
    });
    await proveNumber();
    await proveMailbox();
    await user.click(await dialog().findByText('Use it for my other account'));
    await waitFor(() => expect(useSession.getState()).toMatchObject({ is_signed_in: true, mobile: NEW }));
    expect(bodies(RECOVER)).toMatchObject([
      { email_code: '333333', take_mobile: false },
      { email_code: '333333', take_mobile: true },
    ]);
  });

  it('names a contact when another account already has the number, and accepts a different number', async () => {
    const { dialog, user, proveNumber, proveMailbox } = await open({ answers: { [RECOVER]: inUse } });
    await proveNumber();
    await proveMailbox();
    await user.click(await dialog().findByText('Use it for my other account'));
    expect((await dialog().findByRole('alert')).textContent).toBe(
      'Another account already has this mobile. hello@handsel.example',
    );
    await user.click(dialog().getByText('Use another number'));
    expect((dialog().getByLabelText('New mobile') as HTMLInputElement).value).toBe('0491570156');
  });

  it('shows an error at the code field when the code has expired in the meantime', async () => {
    const { dialog, user, proveNumber, proveMailbox } = await open({
      answers: { [RECOVER]: ({ body }) => (body.take_mobile ? buildRefusal({ email_code: 'code_expired' }) : inUse) },
    });
    await proveNumber();
    await proveMailbox();
    await user.click(await dialog().findByText('Use it for my other account'));
    expect(readFieldError(await dialog().findByLabelText('Enter Code'))).toContain('This code no longer works');
  });
});

it("prefills the customer's number when opened from Personal Details, and then shows the other account", async () => {
  const other = { ...customer(), id: 2, email: 'old@example.com' };
  const me = vi.fn().mockReturnValueOnce(customer()).mockReturnValue(other);
  const { page, user, dialog, code, proveMailbox } = await open({
    url: '/account/personaldetails',
    popup: undefined as never,
    session: signedInCustomer(),
    shows: DOOR_OF_DETAILS,
    answers: {
      'GET customers/me': me,
      [RECOVER]: ({ body }) =>
        body.take_mobile ? { status: true, mobile: MOBILE } : buildRefusal({ mobile: 'mobile_in_use' }),
      [AUTH]: { status: true, existing_user: true, mobile: MOBILE, token: 'bearer' },
    },
  });
  await page.findByText('wren@example.com');
  await user.click(page.getByText(DOOR_OF_DETAILS));
  expect(((await dialog().findByLabelText('New mobile')) as HTMLInputElement).value).toBe('0412345678');
  await user.click(dialog().getByText('Send Code'));
  await code('222222');
  await proveMailbox();
  await user.click(await dialog().findByText('Use it for my other account'));
  expect(await page.findByText('old@example.com')).toBeTruthy();
  expect(page.queryByText('wren@example.com')).toBeNull();
  expect(useSession.getState().token).toBe('bearer');
});

it('skips verifying a number already verified for registration, and returns to the previous page afterwards', async () => {
  const { page, user, bodies, proveMailbox } = await open({
    url: '/register',
    popup: undefined as never,
    shows: DOOR,
    session: { jwt: 'proof-of-registering', mobile: NEW, new_user: true },
  });
  await user.click(await page.findByText('Got it'));
  await user.click(page.getByText(DOOR));
  await proveMailbox();
  expect(await page.findByText(BROWSE, { exact: false })).toBeTruthy();
  expect(bodies(TEXT)).toEqual([]);
  expect(bodies(RECOVER)).toMatchObject([{ jwt: 'proof-of-registering', email: 'wren@example.com' }]);
});
