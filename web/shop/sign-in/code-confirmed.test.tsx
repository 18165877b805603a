import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { passkeys } from '#gallery/fixtures/customer.ts';
import { offline } from '#gallery/story/answers.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop, readFieldError } from '#test/web/open-shop.ts';
import { holdAnswer, refuse } from '#test/web/watch-calls.ts';
import { useSession } from '../session/session.ts';

const SEND = 'POST mobiledigital/sendmobilecode';
const CONFIRM = 'POST mobiledigital/confirmmobilecode';
const AUTH = 'POST mobiledigital/auth';
const REMOVE = 'POST mobiledigital/removepasskey';
const MOBILE = '+61412345678';

async function openAtCode(story: Partial<Story> = {}) {
  const shop = await openShop({
    url: '/privacy',
    popup: { kind: 'sign-in', step: 'code', mobile: MOBILE },
    shows: 'Confirm Mobile Code',
    ...story,
  });
  const code = () => shop.page.getByLabelText<HTMLInputElement>('Enter Code');
  return { ...shop, code };
}

const confirmed = { [CONFIRM]: { status: true, jwt: 'fresh' } };
const customer = {
  status: true,
  existing_user: true,
  mobile: MOBILE,
  token: 'bearer',
  token_ttl: 3_300_000,
  country_code: 'US',
  currency_rate: { USD: 1.53 },
};

async function confirmWith(auth: unknown, overrides: Partial<Story> = {}) {
  const shop = await openAtCode({ answers: { ...confirmed, [AUTH]: auth } as never, ...overrides });
  await shop.user.type(shop.code(), '123456');
  await shop.page.findByText('Mobile code confirmed');
  return shop;
}

async function confirmOnStoppedClock(auth: unknown) {
  const shop = await openAtCode({ answers: { [AUTH]: auth } as never });
  const reply = holdAnswer({ status: true, jwt: 'fresh' });
  shop.answers[CONFIRM] = reply.answer;
  await shop.user.type(shop.code(), '123456');
  await waitFor(() => expect(shop.count(CONFIRM)).toBe(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  reply.release();
  await vi.waitFor(() => shop.page.getByText('Mobile code confirmed'), { interval: 1 });
  return shop;
}

it('shows Success for two seconds, then closes the popup [SI-11, SI-12, BC-05]', async () => {
  const { page } = await confirmOnStoppedClock(customer);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(page.getByRole('heading', { name: 'Success' })).toBeTruthy();
  expect(page.getByText('Mobile code confirmed')).toBeTruthy();
  expect(useSession.getState().is_signed_in).toBe(false);
  await vi.advanceTimersByTimeAsync(150);
  await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull(), { interval: 1, timeout: 50 });
  expect(useSession.getState().is_signed_in).toBe(true);
});

it('signs an existing customer in once the Success step is closed [ST-003]', async () => {
  const { page, user, bodies } = await confirmWith(customer);
  await user.keyboard('{Escape}');
  expect(await page.findByText('You are signed in')).toBeTruthy();
  expect(bodies(AUTH)).toEqual([{ jwt: 'fresh', autologin: false }]);
  expect(useSession.getState()).toMatchObject({
    is_signed_in: true,
    token: 'bearer',
    mobile: MOBILE,
    jwt: '',
  });
  await user.click(page.getByLabelText('Menu'));
  await user.click(await page.findByRole('tab', { name: 'Account' }));
  expect(await page.findByRole('link', { name: 'My Account' })).toBeTruthy();
});

it('stores the country, rate, mobile number, token and its expiry for an existing customer [ST-004, ST-005, BC-10]', async () => {
  const { page, user } = await confirmWith(customer);
  const before = Date.now();
  await user.keyboard('{Escape}');
  await page.findByText('You are signed in');
  const { token_ttl, ...stored } = { ...localStorage };
  expect(stored).toMatchObject({ token: 'bearer', mobile: MOBILE, country_code: 'US', currency_rate: '{"USD":1.53}' });
  expect(Number(token_ttl)).toBeGreaterThanOrEqual(before + 3_300_000);
  expect(Number(token_ttl)).toBeLessThanOrEqual(Date.now() + 3_300_000);
});

it('resumes the interrupted action once, instead of announcing the sign-in', async () => {
  const next = vi.fn();
  const { page, user } = await confirmWith(customer, {
    popup: { kind: 'sign-in', step: 'code', mobile: MOBILE, next },
  });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(next).toHaveBeenCalledTimes(1));
  expect(page.queryByText('You are signed in')).toBeNull();
});

it('asks about passkeys added in the last day, removes those the customer denies, then resumes the action', async () => {
  const next = vi.fn();
  const shop = await confirmWith(
    { ...customer, new_passkeys: passkeys },
    { popup: { kind: 'sign-in', step: 'code', mobile: MOBILE, next } },
  );
  const { page, user, bodies } = shop;
  shop.answers[REMOVE] = { status: true };
  await user.keyboard('{Escape}');
  await page.findByText('Was this you?');
  const answer = (device: string, words: string) =>
    user.click(within(page.getByRole('group', { name: device })).getByText(words));
  await answer('Security key', 'Yes');
  expect(page.queryByRole('group', { name: 'Security key' })).toBeNull();
  expect(next).not.toHaveBeenCalled();
  await answer('iPhone', 'No, remove it');
  await waitFor(() => expect(next).toHaveBeenCalledTimes(1));
  expect(bodies(REMOVE)).toEqual([{ id: 1 }]);
  expect(await page.findByText('Passkey removed')).toBeTruthy();
});

