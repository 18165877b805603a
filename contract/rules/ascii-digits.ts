const DIGIT = /\p{Nd}/u;

/** Writes the digits of every script as 0 to 9: Arabic, Persian and Hindi keyboards type their own. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    // Unicode keeps the ten digits of a script together, from its zero on.
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
