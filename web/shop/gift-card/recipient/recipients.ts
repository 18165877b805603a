import { tidyMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { type Recipient, recipientErrors } from '#contract/rules/gift-card/recipient.ts';
import { errorTexts } from '../../errors/error-text.ts';
import { type NotShown, notShownErrors } from '../../gift-picture/words-picture.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import { addGiftCard, type LocalGiftCard } from '../../state/gift-cards.ts';

export const nobody: Person = { recipient_firstname: '', recipient_lastname: '', recipient_mobile: '' };

export function isNobody(person: Person): boolean {
  return Object.values(person).every((text) => text.trim() === '');
}

export type PersonErrors = Partial<Record<keyof Person, string>>;

/** Checks only names and number, because the first card's messages are already valid. */
export function personErrors(person: Person): PersonErrors {
  const { recipient_firstname, recipient_lastname, recipient_mobile } = errorTexts(
    recipientErrors({
      ...person,
      recipient_message: '-',
      text_content: '-',
    }),
  );
  return {
    ...(recipient_firstname ? { recipient_firstname } : {}),
    ...(recipient_lastname ? { recipient_lastname } : {}),
    ...(recipient_mobile ? { recipient_mobile } : {}),
  };
}

/** Returns words that contain all names, so that one drawing checks them. */
export function joinNames(people: readonly Person[], words: PictureWords): PictureWords {
  return { ...words, to: people.map(({ recipient_firstname }) => recipient_firstname.trim()).join(' ') };
}

export function nameErrors({ recipient_firstname }: Person, notShown: NotShown | undefined): PersonErrors {
  const to = notShown?.to.filter((sign) => recipient_firstname.includes(sign)) ?? [];
  return errorTexts(notShownErrors({ to, message: [] }));
}

export const normalizeNumber = (typed: string): string => {
  const tidy = tidyMobile(typed);
  return toE164(tidy) ?? tidy;
};

/** Returns the index of the first entry with the same number, or -1 if the number is new or empty. */
export function findFirstDuplicates(mobiles: readonly string[]): number[] {
  const numbers = mobiles.map(normalizeNumber);
  return numbers.map((number, index) => {
    const first = numbers.indexOf(number);
    return number !== '' && first < index ? first : -1;
  });
}

/** Returns a copy of the card for each person. People from a file stay with the first card only. */
export function copyCardForPeople(
  { others: _others, ...card }: LocalGiftCard,
  people: readonly Person[],
): LocalGiftCard[] {
  return people.map((person) => ({
    ...card,
    recipient_firstname: person.recipient_firstname.trim(),
    recipient_lastname: person.recipient_lastname.trim(),
    recipient_mobile: tidyMobile(person.recipient_mobile),
    qty: 1,
    cart_id: null,
    cart_item_id: null,
  }));
}

export function sendToAll(card: LocalGiftCard, people: readonly Person[]): void {
  for (const giftCard of copyCardForPeople(card, people)) addGiftCard(giftCard);
}

/** Returns whether a message contains the recipient's name, which would be wrong for other recipients. */
export function mentionsRecipient({ recipient_firstname, recipient_message, text_content }: Recipient): boolean {
  const name = recipient_firstname.trim().toLocaleLowerCase();
  if (name === '') return false;
  const words = `${recipient_message} ${text_content}`.toLocaleLowerCase().split(/[^\p{L}\p{N}'’-]+/u);
  return words.some((word) => word === name || word === `${name}'s` || word === `${name}’s`);
}
