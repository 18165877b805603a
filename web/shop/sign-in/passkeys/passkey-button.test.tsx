import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { refuse } from '#test/web/watch-calls.ts';
import { useSession } from '../../session/session.ts';

const ASK = 'POST mobiledigital/passkeychallenge';
const ENTER = 'POST mobiledigital/passkeysignin';
const BUTTON = 'Use a passkey';
const toBuffer = (text: string) => new TextEncoder().encode(text).buffer;
const options = { rpId: 'localhost', challenge: 'YQ', timeout: 300_000, userVerification: 'required' };
const credential = {
  id: 'aWQ',
  rawId: toBuffer('id'),
  type: 'public-key',
  response: {
    clientDataJSON: toBuffer('said'),
    authenticatorData: toBuffer('facts'),
    signature: toBuffer('signed'),
    userHandle: toBuffer('1'),
  },
  getClientExtensionResults: () => ({}),
};
const signedIn = { status: true, existing_user: true, token: 'bearer', token_ttl: 3_300_000, mobile: '+61412345678' };

let get = vi.fn();
beforeEach(() => {
  get = vi.fn(async () => credential);
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: class {}, configurable: true });
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

const openPopup = (story: Partial<Story> = {}, popup: object = {}) =>
  openShop({
    url: '/privacy',
    popup: { kind: 'sign-in', ...popup },
    shows: 'Send Mobile Code',
    ...story,
    answers: { [ASK]: { status: true, options } as never, [ENTER]: signedIn, ...story.answers },
  });

it('signs in with a passkey and resumes the interrupted action', async () => {
  const next = vi.fn();
  const { page, user, bodies, names } = await openPopup({}, { next });
  await user.click(page.getByText(BUTTON));
  await waitFor(() => expect(next).toHaveBeenCalledTimes(1));
  expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'bearer', mobile: '+61412345678' });
  expect(names().filter((name) => name.includes('passkey'))).toEqual([ASK, ENTER]);
  expect(bodies(ENTER)).toMatchObject([
    { credential: { id: 'aWQ', type: 'public-key', response: { userHandle: 'MQ' } } },
  ]);
  expect(page.queryByText(BUTTON)).toBeNull();
});

it('announces the sign-in when no action was interrupted', async () => {
  const { page, user } = await openPopup();
  await user.click(page.getByText(BUTTON));
  expect(await page.findByText('You are signed in')).toBeTruthy();
});

it('keeps the popup open and offers a code when the browser returns no passkey', async () => {
  get.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const { page, user, count } = await openPopup();
  await user.click(page.getByText(BUTTON));
  expect((await page.findByRole('alert')).textContent).toBe('No passkey was used. A code signs you in as well.');
  expect(page.getByText('Send Code')).toBeTruthy();
  expect(count(ENTER)).toBe(0);
});

it('shows inline that the passkey is unknown, and tries again on the next tap', async () => {
  const unknown = refuse(400, { code: 'passkey_unknown' });
  const shop = await openPopup();
  shop.answers[ENTER] = unknown;
  await shop.user.click(shop.page.getByText(BUTTON));
  expect((await shop.page.findByRole('alert')).textContent).toBe(
    'No account uses this passkey. Please sign in with a code.',
  );
  shop.answers[ENTER] = signedIn;
  await shop.user.click(shop.page.getByText(BUTTON));
  expect(await shop.page.findByText('You are signed in')).toBeTruthy();
});

it('offers no passkeys in a browser that does not support them', async () => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  const { page } = await openPopup();
  expect(page.queryByText(BUTTON)).toBeNull();
});
