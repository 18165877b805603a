import { beforeEach, expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { clearSession, restoreSession, signIn, useSession } from './session.ts';
import { getVerifiedMobile, saveVerifiedMobile } from './verified-mobile.ts';

const verified = { mobile: '+61412345678', jwt: 'a.b.c', campaign_id: '7', product_id: '' };
const MINUTE_MS = 60_000;

beforeEach(() => {
  fakeStorage();
  useSession.setState(useSession.getInitialState(), true);
});

it('keeps a verified mobile number across reloads for fifteen minutes after the first save', () => {
  saveVerifiedMobile(verified, 0);
  saveVerifiedMobile(verified, 10 * MINUTE_MS);
  expect(getVerifiedMobile(14 * MINUTE_MS)).toEqual(verified);
  expect(getVerifiedMobile(15 * MINUTE_MS)).toBeNull();
  expect(getVerifiedMobile(0)).toBeNull();
});

it('restores the verified mobile number into a signed-out session', () => {
  saveVerifiedMobile(verified);
  restoreSession();
  expect(useSession.getState()).toMatchObject({ ...verified, new_user: true, is_signed_in: false });
});

it('clears the verified mobile number on sign-in and sign-out', () => {
  saveVerifiedMobile(verified);
  signIn({ status: true, existing_user: true, mobile: verified.mobile, token: 'bearer' });
  expect(getVerifiedMobile()).toBeNull();
  saveVerifiedMobile(verified);
  clearSession();
  expect(getVerifiedMobile()).toBeNull();
});
