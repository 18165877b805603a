import { useLingui } from '@lingui/react/macro';
import type { CardPage } from '#contract/gift-cards.ts';
import { expiryText } from '#contract/rules/gift-card/card-expiry.ts';
import { DEFAULT_LANGUAGE } from '#contract/rules/languages.ts';
import { formatTwoDecimals } from '#contract/rules/money/money.ts';
import type { Wallet } from '#contract/shop.ts';

export type Card = NonNullable<CardPage['data']>;

/** Returns the date in Sydney, such as '21 November 2029'. */
export function formatCardDate(iso: string, locale: string = DEFAULT_LANGUAGE): string {
  return expiryText(new Date(iso), locale);
}

/** Returns '$49.50' in English and '49,50' in other languages, which show it next to 'AUD'. */
export function formatDollarAmount(dollars: number, locale: string = DEFAULT_LANGUAGE): string {
  return locale === DEFAULT_LANGUAGE ? `$${formatTwoDecimals(dollars)}` : formatTwoDecimals(dollars, locale);
}

/** Formats dollars as '$12.50' in English and as '12,50 AUD' in other languages. */
export function useDollars(): (dollars: number) => string {
  const { i18n } = useLingui();
  return (dollars) =>
    i18n.locale === DEFAULT_LANGUAGE ? formatDollarAmount(dollars) : `${formatDollarAmount(dollars, i18n.locale)} AUD`;
}

export function splitCodeIntoGroups(code: string): string[] {
  return code.replace(/[^0-9a-z]/gi, '').match(/.{1,4}/g) ?? [];
}

export type CardState = Card['state'] | 'spent';

export function deriveCardState({ state, balance }: Pick<Card, 'state' | 'balance'>): CardState {
  return state === 'live' && balance <= 0 ? 'spent' : state;
}

/** Includes Macs, because iPads call themselves Macintosh and Macs pass cards on to iPhones. */
export function isAppleDevice(userAgent: string): boolean {
  return /\b(iPhone|iPad|iPod|Macintosh)\b/.test(userAgent);
}

/** Puts Apple Wallet first on Apple devices. Keeps all wallets, because the link may be opened on another phone. */
export function sortWallets(wallets: readonly Wallet[], { onApple }: { onApple: boolean }): Wallet[] {
  const first = wallets.filter((wallet) => (wallet === 'apple') === onApple);
  return [...first, ...wallets.filter((wallet) => !first.includes(wallet))];
}
