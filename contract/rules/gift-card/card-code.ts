import { toAsciiDigits } from '../ascii-digits.ts';

/** Crockford's base 32, without I, L, O and U. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_DIGITS = 15;

/** A weighted sum modulo 31, which is prime, detects every single error and every swap of adjacent characters. */
export function checkCharacter(digits: string): string {
  const sum = [...digits].reduce(
    (total, character, index) => total + CODE_ALPHABET.indexOf(character) * (index + 1),
    0,
  );
  return CODE_ALPHABET[sum % 31] ?? '0';
}

/**
 * Ignores dashes, invisible characters, case and look-alikes (O, I, L), because pasted codes contain them. Returns null
 * if the check character is wrong.
 */
export function readCode(typed: string): string | null {
  const code = keepLettersAndDigits(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  if (code.length !== CODE_DIGITS + 1 || [...code].some((character) => !CODE_ALPHABET.includes(character))) return null;
  return checkCharacter(code.slice(0, CODE_DIGITS)) === code[CODE_DIGITS] ? code : null;
}

export function isWholeCardCode(typed: string): boolean {
  return keepLettersAndDigits(typed).length === CODE_DIGITS + 1;
}

export function readPin(typed: string): string {
  return keepLettersAndDigits(typed);
}

function keepLettersAndDigits(typed: string): string {
  return toAsciiDigits(typed.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '');
}
