import type { CardPage } from '#contract/gift-cards.ts';
import { type PictureWords, pictureWords } from '#contract/rules/gift-picture.ts';
import { toCents, twoDecimals } from '#contract/rules/money.ts';

export type Card = NonNullable<CardPage['data']>;

const day = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Australia/Sydney',
});

/** '21 November 2029', the day as it is counted in Sydney, wherever the page is read. */
export function dayText(iso: string): string {
  return day.format(new Date(iso));
}

/** '$49.50' */
export function dollarText(dollars: number): string {
  return `$${twoDecimals(dollars)}`;
}

/** 'ABCD-EFGH' -> ['ABCD', 'EFGH']; a code without groups is cut into fours. */
export function codeGroups(code: string): string[] {
  return code.replace(/[^0-9a-z]/gi, '').match(/.{1,4}/g) ?? [];
}

/** What stands on the picture, as it was sent. */
export function wordsOfCard(card: Card): PictureWords {
  return pictureWords({
    firstname: card.recipient_firstname,
    purchaser: card.purchaser_firstname,
    message: card.recipient_message,
    valueCents: toCents(card.value),
    smallPrint: `${card.seller.name} · Expires ${dayText(card.expires_on)}`,
  });
}

/** 'spent': nothing is left on a card that could still be used. */
export type CardState = Card['state'] | 'spent';

export function stateOf({ state, balance }: Pick<Card, 'state' | 'balance'>): CardState {
  return state === 'live' && balance <= 0 ? 'spent' : state;
}
