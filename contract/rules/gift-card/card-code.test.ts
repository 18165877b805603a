import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_ALPHABET, checkCharacter, readCode, readPin } from './card-code.ts';

const digits = fc.array(fc.constantFrom(...CODE_ALPHABET), { minLength: 15, maxLength: 15 });
const codes = digits.map((all) => all.join('') + checkCharacter(all.join('')));

const toFullWidth = (text: string) =>
  [...text].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');

const toArabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit);

describe('card code', () => {
  it('reads a card code with dashes, in lower case or with look-alike letters', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(readCode(code.replace(/(.{4})(?=.)/g, '$1-').toLowerCase())).toBe(code);
        expect(readCode(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(code);
      }),
    );
  });

  it.each([
    ['en dashes', (code: string) => code.replace(/(.{4})(?=.)/g, '$1–')],
    ['non-breaking hyphens', (code: string) => code.replace(/(.{4})(?=.)/g, '$1\u2011')],
    ['minus signs', (code: string) => code.replace(/(.{4})(?=.)/g, '$1\u2212')],
    ['em dashes between spaces', (code: string) => ` ${code.replace(/(.{4})(?=.)/g, '$1\u00a0—\u2009')} `],
    ['dots', (code: string) => code.replace(/(.{4})(?=.)/g, '$1.')],
    ['zero-width characters', (code: string) => `\ufeff${code.replace(/(.{5})/g, '$1\u200b\u2060')}\u200e`],
    ['full-width letters and digits', toFullWidth],
    ['Arabic digits', toArabicDigits],
  ])('reads a card code written with %s', (_, spell) => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(readCode(spell(code))).toBe(code);
      }),
      { numRuns: 20 },
    );
  });

  it('rejects a card code with a single wrong character', () => {
    const characters = fc.constantFrom(...CODE_ALPHABET);
    // The checksum is modulo 31, so it cannot tell '0' from 'Z' (31 apart); only the code's hash does.
    fc.assert(
      fc.property(codes, fc.integer({ min: 0, max: 14 }), characters, (code, place, other) => {
        const apart = Math.abs(CODE_ALPHABET.indexOf(code[place] ?? '') - CODE_ALPHABET.indexOf(other));
        fc.pre(apart !== 0 && apart !== 31);
        expect(readCode(code.slice(0, place) + other + code.slice(place + 1))).toBeNull();
      }),
    );
  });

  it.each(['', '9312345678907', 'https://shop.example/card/abc', 'ABCD-EFGH-JKMN'])(
    'rejects %j as a card code',
    (text) => {
      expect(readCode(text)).toBeNull();
    },
  );
});

it('reads a PIN with full-width or Arabic digits and with spaces', () => {
  expect(readPin(toArabicDigits('12 34 56'))).toBe('123456');
  expect(readPin(` ${toFullWidth('1234')}\u200b 56`)).toBe('123456');
});
