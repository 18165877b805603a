import { numberFormat } from '../formats.ts';

/** Code handles amounts as integer cents of Australian dollars. */

/** `locale` defaults to Australian English. */
export type CurrencyView = {
  country: string;
  usdRate: number | null;
  locale?: string;
  /** Wraps a formatted price in the locale's words, as in 'From $12.34 AUD'. */
  fromPrice?: (price: string) => string;
};

const ENGLISH = 'en-AU';

export function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}

export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** For display only. `usdRate` is the price of one US dollar in Australian dollars. */
export function toDisplayPrice(audDollars: number, view: CurrencyView): { value: number; currency: 'AUD' | 'USD' } {
  const { country, usdRate } = view;
  const usd = country === 'US' && usdRate !== null && usdRate > 0;
  return usd ? { value: audDollars / usdRate, currency: 'USD' } : { value: audDollars, currency: 'AUD' };
}

export function formatTwoDecimals(value: number, locale: string = ENGLISH): string {
  return numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
}

/** Returns '$12.34 AUD', in German '12,34 AUD'. */
export function priceText(audDollars: number, view: CurrencyView): string {
  const { locale = ENGLISH } = view;
  const { value, currency } = toDisplayPrice(audDollars, view);
  if (locale === ENGLISH) return `$${formatTwoDecimals(value)} ${currency}`;
  return numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' }).format(value);
}

/** Formats Australian dollars in short: '$25', in German '25 AUD'. */
export function amountText(dollars: number, locale: string = ENGLISH): string {
  const currencyDisplay = locale === ENGLISH ? 'narrowSymbol' : 'code';
  const look = { currencyDisplay, trailingZeroDisplay: 'stripIfInteger' } as const;
  return numberFormat(locale, { style: 'currency', currency: 'AUD', ...look }).format(dollars);
}

/** Formats an amount that a currency code follows: '$60', in German '60'. */
export function amountBeforeCode(dollars: number, locale: string = ENGLISH): string {
  if (locale === ENGLISH) return amountText(dollars);
  const digits = Number.isInteger(dollars) ? 0 : 2;
  return numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(dollars);
}

export function localizeOptionTitle(title: string, locale: string = ENGLISH): string {
  const amount = /^\$(\d[\d,]*(?:\.\d\d)?)$/.exec(title)?.[1];
  if (amount === undefined || locale === ENGLISH) return title;
  return amountText(Number(amount.replaceAll(',', '')), locale);
}

export function tilePriceText(product: { price: number; type_id: string }, view: CurrencyView): string {
  const text = priceText(product.price, view);
  if (product.type_id !== 'configurable') return text;
  return view.fromPrice ? view.fromPrice(text) : `From ${text}`;
}
