import { numberFormat } from '../formats.ts';

/** Money is integer cents of Australian dollars inside; two decimals at the edges. */

/** How prices are shown to one customer; without a locale in Australian English, the form the specification writes. */
export type CurrencyView = {
  country: string;
  usdRate: number | null;
  locale?: string;
  /** 'From $12.34 AUD' in the language of the locale. */
  fromPrice?: (price: string) => string;
};

const ENGLISH = 'en-AU';

/** 1234 -> 12.34, the number the calls carry. */
export function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}

export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** `currency_rate.USD` is AUD per USD, so usd = aud / rate; display only. Missing or zero rate shows AUD. */
export function shownPrice(audDollars: number, view: CurrencyView): { value: number; currency: 'AUD' | 'USD' } {
  const { country, usdRate } = view;
  const usd = country === 'US' && usdRate !== null && usdRate > 0;
  return usd ? { value: audDollars / usdRate, currency: 'USD' } : { value: audDollars, currency: 'AUD' };
}

/** 1234.5 -> '1,234.50', '1.234,50' in German. */
export function twoDecimals(value: number, locale: string = ENGLISH): string {
  return numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
}

/** '$12.34 AUD'; in other languages as they write a currency by its code: '12,34 AUD'. */
export function priceText(audDollars: number, view: CurrencyView): string {
  const { locale = ENGLISH } = view;
  const { value, currency } = shownPrice(audDollars, view);
  if (locale === ENGLISH) return `$${twoDecimals(value)} ${currency}`;
  return numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' }).format(value);
}

/** '$25', '$19.50' where no code of the currency stands beside it; other languages write it as they do prices: '25 AUD'. */
export function amountText(dollars: number, locale: string = ENGLISH): string {
  const currencyDisplay = locale === ENGLISH ? 'narrowSymbol' : 'code';
  const look = { currencyDisplay, trailingZeroDisplay: 'stripIfInteger' } as const;
  return numberFormat(locale, { style: 'currency', currency: 'AUD', ...look }).format(dollars);
}

/** '$60', '$19.50' before the code of the currency; '60', '19,50' in other languages. */
export function amountBeforeCode(dollars: number, locale: string = ENGLISH): string {
  if (locale === ENGLISH) return amountText(dollars);
  const digits = Number.isInteger(dollars) ? 0 : 2;
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(dollars);
}

/** The title of an option: a dollar amount as the language writes it, any other title as the catalogue has it. */
export function optionTitle(title: string, locale: string = ENGLISH): string {
  const amount = /^\$(\d[\d,]*(?:\.\d\d)?)$/.exec(title)?.[1];
  if (amount === undefined || locale === ENGLISH) return title;
  return amountText(Number(amount.replaceAll(',', '')), locale);
}

/** 'From $x AUD' for a configurable product: its lowest variant price. */
export function tilePriceText(product: { price: number; type_id: string }, view: CurrencyView): string {
  const text = priceText(product.price, view);
  if (product.type_id !== 'configurable') return text;
  return view.fromPrice ? view.fromPrice(text) : `From ${text}`;
}
