import { describe, expect, it } from 'vitest';
import { codeError, isAustralianMobile, mobileError, showMobile, tidyMobile, toE164, toLocalMobile } from './mobile.ts';

const WRONG = 'mobile_invalid';

describe('sign-in mobile', () => {
  it('rejects a blank mobile [VA-01]', () => {
    for (const typed of ['', '   ', '\t']) expect(mobileError(typed)).toBe(WRONG);
  });
  it('accepts only digits in a mobile number, no letters, inner spaces or punctuation [VA-02]', () => {
    for (const typed of ['04O2345678', '0412 345 678', '0412-345-678', '(04)12345678', '0412+345678']) {
      expect(mobileError(typed)).toBe(WRONG);
    }
    expect(mobileError(' 0412345678 ')).toBeNull();
  });
  it('accepts a leading plus in a mobile number, but not two [VA-03]', () => {
    expect(mobileError('+61412345678')).toBeNull();
    expect(mobileError('++61412345678')).toBe(WRONG);
    expect(mobileError('+')).toBe(WRONG);
  });
  it.each([
    ["in the shop's own format", '0412 345 678'],
    ['with brackets, dots and hyphens', '(04) 12.345-678'],
    ['with typographic spaces and non-breaking hyphens', '0412\u00a0345\u2009678\u2011'],
    ['in full-width digits', '０４１２　３４５　６７８'],
    ['in Arabic digits', '٠٤١٢ ٣٤٥ ٦٧٨'],
    ['in Persian digits', '۰۴۱۲ ۳۴۵ ۶۷۸'],
    ['in Devanagari digits', '०४१२-३४५-६७८'],
    ['with minus signs and slashes', '0412\u2212345/678'],
    ['with invisible direction marks from a contact list', '\u202d0412\u2013345\u2013678\u202c'],
  ])('normalises a mobile written %s to digits', (_how, typed) => {
    expect(tidyMobile(typed)).toBe('0412345678');
  });
  it.each([
    '+61 (0)412 345 678',
    '+61 0412 345 678',
    '0011 61 412 345 678',
    '0061 (0) 412 345 678',
    '61 0412 345 678',
    '＋61 412 345 678',
    '+610412345678',
  ])('normalises %s to +61412345678', (typed) => {
    expect(tidyMobile(typed)).toBe('+61412345678');
    expect([...typed].reduce((value, sign) => tidyMobile(value + sign), '')).toBe('+61412345678');
  });
  it('drops a trunk zero in brackets for numbers of any country', () => {
    expect(tidyMobile('+64 (0)21 123 456')).toBe('+6421123456');
    expect(tidyMobile('(04) 1234 5678')).toBe('0412345678');
  });
  it('keeps invalid characters of a mobile number, so that the form can report them', () => {
    expect(tidyMobile('+61 412 345 67B')).toBe('+6141234567B');
  });
  it('converts 04..., 614... and +614... to the same E.164 number', () => {
    for (const typed of [
      '0412345678',
      '61412345678',
      '+61412345678',
      ' 0412345678 ',
      '+610412345678',
      '001161412345678',
    ])
      expect(toE164(typed)).toBe('+61412345678');
    for (const typed of ['0064211234567', '001164211234567']) expect(toE164(typed)).toBe('+64211234567');
    expect(toE164('+12125550123')).toBe('+12125550123');
    for (const typed of ['12125550123', '0212345678', '+0412345678', 'abc', '+1']) expect(toE164(typed)).toBeNull();
  });
  it.each(['+6149157015', '+6149157015678', '+61893351234', '006149157015', '00116189335123', '+61', '+6101234567'])(
    'rejects %s, an Australian number that is not a mobile',
    (typed) => {
      expect(toE164(typed)).toBeNull();
    },
  );
  it('recognises an Australian mobile and formats it for display', () => {
    expect(isAustralianMobile('+61412345678')).toBe(true);
    expect(isAustralianMobile('+61212345678')).toBe(false);
    expect(showMobile('+61412345678')).toBe('0412 345 678');
    expect(showMobile('+12125550123')).toBe('+12125550123');
    expect(toLocalMobile('+61412345678')).toBe('0412345678');
    expect(toLocalMobile('+12125550123')).toBe('+12125550123');
  });
});

it('rejects a blank sign-in code [VA-04]', () => {
  for (const typed of ['', '  ']) expect(codeError(typed)).toBe('code_invalid');
  expect(codeError('012345')).toBeNull();
});
