/** Browsers write a narrow space (U+202F). */
const TIMES = /(\d)\s(?=(?:am|pm|Uhr)(?!\p{L}))/gu;

/** Keeps '6:00 am' on one line (U+00A0). */
export function unbrokenTimes(text: string): string {
  return text.replace(TIMES, '$1\u00a0');
}

/** One non-GSM space would raise the price. */
export function plainBlanks(text: string): string {
  return text.replace(/\s/g, ' ');
}
