import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MOBILE, passkeys } from '#gallery/fixtures/customer.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { refuse } from '#test/web/watch-calls.ts';

const LIST = 'GET mobiledigital/passkeys';
const BEGIN = 'POST mobiledigital/newpasskey';
const ADD = 'POST mobiledigital/addpasskey';
const REMOVE = 'POST mobiledigital/removepasskey';
const SESSIONS = 'GET mobiledigital/sessions';
const toBuffer = (text: string) => new TextEncoder().encode(text).buffer;
const options = {
  rp: { id: 'localhost', name: 'Handsel' },
  user: { id: 'MQ', name: '0412 345 678', displayName: 'Wren Banks' },
  challenge: 'YQ',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  attestation: 'none',
};
const credential = {
  id: 'aWQ',
  rawId: toBuffer('id'),
  type: 'public-key',
  response: {
    clientDataJSON: toBuffer('said'),
    attestationObject: toBuffer('made'),
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({}),
};
const added = { id: 3, device: 'mac', created_at: '2026-11-26T01:00:00.000Z', last_used_at: null };

let create = vi.fn();
beforeEach(() => {
  create = vi.fn(async () => credential);
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: class {}, configurable: true });
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

const open = (answers: object = {}) =>
  openShop({
    url: '/account/personaldetails',
    session: signedInCustomer(),
    shows: 'Passkeys',
    answers: {
      [LIST]: { status: true, passkeys },
      [BEGIN]: { status: true, options },
      [ADD]: { status: true, passkey: added },
      [REMOVE]: { status: true },
      ...answers,
    } as never,
  });
const row = 'Remove the passkey iPhone, added 2 Nov 2026';

it('warns that text codes reach anyone who takes over the mobile number', async () => {
  const { page } = await open();
  expect(await page.findByText(/anyone who takes over your number gets your codes by text/)).toBeTruthy();
});

it('shows device, creation date and last use of each passkey', async () => {
  const { page } = await open();
  const text = async (label: string) => (await page.findByLabelText(label)).closest('li')?.textContent;
  expect(await text(row)).toContain('iPhoneAdded 2 Nov 2026Last used 25 Nov 2026');
  expect(await text('Remove the passkey Security key, added 20 Nov 2026')).toContain('Not used yet');
});

it('adds a passkey through the browser and shows it first in the list', async () => {
  const { page, user, bodies } = await open();
  await user.click(await page.findByText('Add a passkey'));
  expect(await page.findByText('Passkey added')).toBeTruthy();
  expect(bodies(ADD)).toMatchObject([{ credential: { id: 'aWQ', response: { transports: ['internal'] } } }]);
  expect(page.getAllByText(/^Added /).map(({ parentElement }) => parentElement?.firstChild?.textContent)).toEqual([
    'Mac',
    'Security key',
    'iPhone',
  ]);
});

it.each([
  ['NotAllowedError', 'No passkey was added. You can try again at any time.'],
  ['InvalidStateError', 'This device has a passkey of yours already.'],
])('explains why the browser created no passkey (%s) and sends nothing', async (name, words) => {
  create.mockRejectedValue(new DOMException('no', name));
  const { page, user, count } = await open();
  await user.click(await page.findByText('Add a passkey'));
  expect((await page.findByRole('alert')).textContent).toBe(words);
  expect(count(ADD)).toBe(0);
});

it('asks for a required code inline, then continues adding the passkey', async () => {
  let isProved = false;
  const { page, user, answers, count } = await open();
  answers[BEGIN] = () => (isProved ? { status: true, options } : refuse(400, { code: 'recent_code_required' })());
  answers['POST mobiledigital/sendmobilecode'] = { status: true };
  answers['POST mobiledigital/confirmmobilecode'] = { status: true, jwt: 'proof' };
  answers['POST mobiledigital/auth'] = () => {
    isProved = true;
    return { status: true, existing_user: true, mobile: MOBILE, token: 'anew' };
  };
  await user.click(await page.findByText('Add a passkey'));
  await page.findByText('Is it you?');
  const seen = count(SESSIONS);
  let seenAtSignOut = -1;
  answers['POST mobiledigital/signout'] = () => {
    seenAtSignOut = count(SESSIONS);
    return { status: true };
  };
  await user.type(await page.findByLabelText('Enter Code'), '123456');
  expect(await page.findByText('Passkey added')).toBeTruthy();
  await waitFor(() => expect(count(SESSIONS), 'the list with the session of that code').toBe(seen + 1));
  expect(seenAtSignOut, 'the list after the session before was ended').toBe(seen);
});

it('asks for confirmation before removing a passkey, removes it once and keeps the focus in the list', async () => {
  const shop = await open();
  const { page, user, bodies, count } = shop;
  const seen = count(SESSIONS);
  await user.click(await page.findByLabelText(row));
  const question = within(page.getByRole('dialog'));
  expect(document.activeElement?.textContent).toBe('Keep it');
  const taps = () => user.dblClick(question.getByText('Remove'));
  await expectSentOnce(shop, REMOVE, { answer: { status: true }, taps, shows: 'Passkey removed' });
  expect(bodies(REMOVE)).toEqual([{ id: 1 }]);
  await waitFor(() => expect(count(SESSIONS), 'the list without what it had signed in').toBe(seen + 1));
  expect(page.queryByLabelText(row)).toBeNull();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

it('allows at most ten passkeys', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => ({ ...added, id: index + 1 }));
  const { page } = await open({ [LIST]: { status: true, passkeys: ten } });
  expect(await page.findByText(/^You have 10 passkeys, the maximum/)).toBeTruthy();
  expect(page.queryByText('Add a passkey')).toBeNull();
});

it('lists and removes passkeys even in a browser that does not support them', async () => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  const { page } = await open();
  expect(await page.findByLabelText(row)).toBeTruthy();
  expect(page.queryByText('Add a passkey')).toBeNull();
});
