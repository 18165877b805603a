import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import { type CardState, deriveCardState, formatCardDate } from '#web/shared/gift-cards/card-facts.ts';

/** Includes frozen cards, which become usable once their payment has been checked. */
export const isUsable = (card: OwnCard): boolean => ['live', 'frozen'].includes(deriveCardState(card));

/** Returns why the card cannot be spent, or null if it can. `short` replaces the expiry date. */
export function describeUnusableCard(i18n: I18n, card: OwnCard): { short: string; long: string } | null {
  const day = card.expires_on ? formatCardDate(card.expires_on, i18n.locale) : '';
  const seller = card.seller.name;
  const words: Record<Exclude<CardState, 'live'>, { short: string; long: string }> = {
    frozen: {
      short: i18n._(msg`Being checked`),
      long: i18n._(msg`The payment for this card is being checked. It cannot be used meanwhile; nothing is lost.`),
    },
    spent: {
      short: i18n._(msg`Used up`),
      long: i18n._(msg`Nothing is left on it. We hope it was a treat.`),
    },
    void: {
      short: i18n._(msg`Cancelled`),
      long: i18n._(msg`This card was cancelled. It can no longer be used. ${seller} can tell you more.`),
    },
    expired: {
      short: i18n._(msg`Expired`),
      long: i18n._(msg`This card expired on ${day}. Ask ${seller}: they may still be able to help.`),
    },
  };
  const state = deriveCardState(card);
  return state === 'live' ? null : words[state];
}
