import { splitFullname } from '#contract/rules/customer/address.ts';
import { smallPrint } from '#contract/rules/gift-card/card-expiry.ts';
import { beforeLink } from '#contract/rules/gift-card/delivery-text.ts';
import { type PictureWords, pictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import type { Context } from '#server/context.ts';
import { isFormerRecord } from '#server/domain/customers/customer.ts';
import { shownName, shownWords } from '#server/platform/kernel/strangers-words.ts';
import { drawWords } from '#server/platform/pictures/message/words-drawing.ts';
import type { DeliveryFacts } from '../cards-store.ts';
import { openCard } from '../ledger/card-secrets.ts';
import { pictureByName } from '../pictures-store.ts';

/** Who gives a card, '' once they are erased; whoever has the number by now may have given the account another name. */
export function giverOf({ customer, details, boughtBy }: DeliveryFacts): string {
  if (customer.erasedAt) return '';
  const atSale = isFormerRecord(customer, details.createdAt) ? splitFullname(boughtBy) : null;
  return shownName(atSale?.firstname ?? customer.firstname);
}

/**
 * What the giver wrote on a card. Nothing once its number was corrected: one paid card carries words to one phone, and
 * of later ones each reads the giver's first name only.
 */
export function giversWords({ details, isCorrected }: Pick<DeliveryFacts, 'details' | 'isCorrected'>) {
  if (isCorrected) return { recipient: '', message: '', text: '' };
  const { recipientFirstname: recipient, recipientMessage: message, textContent: text } = details;
  return { recipient, message, text };
}

/** The same as the recipient reads it, in messages, on the picture and on the card's page. */
export function wordsToRecipient(facts: Pick<DeliveryFacts, 'details' | 'isCorrected'>) {
  const { recipient, message, text } = giversWords(facts);
  return {
    recipient: shownName(recipient),
    message: shownWords(message, 'gift'),
    text: shownWords(text, 'gift'),
  };
}

/** What the text bubble says: who gives what, the customer's words, the shop, and the card's link for the marker. */
export function cardText({ secrets, settings }: Context, facts: DeliveryFacts): string {
  const { card, sellerName } = facts;
  const link = `${settings.publicUrl}/card/${openCard(secrets, card.sealed).link}`;
  const { text } = wordsToRecipient(facts);
  const { valueCents, expiresAt } = card;
  const names = { giver: giverOf(facts), seller: sellerName, shop: settings.SHOP_NAME };
  return beforeLink({ text, ...names, valueCents, expiresAt, link }).before + link;
}

/** The picture a carrier fetches; null under a name that does not exist. */
export const findPicture = ({ database }: Context, name: string): Promise<Uint8Array | null> =>
  pictureByName(database.orm, name);

/** What stands on the picture of a card: for good once it is composed, whatever names change afterwards. */
export function wordsOf(facts: DeliveryFacts): PictureWords {
  const { composedWords, card, sellerName } = facts;
  const { recipient, message } = wordsToRecipient(facts);
  return (
    composedWords ??
    pictureWords({
      firstname: recipient,
      customer: giverOf(facts),
      message,
      valueCents: card.valueCents,
      smallPrint: smallPrint(sellerName, card.expiresAt),
    })
  );
}

/** The words of a card's picture as its page lays them over the template; null for a card without one. */
export async function wordsPicture(facts: DeliveryFacts): Promise<string | null> {
  return facts.template ? drawWords(wordsOf(facts), facts.template.layout) : null;
}
