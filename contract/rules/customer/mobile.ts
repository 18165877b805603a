/** Mobile numbers. Stored as E.164; the full check of foreign numbers is the server's (libphonenumber). */

/** Non-blank, digits only, optional leading plus. Only the ends are trimmed. */
export function mobileError(typed: string): 'mobile_invalid' | null {
  return /^\+?\d+$/.test(typed.trim()) ? null : 'mobile_invalid';
}

/** Contacts write '(04) 1234-5678', some with unseen marks of direction around it; the server wants digits. */
export function tidyMobile(typed: string): string {
  return typed.replace(/[\s().\p{Pd}\p{Cf}]/gu, '');
}

/** A code is required and non-blank. */
export function codeError(typed: string): 'code_invalid' | null {
  return typed.trim() === '' ? 'code_invalid' : null;
}

/**
 * 04xxxxxxxx, 614xxxxxxxx and +614xxxxxxxx become +614xxxxxxxx; another number with a plus stays as it is.
 * Null when it cannot be a number anyone could be reached on.
 */
export function toE164(typed: string): string | null {
  const text = typed.trim();
  if (mobileError(text)) return null;
  const digits = text.replace(/^\+/, '');
  if (/^04\d{8}$/.test(digits) && !text.startsWith('+')) return `+61${digits.slice(1)}`;
  if (/^614\d{8}$/.test(digits)) return `+${digits}`;
  return text.startsWith('+') && /^[1-9]\d{7,14}$/.test(digits) ? text : null;
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
