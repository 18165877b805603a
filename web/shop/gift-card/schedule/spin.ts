/** Steps through 0 to `count` - 1 and begins again at the ends: 23 -> 0, 0 -> 59. */
export function spin(value: number, by: number, count: number): number {
  return (((value + by) % count) + count) % count;
}

/** What was typed as a number below `count`; null while it is none. */
export function typedNumber(text: string, count: number): number | null {
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value < count ? value : null;
}

/** 7 -> '07' */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
