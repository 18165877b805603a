import { describe, expect, it } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import {
  codeIn,
  isOnItsWay,
  isWholeCode,
  type SignInEvent,
  type SignInFlow,
  signInReducer,
  startSignIn,
} from './sign-in-flow.ts';

speakEnglish();

const played = (flow: SignInFlow, ...events: SignInEvent[]) => events.reduce(signInReducer, flow);
const typed: SignInEvent[] = [{ type: 'type-mobile', mobile: ' 0412345678 ' }, { type: 'call' }];

describe('the steps of signing in', () => {
  it('ST-001 are mobile, code, success, in that order', () => {
    const begun = startSignIn({});
    expect(begun.step).toBe('mobile');
    const sent = played(begun, ...typed, { type: 'sent', now: 1_000 });
    expect(sent).toMatchObject({ step: 'code', busy: false, sentTo: '0412345678', resendAt: 31_000 });
    const confirmed = played(sent, { type: 'type-code', typed: '123456' }, { type: 'call' }, { type: 'confirmed' });
    expect(confirmed).toMatchObject({ step: 'success', busy: false });
  });

  it('SI-13 SI-14 from an expired link begin at the code, with the stored mobile and a code on its way', () => {
    const flow = startSignIn({ mobile: '+61412345678', expiredJwt: 'jwt', codeSentAt: 5_000 });
    expect(flow).toMatchObject({ step: 'code', mobile: '+61412345678', expiredJwt: 'jwt', resendAt: 35_000 });
  });

  it('ST-007 an expired link met on the way shows the code step in place, with its mobile and jwt', () => {
    const flow = played(startSignIn({}), ...typed, { type: 'sent', now: 0 }, { type: 'confirmed' });
    const expired = signInReducer(flow, { type: 'link-expired', mobile: '+61400000000', jwt: 'old' });
    expect(expired).toMatchObject({ step: 'code', mobile: '+61400000000', expiredJwt: 'old', code: '' });
    expect(expired.errors.code).toBe('Your code has expired. Send a new one.');
  });
});

describe('errors', () => {
  it('VA-06 show at their field, end the wait and keep what was typed', () => {
    const flow = played(startSignIn({}), ...typed, {
      type: 'rejected',
      errors: { mobile: 'Please wait 7 seconds' },
      resendAt: 9_000,
    });
    expect(flow).toMatchObject({ step: 'mobile', mobile: ' 0412345678 ', busy: false, resendAt: 9_000 });
    expect(flow.errors.mobile).toBe('Please wait 7 seconds');
    expect(signInReducer(flow, { type: 'type-mobile', mobile: '0' }).errors).toEqual({});
  });

  it('a failed call leaves step and text as they are', () => {
    const flow = played(startSignIn({}), ...typed, { type: 'call-failed' });
    expect(flow).toMatchObject({ step: 'mobile', mobile: ' 0412345678 ', busy: false });
  });

  it('a token that could not be verified can be tried again', () => {
    const flow = played(startSignIn({}), { type: 'confirmed' }, { type: 'verification-failed' });
    expect(flow).toMatchObject({ step: 'success', stuck: true });
    expect(signInReducer(flow, { type: 'call' }).stuck).toBe(false);
  });
});

describe('changing the number', () => {
  const sent = played(startSignIn({}), ...typed, { type: 'sent', now: 0 });

  it('leads back with the number in the field', () => {
    expect(signInReducer(sent, { type: 'change-mobile' })).toMatchObject({ step: 'mobile', mobile: ' 0412345678 ' });
  });

  it('the same number needs no second code while the first is on its way', () => {
    expect(isOnItsWay(sent, 29_999)).toBe(true);
    expect(isOnItsWay(sent, 30_000)).toBe(false);
    expect(isOnItsWay({ ...sent, mobile: '0499999999' }, 1)).toBe(false);
  });
});

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Your code is 098765.', '098765'],
  ['12345678', '123456'],
  ['۱۲۳ ۴۵۶', '123456'],
  ['   ', ''],
])('of %j the code %j is taken', (text, code) => {
  expect(codeIn(text)).toBe(code);
  expect(isWholeCode(code)).toBe(code.length === 6);
});
