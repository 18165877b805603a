import { describe, expect, it } from 'vitest';
import { brandOf, expiryText, groupNumber, readExpiry, writeExpiry } from './card-number.ts';

describe('a card number while it is typed', () => {
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
  ])('%j is %j', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242', '4242'],
    ['378282246310005', '3782 822463 10005'],
    ['4242-4242 4242abc4242999', '4242 4242 4242 4242'],
    ['6222021234567890123', '6222 0212 3456 7890 123'],
  ])('%j is grouped as %j', (typed, shown) => {
    expect(groupNumber(typed)).toBe(shown);
  });
});

describe('an expiry', () => {
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
  ])('typing %j after %j shows %j', (typed, before, shown) => {
    expect(writeExpiry(typed, before)).toBe(shown);
  });

  it('is read as month and whole year, with 0 for what is missing', () => {
    expect(readExpiry('05/29')).toEqual({ exp_month: 5, exp_year: 2029 });
    expect(readExpiry('12/')).toEqual({ exp_month: 12, exp_year: 0 });
    expect(readExpiry('')).toEqual({ exp_month: 0, exp_year: 0 });
  });

  it('BC-28 of a saved card shows as MM/YY', () => {
    expect(expiryText({ exp_month: 4, exp_year: 2031 })).toBe('04/31');
    expect(expiryText({ exp_month: 12, exp_year: 2100 })).toBe('12/00');
  });
});
