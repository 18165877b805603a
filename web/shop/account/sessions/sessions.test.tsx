import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { customer, MOBILE, sessions } from '#gallery/fixtures/customer.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { openShop } from '#test/web/open-shop.ts';
import { refuse } from '#test/web/watch-calls.ts';
import { useSession } from '../../session/session.ts';

const LIST = 'GET mobiledigital/sessions';
const END = 'POST mobiledigital/endsessions';
const SAVE = 'PUT customers/me';
const refused = refuse(400, { code: 'recent_code_required', message: 'To change how you sign in' });

const open = (answers: object = {}) => {
  let left = sessions;
  return openShop({
    url: '/account/personaldetails',
    session: signedInCustomer(),
    shows: 'Where you are signed in',
    answers: {
      [LIST]: () => ({ status: true, sessions: left }),
      [END]: ({ body }: { body: { ids: string[] } }) => {
        left = left.filter(({ id }) => !body.ids.includes(id));
        return { status: true };
      },
      ...answers,
    } as never,
  });
};
const otherLabels = /^Sign out (Windows computer|Android device), since/;

it('lists each session with device, start and sign-in method, and offers no sign-out for the current session', async () => {
  const { page } = await open();
  const rows = (await page.findAllByText(/^Since /)).map((element) => element.closest('li')?.textContent);
  expect(rows).toMatchObject([
    expect.stringMatching(/^iPhoneSince .*, with a codeHere, just now$/),
    expect.stringMatching(/^Windows computerSince .*, with a passkeySign out$/),
    expect.stringMatching(/^Android deviceSince .*, by a personal linkSign out$/),
  ]);
});

it('signs out another session, and hides "Sign out everywhere else" when only one other session remains', async () => {
  const { page, user, bodies } = await open();
  await user.click(await page.findByLabelText(/^Sign out Windows computer/));
  expect(await page.findByText('Signed out there')).toBeTruthy();
  expect(bodies(END)).toEqual([{ ids: ['s2'] }]);
  await waitFor(() => expect(page.getAllByLabelText(otherLabels)).toHaveLength(1));
  expect(document.activeElement?.id).toBe('sessions');
  expect(page.queryByText('Sign out everywhere else')).toBeNull();
});

it('signs out all other sessions with a single call on a double tap', async () => {
  const { page, user, bodies } = await open();
  await user.dblClick(await page.findByText('Sign out everywhere else'));
  expect(await page.findByText('Signed out there')).toBeTruthy();
  expect(bodies(END)).toEqual([{ ids: ['s2', 's3'] }]);
  await waitFor(() => expect(page.queryByLabelText(otherLabels)).toBeNull());
});

type Shop = Awaited<ReturnType<typeof open>>;
const signOutOthers = async ({ page, user }: Shop) => user.click(await page.findByText('Sign out everywhere else'));
const changeEmail = async ({ page, user }: Shop) => {
  await user.click(page.getByLabelText('Change email'));
  await user.type(page.getByLabelText('Email', { selector: 'input' }), '.au{Enter}');
};

it.each([
  [END, signOutOthers, { status: true }, 'Signed out there'],
  [SAVE, changeEmail, customer(), 'Email saved'],
] as const)(
  'asks for a code when %s needs a recent sign-in, renews the session and retries',
  async (call, act, done, message) => {
    let isProved = false;
    const shop = await open();
    Object.assign(shop.answers, {
      'POST customers/isEmailAvailable': true,
      [call]: () => (isProved ? done : refused()),
      'POST mobiledigital/sendmobilecode': { status: true },
      'POST mobiledigital/confirmmobilecode': { status: true, jwt: 'proof' },
      'POST mobiledigital/signout': { status: true },
      'POST mobiledigital/auth': () => {
        isProved = true;
        return { status: true, existing_user: true, mobile: MOBILE, token: 'anew', token_ttl: 3_300_000 };
      },
    });
    const { page, user, bodies, count } = shop;
    await act(shop);
    await page.findByText('This changes how you sign in, so we check that it’s you.');
    await user.type(await page.findByLabelText('Enter Code'), '123456');
    expect(await page.findByText(message)).toBeTruthy();
    expect(bodies('POST mobiledigital/auth')).toEqual([{ jwt: 'proof', autologin: false }]);
    expect(useSession.getState().token).toBe('anew');
    expect(count('POST mobiledigital/signout')).toBe(1);
    expect(count(call)).toBe(2);
  },
);
