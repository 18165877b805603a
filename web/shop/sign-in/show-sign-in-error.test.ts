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

it('ER-21 a verification with status false is recorded, said, and cleared with the next sign-in', () => {
  showSignInError();
  expect(useSession.getState().autologin_error).toBe(true);
  expect(usePopups.getState().popup?.kind).toBe('message');
  signIn({ status: true, existing_user: true, mobile: '+61412345678', token: 'bearer' });
  expect(useSession.getState().autologin_error).toBe(false);
});
