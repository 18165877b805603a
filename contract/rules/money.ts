/** Money is integer cents of Australian dollars inside; two decimals at the edges (BC-14..BC-17). */

export type CurrencyView = { country: string; usdRate: number | null };

/** 1234 -> 12.34, the number the calls carry. */
export function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}

export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** OQ-054: `currency_rate.USD` is AUD per USD, so usd = aud / rate; display only. Missing or zero rate shows AUD. */
export function shownPrice(audDollars: number, view: CurrencyView): { amount: string; currency: 'AUD' | 'USD' } {
  const usd = view.country === 'US' && view.usdRate !== null && view.usdRate > 0;
  const value = usd ? audDollars / (view.usdRate as number) : audDollars;
  return { amount: twoDecimals(value), currency: usd ? 'USD' : 'AUD' };
}

/** 1234.5 -> '1,234.50' */
export function twoDecimals(value: number): string {
  return value.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** '$12.34 AUD' */
export function priceText(audDollars: number, view: CurrencyView): string {
  const { amount, currency } = shownPrice(audDollars, view);
  return `$${amount} ${currency}`;
}

/** BR-16: 'From $x AUD' for a configurable product: its lowest variant price. */
export function tilePriceText(product: { price: number; type_id: string }, view: CurrencyView): string {
  const text = priceText(product.price, view);
  return product.type_id === 'configurable' ? `From ${text}` : text;
}
