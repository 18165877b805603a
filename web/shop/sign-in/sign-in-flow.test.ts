import { describe, expect, it } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import {
  isOnItsWay,
  isWholeCode,
  type SignInEvent,
  type SignInFlow,
  signInReducer,
  startSignIn,
  toCodeDigits,
} from './sign-in-flow.ts';

speakEnglish();

const playEvents = (flow: SignInFlow, ...events: SignInEvent[]) => events.reduce(signInReducer, flow);
const typed: SignInEvent[] = [{ type: 'type-mobile', mobile: ' 0412345678 ' }, { type: 'call' }];

describe('sign-in flow', () => {
  it('goes through the steps mobile, code and success in that order [ST-001]', () => {
    const begun = startSignIn({});
    expect(begun.step).toBe('mobile');
    const codeStep = playEvents(begun, ...typed, { type: 'sent', now: 1_000 });
    expect(codeStep).toMatchObject({ step: 'code', busy: false, sentTo: '0412345678', resendAt: 31_000 });
    const confirmed = playEvents(
      codeStep,
      { type: 'type-code', typed: '123456' },
      { type: 'call' },
      { type: 'confirmed' },
    );
    expect(confirmed).toMatchObject({ step: 'success', busy: false });
  });

  it('starts at the code step when a link expired, with the stored mobile number and the code already sent [SI-13, SI-14]', () => {
    const flow = startSignIn({ mobile: '+61412345678', expiredJwt: 'jwt', codeSentAt: 5_000 });
    expect(flow).toMatchObject({ step: 'code', mobile: '+61412345678', expiredJwt: 'jwt', resendAt: 35_000 });
  });

  it('shows the code step inline, with mobile number and JWT, when a link expires during verification [ST-007]', () => {
    const flow = playEvents(startSignIn({}), ...typed, { type: 'sent', now: 0 }, { type: 'confirmed' });
    const expired = signInReducer(flow, { type: 'link-expired', mobile: '+61400000000', jwt: 'old' });
    expect(expired).toMatchObject({ step: 'code', mobile: '+61400000000', expiredJwt: 'old', code: '' });
    expect(expired.errors.code).toBe('Your code has expired. Send a new one.');
  });
});

describe('when a step fails', () => {
  it('shows errors at their field, leaves the busy state and keeps the typed text [VA-06]', () => {
    const flow = playEvents(startSignIn({}), ...typed, {
      type: 'rejected',
      errors: { mobile: 'Please wait 7 seconds' },
      resendAt: 9_000,
    });
    expect(flow).toMatchObject({ step: 'mobile', mobile: ' 0412345678 ', busy: false, resendAt: 9_000 });
    expect(flow.errors.mobile).toBe('Please wait 7 seconds');
    expect(signInReducer(flow, { type: 'type-mobile', mobile: '0' }).errors).toEqual({});
  });

  it('keeps the step and the typed number after a failed call', () => {
    const flow = playEvents(startSignIn({}), ...typed, { type: 'call-failed' });
    expect(flow).toMatchObject({ step: 'mobile', mobile: ' 0412345678 ', busy: false });
  });

  it('allows another attempt when a token could not be verified', () => {
    const flow = playEvents(startSignIn({}), { type: 'confirmed' }, { type: 'verification-failed' });
    expect(flow).toMatchObject({ step: 'success', stuck: true });
    expect(signInReducer(flow, { type: 'call' }).stuck).toBe(false);
  });
});

describe('changing the number', () => {
  const codeStep = playEvents(startSignIn({}), ...typed, { type: 'sent', now: 0 });

  it('returns to the mobile number step with the number prefilled', () => {
    expect(signInReducer(codeStep, { type: 'change-mobile' })).toMatchObject({
      step: 'mobile',
      mobile: ' 0412345678 ',
    });
  });

  it('requires no second code for the same number within 30 seconds', () => {
    expect(isOnItsWay(codeStep, 29_999)).toBe(true);
    expect(isOnItsWay(codeStep, 30_000)).toBe(false);
    expect(isOnItsWay({ ...codeStep, mobile: '0499999999' }, 1)).toBe(false);
  });
});

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Your code is 098765.', '098765'],
  ['12345678', '123456'],
  ['۱۲۳ ۴۵۶', '123456'],
  ['   ', ''],
])('given the input %j, reads the code %j', (text, code) => {
  expect(toCodeDigits(text)).toBe(code);
  expect(isWholeCode(code)).toBe(code.length === 6);
});
