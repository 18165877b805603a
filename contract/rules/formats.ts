const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

/** Cached, because creating a formatter takes milliseconds on a phone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return getOrMake(dates, [locale, options], () => new Intl.DateTimeFormat(locale, options));
}

/** '2020-09-11' -> '11 September 2020'. */
export function formatLongDay(day: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return getOrMake(numbers, [locale, options], () => new Intl.NumberFormat(locale, options));
}

function getOrMake<Format>(formats: Map<string, Format>, keyParts: unknown, make: () => Format): Format {
  const key = JSON.stringify(keyParts);
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}
