import { useMemo } from 'react';
import type { Person } from '../../state/gift-card-drafts.ts';
import { type GiftCards, type LocalGiftCard, useGiftCards } from '../../state/gift-cards.ts';
import { isNobody, sameNumber } from './recipients.ts';

export type SameCard = LocalGiftCard & { key: string };

function sameCards(giftCards: GiftCards, key: string): SameCard[] {
  const card = giftCards[key];
  if (!card) return [];
  return Object.entries(giftCards).flatMap(([otherKey, other]) => {
    const isSame = otherKey !== key && other.sku === card.sku && other.price === card.price;
    return isSame && !isNobody(recipientOf(other)) ? [{ ...other, key: otherKey }] : [];
  });
}

export function useSameCards(key: string): SameCard[] {
  const giftCards = useGiftCards((state) => state.giftCards);
  return useMemo(() => sameCards(giftCards, key), [giftCards, key]);
}

export function recipientsOf(cards: readonly SameCard[]): Person[] {
  return cards.flatMap((card) => [recipientOf(card), ...(card.others ?? [])]);
}

export const fullName = ({ recipient_firstname, recipient_lastname }: Person): string =>
  `${recipient_firstname} ${recipient_lastname}`.trim();

export function personWithNumber(people: readonly Person[], mobile: string): Person | undefined {
  const number = sameNumber(mobile);
  return number === '' ? undefined : people.find((person) => sameNumber(person.recipient_mobile) === number);
}

function recipientOf({ recipient_firstname, recipient_lastname, recipient_mobile }: LocalGiftCard): Person {
  return { recipient_firstname, recipient_lastname, recipient_mobile };
}
