/** Matches any space, because browsers format times with a narrow one (U+202F). */
const TIMES = /(\d)\s(?=(?:am|pm|Uhr)(?!\p{L}))/gu;

/** Keeps '6:00 am' on one line with a no-break space (U+00A0). */
export function preventTimeBreaks(text: string): string {
  return text.replace(TIMES, '$1\u00a0');
}

/** Replaces every space with a plain one, because a single non-GSM space raises the price of a text message. */
export function toPlainSpaces(text: string): string {
  return text.replace(/\s/g, ' ');
}
