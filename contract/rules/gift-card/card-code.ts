import { asciiDigits } from '../ascii-digits.ts';

/** Crockford's base 32: no I, L, O, U, so a code can be read out over a counter. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters before the check character. */
export const CODE_DIGITS = 15;

/** Weighted sum modulo 31 (a prime): any single wrong character and any swap of neighbours is noticed. */
export function checkCharacter(digits: string): string {
  const sum = [...digits].reduce(
    (total, character, index) => total + CODE_ALPHABET.indexOf(character) * (index + 1),
    0,
  );
  return CODE_ALPHABET[sum % 31] ?? '0';
}

/**
 * Reads what someone typed, pasted or scanned. Only letters and digits count: word processors and copied pages put
 * other dashes, full-width letters, digits of other scripts and unseen characters into codes. Case and look-alikes
 * (O, I, L) are forgiven; null when the check fails.
 */
export function readCode(typed: string): string | null {
  const code = lettersAndDigits(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  if (code.length !== CODE_DIGITS + 1 || [...code].some((character) => !CODE_ALPHABET.includes(character))) return null;
  return checkCharacter(code.slice(0, CODE_DIGITS)) === code[CODE_DIGITS] ? code : null;
}

/** Whether as many letters and digits were typed as a code has. */
export function isWholeCardCode(typed: string): boolean {
  return lettersAndDigits(typed).length === CODE_DIGITS + 1;
}

/** The digits of a PIN, read with the same leniency. */
export function readPin(typed: string): string {
  return lettersAndDigits(typed);
}

function lettersAndDigits(typed: string): string {
  return asciiDigits(typed.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '');
}
