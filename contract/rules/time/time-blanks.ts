/** A number and its 'am', 'pm' or 'Uhr' with any blank between them; browsers write narrow ones (U+202F). */
const TIMES = /(\d)\s(?=(?:am|pm|Uhr)(?!\p{L}))/gu;

/** For screens: '6:00' and 'am' stay on one line (U+00A0). */
export function unbrokenTimes(text: string): string {
  return text.replace(TIMES, '$1\u00a0');
}

/** For what leaves as a text message: one blank that the alphabet of plain texts does not have makes it dearer. */
export function plainBlanks(text: string): string {
  return text.replace(/\s/g, ' ');
}
