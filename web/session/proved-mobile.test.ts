import { beforeEach, expect, test } from 'vitest';
import { fakeStorage } from '../state/testing.ts';
import { keepProved, provedBefore } from './proved-mobile.ts';
import { clearSession, restoreSession, signIn, useSession } from './session.ts';

const proved = { mobile: '+61412345678', jwt: 'a.b.c', campaign_id: '7', product_id: '' };
const MINUTE_MS = 60_000;

beforeEach(() => {
  fakeStorage();
  useSession.setState(useSession.getInitialState(), true);
});

test('a proved mobile outlives a reload for fifteen minutes, however often it is kept', () => {
  keepProved(proved, 0);
  keepProved(proved, 10 * MINUTE_MS);
  expect(provedBefore(14 * MINUTE_MS)).toEqual(proved);
  expect(provedBefore(15 * MINUTE_MS)).toBeNull();
  expect(provedBefore(0)).toBeNull();
});

test('the session begins with it, unless somebody is signed in', () => {
  keepProved(proved);
  restoreSession();
  expect(useSession.getState()).toMatchObject({ ...proved, new_user: true, is_signed_in: false });
});

test('a sign-in and a sign-out forget it', () => {
  keepProved(proved);
  signIn({ status: true, existing_user: true, mobile: proved.mobile, token: 'bearer' });
  expect(provedBefore()).toBeNull();
  keepProved(proved);
  clearSession();
  expect(provedBefore()).toBeNull();
});