it('asks for a new code before removing a passkey, then asks about the remaining passkeys', async () => {
  const shop = await confirmWith({ ...customer, new_passkeys: passkeys });
  const { page, user } = shop;
  shop.answers[SEND] = { status: true };
  shop.answers[REMOVE] = refuse(400, { code: 'recent_code_required' });
  await user.keyboard('{Escape}');
  await page.findByText('Was this you?');
  await user.click(within(page.getByRole('group', { name: 'iPhone' })).getByText('No, remove it'));
  await page.findByText('Is it you?');
  shop.answers[REMOVE] = { status: true };
  await user.type(page.getByLabelText('Enter Code'), '123456');
  await page.findByText('Was this you?');
  expect(page.queryByRole('group', { name: 'iPhone' })).toBeNull();
  await user.click(within(page.getByRole('group', { name: 'Security key' })).getByText('Yes'));
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
});

it('leads a new mobile number to registration without signing in [ST-002]', async () => {
  const { page, user } = await confirmWith({ status: true, new_user: true, mobile: MOBILE });
  await user.keyboard('{Escape}');
  expect(await page.findByRole('heading', { level: 1, name: 'Nice to meet you' })).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
  expect(useSession.getState()).toMatchObject({
    new_user: true,
    mobile: MOBILE,
    jwt: 'fresh',
    is_signed_in: false,
  });
});

it('reports that the server rejected the token, and does not sign in', async () => {
  const { page, user } = await confirmWith({ status: false });
  await user.keyboard('{Escape}');
  expect(await page.findByText('We could not sign you in. Please ask for a new code or link.')).toBeTruthy();
  expect(useSession.getState()).toMatchObject({ is_signed_in: false, autologin_error: true, jwt: '' });
});

it('verifies the token again on Try again, without confirming the code a second time', async () => {
  const auth = vi.fn().mockReturnValueOnce(offline).mockReturnValue(customer);
  const { page, user, bodies } = await confirmWith(auth);
  await page.findByText('No connection');
  await user.keyboard('{Escape}');
  await user.dblClick(await page.findByText('Try again'));
  await user.keyboard('{Escape}');
  expect(await page.findByText('You are signed in')).toBeTruthy();
  expect(bodies(AUTH)).toHaveLength(2);
  expect(bodies(CONFIRM)).toHaveLength(1);
});

it('asks for a new code inline when the verification has expired, and keeps mobile number and JWT [ST-006, ST-007]', async () => {
  const { page, code, bodies } = await confirmOnStoppedClock({
    status: true,
    expired_link: true,
    mobile: '+61499000111',
  });
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(readFieldError(code())).toBe('Your code has expired. Send a new one.'), {
    interval: 1,
  });
  vi.useRealTimers();
  expect(page.getByRole('heading', { name: 'Confirm Mobile Code' })).toBeTruthy();
  expect(page.getByText('0499 000 111')).toBeTruthy();
  expect(useSession.getState()).toMatchObject({ expired_mobile: '+61499000111', jwt: 'fresh', is_signed_in: false });
  await userEvent.setup().type(code(), '654321');
  await waitFor(() => expect(bodies(CONFIRM)).toHaveLength(2));
  expect(bodies(CONFIRM)[1]).toMatchObject({ mobile: '+61499000111', expired: true, expired_jwt: 'fresh' });
});

it('asks for no user name or password in any step [SI-01]', async () => {
  const answers = {
    [SEND]: { status: true },
    [CONFIRM]: { status: true, jwt: 'fresh' },
    [AUTH]: { status: true, new_user: true, mobile: MOBILE },
  };
  const { page, user } = await openShop({ url: '/signin', shows: 'Send Mobile Code', answers });
  const fields = () => {
    const inputs = [...document.querySelectorAll('input')];
    for (const { type, autocomplete, name } of inputs)
      expect(`${type} ${autocomplete} ${name}`).not.toMatch(/password|user/i);
    expect(document.body.textContent).not.toMatch(/user ?name|(enter|type|your) (a |your )?password/i);
    return inputs.map(({ name }) => name);
  };
  expect(fields()).toEqual(['mobile']);
  await user.type(page.getByLabelText('Your mobile'), '0412345678{Enter}');
  const code = await page.findByLabelText('Enter Code');
  expect(fields()).toEqual(['code']);
  await user.type(code, '123456');
  await page.findByText('Mobile code confirmed');
  expect(fields()).toEqual([]);
  await user.keyboard('{Escape}');
  await page.findByText('Nice to meet you');
  expect(fields()).toEqual(expect.arrayContaining(['mobile', 'fullname', 'email', 'terms']));
});
