import { beforeEach, expect, it } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { signIn, useSession } from '../session/session.ts';
import { usePopups } from '../state/popups.ts';
import { showSignInError } from './show-sign-in-error.ts';

beforeEach(() => {
  speakEnglish();
  fakeStorage();
  useSession.setState(useSession.getInitialState(), true);
  usePopups.setState(usePopups.getInitialState(), true);
});

it('stores and shows a failed verification (status false) until the next sign-in [ER-21]', () => {
  showSignInError();
  expect(useSession.getState().autologin_error).toBe(true);
  expect(usePopups.getState().popup?.kind).toBe('message');
  signIn({ status: true, existing_user: true, mobile: '+61412345678', token: 'bearer' });
  expect(useSession.getState().autologin_error).toBe(false);
});
