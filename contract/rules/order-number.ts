/** Nine digits, from 000000001. */
export function incrementId(number: number): string {
  return String(number).padStart(9, '0');
}

/** Orders are asked for by internal id or by the nine-digit number that customers see. */
export function readOrderId(text: string): { id: number } | { number: number } | null {
  if (/^\d{9}$/.test(text)) return { number: Number(text) };
  return /^\d{1,8}$/.test(text) ? { id: Number(text) } : null;
}

/** What moves money takes the nine digits alone: with "12" it is not clear whether the id or the number is meant. */
export const isOrderNumber = (text: string): boolean => /^\d{9}$/.test(text);
