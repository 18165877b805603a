import { useMemo } from 'react';
import type { Person } from '../../state/gift-card-drafts.ts';
import { type GiftCards, type LocalGiftCard, useGiftCards } from '../../state/gift-cards.ts';
import { isNobody, normalizeNumber } from './recipients.ts';

export type SameCard = LocalGiftCard & { key: string };

function findSameCards(giftCards: GiftCards, key: string): SameCard[] {
  const card = giftCards[key];
  if (!card) return [];
  return Object.entries(giftCards).flatMap(([otherKey, other]) => {
    const isSame = otherKey !== key && other.sku === card.sku && other.price === card.price;
    return isSame && !isNobody(toPerson(other)) ? [{ ...other, key: otherKey }] : [];
  });
}

export function useSameCards(key: string): SameCard[] {
  const giftCards = useGiftCards((state) => state.giftCards);
  return useMemo(() => findSameCards(giftCards, key), [giftCards, key]);
}

export function listCardRecipients(cards: readonly SameCard[]): Person[] {
  return cards.flatMap((card) => [toPerson(card), ...(card.others ?? [])]);
}

export const fullName = ({ recipient_firstname, recipient_lastname }: Person): string =>
  `${recipient_firstname} ${recipient_lastname}`.trim();

export function findPersonByNumber(people: readonly Person[], mobile: string): Person | undefined {
  const number = normalizeNumber(mobile);
  return number === '' ? undefined : people.find((person) => normalizeNumber(person.recipient_mobile) === number);
}

function toPerson({ recipient_firstname, recipient_lastname, recipient_mobile }: LocalGiftCard): Person {
  return { recipient_firstname, recipient_lastname, recipient_mobile };
}
