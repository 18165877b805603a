import { describe, expect, it } from 'vitest';
import { detectCardBrand, formatCardExpiry, groupNumber, readExpiry, writeExpiry } from './card-number.ts';

describe('card number input', () => {
  it.each([
    ['4', 'visa'],
    ['5555', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2220', null],
    ['34', 'amex'],
    ['3528', 'jcb'],
    ['3527', null],
    ['62', 'unionpay'],
    ['6011', 'discover'],
    ['36', 'diners'],
    ['', null],
    ['9', null],
  ])('detects the brand of %j as %j', (number, brand) => {
    expect(detectCardBrand(number)).toBe(brand);
  });

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242', '4242'],
    ['378282246310005', '3782 822463 10005'],
    ['4242-4242 4242abc4242999', '4242 4242 4242 4242'],
    ['6222021234567890123', '6222 0212 3456 7890 123'],
  ])('groups the digits of %j as %j', (typed, groupedNumber) => {
    expect(groupNumber(typed)).toBe(groupedNumber);
  });
});

describe('card expiry', () => {
  it.each([
    ['1', '', '1'],
    ['12', '1', '12/'],
    ['5', '', '05/'],
    ['1/', '1', '01/'],
    ['12/2', '12/', '12/2'],
    ['12/29', '12/2', '12/29'],
    ['1229', '', '12/29'],
    ['12/2029', '', '12/29'],
    ['12', '12/', '1'],
  ])('formats the input %j, typed after %j, as %j', (typed, before, shownExpiry) => {
    expect(writeExpiry(typed, before)).toBe(shownExpiry);
  });

  it('reads the month and the four-digit year of an expiry, with 0 for a missing part', () => {
    expect(readExpiry('05/29')).toEqual({ exp_month: 5, exp_year: 2029 });
    expect(readExpiry('12/')).toEqual({ exp_month: 12, exp_year: 0 });
    expect(readExpiry('')).toEqual({ exp_month: 0, exp_year: 0 });
  });

  it('formats the expiry of a saved card as MM/YY [BC-28]', () => {
    expect(formatCardExpiry({ exp_month: 4, exp_year: 2031 })).toBe('04/31');
    expect(formatCardExpiry({ exp_month: 12, exp_year: 2100 })).toBe('12/00');
  });
});
