import { splitFullname } from '#contract/rules/customer/address.ts';
import { smallPrint } from '#contract/rules/gift-card/card-expiry.ts';
import { composeTextBeforeLink } from '#contract/rules/gift-card/delivery-text.ts';
import { type PictureWords, pictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import type { Context } from '#server/context.ts';
import { isFormerRecord } from '#server/domain/customers/customer.ts';
import { shownName, shownWords } from '#server/platform/kernel/strangers-words.ts';
import { drawWords } from '#server/platform/pictures/message/words-drawing.ts';
import type { DeliveryFacts } from '../cards-store.ts';
import { openCard } from '../ledger/card-secrets.ts';
import { findPictureByName } from '../pictures-store.ts';

/**
 * Returns '' once the giver's account is erased. If the giver's number has changed hands, returns the name at purchase,
 * because the new owner may have renamed the account.
 */
export function resolveGiverName({ customer, details, boughtBy }: DeliveryFacts): string {
  if (customer.erasedAt) return '';
  const atSale = isFormerRecord(customer, details.createdAt) ? splitFullname(boughtBy) : null;
  return shownName(atSale?.firstname ?? customer.firstname);
}

/** Returns empty texts after a correction, so that one paid card cannot carry messages to several phones. */
export function giversWords({ details, isCorrected }: Pick<DeliveryFacts, 'details' | 'isCorrected'>) {
  if (isCorrected) return { recipient: '', message: '', text: '' };
  const { recipientFirstname: recipient, recipientMessage: message, textContent: text } = details;
  return { recipient, message, text };
}

export function wordsToRecipient(facts: Pick<DeliveryFacts, 'details' | 'isCorrected'>) {
  const { recipient, message, text } = giversWords(facts);
  return {
    recipient: shownName(recipient),
    message: shownWords(message, 'gift'),
    text: shownWords(text, 'gift'),
  };
}

export function composeCardText({ secrets, settings }: Context, facts: DeliveryFacts): string {
  const { card, sellerName } = facts;
  const link = `${settings.publicUrl}/card/${openCard(secrets, card.sealed).link}`;
  const { text } = wordsToRecipient(facts);
  const { valueCents, expiresAt } = card;
  const names = { giver: resolveGiverName(facts), seller: sellerName, shop: settings.SHOP_NAME };
  return composeTextBeforeLink({ text, ...names, valueCents, expiresAt, link }).before + link;
}

export const findPicture = ({ database }: Context, name: string): Promise<Uint8Array | null> =>
  findPictureByName(database.orm, name);

/** Returns the text on the picture, which is fixed once the picture is composed. */
export function resolvePictureWords(facts: DeliveryFacts): PictureWords {
  const { composedWords, card, sellerName } = facts;
  const { recipient, message } = wordsToRecipient(facts);
  return (
    composedWords ??
    pictureWords({
      firstname: recipient,
      customer: resolveGiverName(facts),
      message,
      valueCents: card.valueCents,
      smallPrint: smallPrint(sellerName, card.expiresAt),
    })
  );
}

export async function drawWordsPicture(facts: DeliveryFacts): Promise<string | null> {
  return facts.template ? drawWords(resolvePictureWords(facts), facts.template.layout) : null;
}
