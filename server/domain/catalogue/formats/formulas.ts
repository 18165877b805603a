/** Matches text that a spreadsheet would run as a formula (CWE-1236), even behind apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** csv-stringify escapes formulas with an apostrophe. Doubling an existing apostrophe keeps this reversible. */
export function doubleApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? `'${text}` : text;
}

export function stripApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
