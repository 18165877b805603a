import { expect, it } from 'vitest';
import { toAsciiDigits } from './ascii-digits.ts';

it.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['full-width', '０１２３４５６７８９'],
  ['bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['mathematical monospace', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'],
])('converts %s digits to 0 to 9', (_script, digits) => {
  expect(toAsciiDigits(`+${digits} x`)).toBe('+0123456789 x');
});

it('leaves characters that are not decimal digits unchanged', () => {
  expect(toAsciiDigits('0412-345 678 ½ Ⅷ ④')).toBe('0412-345 678 ½ Ⅷ ④');
});
