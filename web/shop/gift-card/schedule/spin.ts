export function spin(value: number, by: number, count: number): number {
  return (((value + by) % count) + count) % count;
}

export function parseTypedNumber(text: string, count: number): number | null {
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value < count ? value : null;
}

export function formatTwoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
