import { useLingui } from '@lingui/react/macro';
import type { CardPage } from '#contract/gift-cards.ts';
import { expiryText } from '#contract/rules/gift-card/card-expiry.ts';
import { DEFAULT_LANGUAGE } from '#contract/rules/languages.ts';
import { twoDecimals } from '#contract/rules/money/money.ts';
import type { Wallet } from '#contract/shop.ts';

export type Card = NonNullable<CardPage['data']>;

/** '21 November 2029', the day as it is counted in Sydney, wherever the page is read. */
export function dayText(iso: string, locale: string = DEFAULT_LANGUAGE): string {
  return expiryText(new Date(iso), locale);
}

/** '$49.50', in other languages '49,50': 'AUD' stands beside it. */
export function dollarText(dollars: number, locale: string = DEFAULT_LANGUAGE): string {
  return locale === DEFAULT_LANGUAGE ? `$${twoDecimals(dollars)}` : twoDecimals(dollars, locale);
}

/** '$12.50'; in other languages '12,50 AUD', for no currency stands beside it here. */
export function useDollars(): (dollars: number) => string {
  const { i18n } = useLingui();
  return (dollars) =>
    i18n.locale === DEFAULT_LANGUAGE ? dollarText(dollars) : `${dollarText(dollars, i18n.locale)} AUD`;
}

/** 'ABCD-EFGH' -> ['ABCD', 'EFGH']; a code without groups is cut into fours. */
export function codeGroups(code: string): string[] {
  return code.replace(/[^0-9a-z]/gi, '').match(/.{1,4}/g) ?? [];
}

/** 'spent': nothing is left on a card that could still be used. */
export type CardState = Card['state'] | 'spent';

export function stateOf({ state, balance }: Pick<Card, 'state' | 'balance'>): CardState {
  return state === 'live' && balance <= 0 ? 'spent' : state;
}

/** iPadOS calls itself Macintosh, and a Mac hands a pass on to its owner's iPhone. */
export function isAppleDevice(userAgent: string): boolean {
  return /\b(iPhone|iPad|iPod|Macintosh)\b/.test(userAgent);
}

/** Apple Wallet first on Apple devices, last elsewhere; both are offered, for a link may be opened on another phone. */
export function walletsInOrder(wallets: readonly Wallet[], { onApple }: { onApple: boolean }): Wallet[] {
  const first = wallets.filter((wallet) => (wallet === 'apple') === onApple);
  return [...first, ...wallets.filter((wallet) => !first.includes(wallet))];
}
