/** Browsers write a narrow space (U+202F). */
const TIMES = /(\d)\s(?=(?:am|pm|Uhr)(?!\p{L}))/gu;

/** Keeps '6:00 am' on one line with a no-break space (U+00A0). */
export function unbrokenTimes(text: string): string {
  return text.replace(TIMES, '$1\u00a0');
}

/** A single non-GSM space would raise the price of a text. */
export function plainBlanks(text: string): string {
  return text.replace(/\s/g, ' ');
}
