import { asciiDigits } from '../ascii-digits.ts';

/** Mobile numbers. Stored as E.164; the full check of foreign numbers is the server's (libphonenumber). */

/** Non-blank, digits only, optional leading plus. Only the ends are trimmed. */
export function mobileError(typed: string): 'mobile_invalid' | null {
  return /^\+?\d+$/.test(typed.trim()) ? null : 'mobile_invalid';
}

/** An Australian mobile after any way to dial the country, with or without the zero that is dropped abroad. */
const AUSTRALIAN = /^(?:\+|0011|00)?610?(4\d{8})$/;

/**
 * Reads a mobile as people write, paste and store it: digits of any script, unseen marks of direction, any dash, and
 * '+61 (0)412 …' or '0011 61 412 …' for +61412…. Keeps what cannot be a number, so that the form can reject it.
 */
export function tidyMobile(typed: string): string {
  const plain = asciiDigits(typed.normalize('NFKC')).replace(/\p{Cf}/gu, '');
  return plain
    .replace(/^(\s*(?:\+|00)[^(]*)\(\s*0\s*\)/, '$1')
    .replace(/[\s()./\u2212\p{Pd}\p{Cc}]/gu, '')
    .replace(AUSTRALIAN, '+61$1');
}

/** A code is required and non-blank. */
export function codeError(typed: string): 'code_invalid' | null {
  return typed.trim() === '' ? 'code_invalid' : null;
}

/**
 * Returns +614xxxxxxxx for every spelling of an Australian mobile in digits. A foreign number with a plus or 00 keeps its
 * digits; the server drops its trunk prefix. Returns null for any other number: a text cannot reach an Australian landline,
 * nor an Australian number with a digit too many or too few.
 */
export function toE164(typed: string): string | null {
  const text = typed.trim();
  if (mobileError(text)) return null;
  const local = /^0(4\d{8})$/.exec(text)?.[1] ?? AUSTRALIAN.exec(text)?.[1];
  if (local !== undefined) return `+61${local}`;
  const foreign = /^(?:\+|0011|00(?!11))(?!61)([1-9]\d{7,14})$/.exec(text)?.[1];
  return foreign === undefined ? null : `+${foreign}`;
}

/** Registration needs an Australian mobile. */
export function isAustralianMobile(e164: string): boolean {
  return /^\+614\d{8}$/.test(e164);
}

/** As Australians type it: +61412345678 -> 0412345678. Others stay. Without spaces, since the rule takes digits only. */
export function localMobile(e164: string): string {
  return showMobile(e164).replaceAll(' ', '');
}

/** +61412345678 -> 0412 345 678; others are grouped lightly. For showing only. */
export function showMobile(e164: string): string {
  const au = /^\+61(4\d{2})(\d{3})(\d{3})$/.exec(e164);
  return au ? `0${au[1]} ${au[2]} ${au[3]}` : e164;
}
