import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, priceTitle, readAmountList, readCents, readStock } from './amounts.ts';

describe('amounts in import files', () => {
  it.each([
    ['12', 1_200],
    ['12.3', 1_230],
    ['0.07', 7],
    ['1.10', 110],
    ['45.500000', 4_550],
    ['21474836.47', 2_147_483_647],
  ])('converts the amount %s to cents exactly', (text, cents) => expect(readCents(text)).toEqual({ value: cents }));

  it.each(['', '0', '0.00', '-1', '1,5', '1.234,00', '$5', '5e3', '0x10', 'NaN', '12.345', '21474836.48', '٣'])(
    'rejects the amount "%s" with an error that quotes it',
    (text) => expect(readCents(text)).toEqual({ wrong: expect.stringContaining(text) }),
  );

  it('reads back every amount that the export writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (cents) => {
        expect(readCents(formatCents(cents))).toEqual({ value: cents });
      }),
    );
  });

  it.each([
    ['50', '$50'],
    ['$50.00', '$50'],
    ['A$ 12.50', '$12.50'],
    ['50 AUD', '$50'],
    ['$1,000.00 AUD', '$1000'],
    ['AU$1,000', '$1000'],
    ['1,000 AUD', '$1000'],
    ['AUD 2,500.50', '$2500.50'],
    ['1,00', null],
    ['fifty', null],
  ])('converts the gift card price %s to the title %s', (text, title) => expect(priceTitle(text)).toBe(title));

  it.each([
    ['25, 50,100', ['25', '50', '100']],
    ['25.0000,50.0000', ['25.0000', '50.0000']],
    ['500|1,000', ['500', '1,000']],
    ['$500,$1,000.00', ['$500', '$1,000.00']],
    ['5,10,100', ['5', '10', '100']],
  ])('splits %s into a list of amounts', (text, value) => expect(readAmountList(text)).toEqual({ value }));

  it.each(['1,000.00', '500,1,000', '1,500', 'AUD 1,000', '25,1,050'])(
    'rejects the ambiguous amount list %s',
    (text) => {
      expect(readAmountList(text)).toEqual({
        wrong: expect.stringContaining(`"${text}" could be one amount or several`),
      });
    },
  );

  it('reads stock as a whole number that may be negative', () => {
    expect(readStock('12.0000')).toEqual({ value: 12 });
    expect(readStock('-3')).toEqual({ value: -3 });
    expect(readStock('1.5')).toHaveProperty('wrong');
    expect(readStock('many')).toHaveProperty('wrong');
  });
});
