import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Generates any code point except surrogates. Draws the same characters as fast-check's `binary`, which first lists all
 * of Unicode: more than a second of CPU time per process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ff_ff - SURROGATES.count })
  .map((index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count), toCharacterIndex);

/**
 * Throws for anything but one character, because fast-check tests which strings, such as `__proto__`, consist of these
 * characters.
 */
function toCharacterIndex(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('This is not one character.');
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}
