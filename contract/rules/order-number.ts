export function toIncrementId(number: number): string {
  return String(number).padStart(9, '0');
}

export function readOrderId(text: string): { id: number } | { number: number } | null {
  if (/^\d{9}$/.test(text)) return { number: Number(text) };
  return /^\d{1,8}$/.test(text) ? { id: Number(text) } : null;
}

export const isOrderNumber = (text: string): boolean => /^\d{9}$/.test(text);

export function readOrderNumber(text: string): number | null {
  const digits = /^0*([1-9]\d{0,8})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
