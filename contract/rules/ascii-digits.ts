const DIGIT = /\p{Nd}/u;

/** Converts digits of every script, because Arabic, Persian and Hindi keyboards type their own. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    // In every script the ten digits are consecutive code points, starting with zero.
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
