/** Nine digits, from 000000001. */
export function incrementId(number: number): string {
  return String(number).padStart(9, '0');
}

/** Reads what calls name an order by: its internal id or the nine-digit number that customers see. */
export function readOrderId(text: string): { id: number } | { number: number } | null {
  if (/^\d{9}$/.test(text)) return { number: Number(text) };
  return /^\d{1,8}$/.test(text) ? { id: Number(text) } : null;
}

/** Whether an address or a call names an order by its number: with fewer digits its id is meant. */
export const isOrderNumber = (text: string): boolean => /^\d{9}$/.test(text);

/** Reads the number of an order as an operator writes it, '12' or '000000012'; null for anything else. */
export function readOrderNumber(text: string): number | null {
  const digits = /^0*([1-9]\d{0,8})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
