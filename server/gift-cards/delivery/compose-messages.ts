import { randomBytes } from 'node:crypto';
import { splitFullname } from '#contract/rules/customer/address.ts';
import { smallPrint } from '#contract/rules/gift-card/card-expiry.ts';
import { beforeLink } from '#contract/rules/gift-card/delivery-text.ts';
import { type PictureWords, pictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import type { Context } from '../../context.ts';
import { isFormerRecord } from '../../customers/customer.ts';
import { composePictureMessage } from '../../pictures/message/picture-message.ts';
import { drawWords } from '../../pictures/message/words-drawing.ts';
import { pictureSource } from '../../pictures/picture-source.ts';
import { type DeliveryFacts, keepPicture, pictureByName, pictureNameOf } from '../cards-store.ts';
import { openCard } from '../ledger/card-secrets.ts';

/** Who gives a card; whoever has the number by now may have given the account another name. */
export function giverOf({ customer, details, boughtBy }: DeliveryFacts): string {
  const atSale = isFormerRecord(customer, details.createdAt) ? splitFullname(boughtBy) : null;
  return atSale?.firstname ?? customer.firstname;
}

/** What the text bubble says: the customer's words, who gives what, and the card's link in place of the marker. */
export function cardText({ secrets, settings }: Context, facts: DeliveryFacts): string {
  const { card, details, sellerName } = facts;
  const link = `${settings.publicUrl}/card/${openCard(secrets, card.sealed).link}`;
  const { textContent: text } = details;
  const { valueCents } = card;
  return beforeLink({ text, giver: giverOf(facts), seller: sellerName, valueCents, link }) + link;
}

/**
 * Public address of the card's picture message, composed on first use. Throws when the customer has begun
 * another delivery attempt.
 */
export async function pictureAddress(context: Context, facts: DeliveryFacts): Promise<string> {
  const handle = context.database.orm;
  const storedName = await pictureNameOf(handle, facts.card);
  const name =
    storedName ??
    (await keepPicture(handle, {
      name: randomBytes(18).toString('base64url'),
      giftCardId: facts.card.id,
      deliveryAttempt: facts.card.deliveryAttempt,
      jpeg: await composePicture(context, facts),
      createdAt: context.clock.now(),
      words: wordsOf(facts),
    }));
  if (!name) throw new Error(`Delivery attempt ${facts.card.deliveryAttempt} of card ${facts.card.id} is over.`);
  return `${context.settings.publicUrl}/picture-messages/${name}.jpg`;
}

/** The picture a carrier fetches; null under a name that does not exist. */
export const findPicture = ({ database }: Context, name: string): Promise<Uint8Array | null> =>
  pictureByName(database.orm, name);

async function composePicture(context: Context, facts: DeliveryFacts): Promise<Buffer> {
  const { card, template } = facts;
  const source = template ? await pictureSource(context.database, template.pictureId) : null;
  if (!template || !source) throw new Error(`Card ${card.id} has no template to draw on.`);
  return composePictureMessage({
    templateSvgOrRaster: { bytes: source.bytes, mime: source.mime },
    layout: template.layout,
    ...wordsOf(facts),
  });
}

/** What stands on the picture of a card: for good once it is composed, whatever names change afterwards. */
export function wordsOf(facts: DeliveryFacts): PictureWords {
  const { composedWords, card, details, sellerName } = facts;
  return (
    composedWords ??
    pictureWords({
      firstname: details.recipientFirstname,
      customer: giverOf(facts),
      message: details.recipientMessage,
      valueCents: card.valueCents,
      smallPrint: smallPrint(sellerName, card.expiresAt),
    })
  );
}

/** The words of a card's picture as its page lays them over the template; null for a card without one. */
export async function wordsPicture(facts: DeliveryFacts): Promise<string | null> {
  return facts.template ? drawWords(wordsOf(facts), facts.template.layout) : null;
}
