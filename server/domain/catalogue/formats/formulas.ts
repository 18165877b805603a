/** What a spreadsheet may take for a formula (CWE-1236), with the apostrophes that were put before it. */
const FORMULA = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/**
 * csv-stringify puts an apostrophe before a formula; a text that has one already gets one more, so that each can be
 * taken off again.
 */
export function keepApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? `'${text}` : text;
}

/** Takes off the apostrophe that the export, or another shop's, has put before what looks like a formula. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
