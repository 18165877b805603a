import { toAsciiDigits } from '../ascii-digits.ts';

/** Mobile numbers are stored as E.164. Only the server fully validates foreign numbers (libphonenumber). */

export function mobileError(typed: string): 'mobile_invalid' | null {
  return /^\+?\d+$/.test(typed.trim()) ? null : 'mobile_invalid';
}

/** Matches Australian mobiles with any international prefix, with or without the trunk zero. */
const AUSTRALIAN = /^(?:\+|0011|00)?610?(4\d{8})$/;

/**
 * Accepts digits of any script, direction marks, any dash, '+61 (0)412 …' and '0011 61 412 …'. Keeps invalid characters
 * for the form to reject.
 */
export function tidyMobile(typed: string): string {
  const plain = toAsciiDigits(typed.normalize('NFKC')).replace(/\p{Cf}/gu, '');
  return plain
    .replace(/^(\s*(?:\+|00)[^(]*)\(\s*0\s*\)/, '$1')
    .replace(/[\s()./\u2212\p{Pd}\p{Cc}]/gu, '')
    .replace(AUSTRALIAN, '+61$1');
}

export function codeError(typed: string): 'code_invalid' | null {
  return typed.trim() === '' ? 'code_invalid' : null;
}

/**
 * Returns null for numbers that cannot receive texts, such as Australian landlines. The server drops the trunk prefix
 * of foreign numbers.
 */
export function toE164(typed: string): string | null {
  const text = typed.trim();
  if (mobileError(text)) return null;
  const local = /^0(4\d{8})$/.exec(text)?.[1] ?? AUSTRALIAN.exec(text)?.[1];
  if (local !== undefined) return `+61${local}`;
  const foreign = /^(?:\+|0011|00(?!11))(?!61)([1-9]\d{7,14})$/.exec(text)?.[1];
  return foreign === undefined ? null : `+${foreign}`;
}

export function isAustralianMobile(e164: string): boolean {
  return /^\+614\d{8}$/.test(e164);
}

/** +61412345678 -> 0412345678, without spaces because the form accepts only digits. */
export function toLocalMobile(e164: string): string {
  return showMobile(e164).replaceAll(' ', '');
}

/** Formats a number for display only: +61412345678 -> 0412 345 678. */
export function showMobile(e164: string): string {
  const au = /^\+61(4\d{2})(\d{3})(\d{3})$/.exec(e164);
  return au ? `0${au[1]} ${au[2]} ${au[3]}` : e164;
}
