import { randomBytes } from 'node:crypto';
import { twoDecimals } from '#contract/rules/money.ts';
import { pictureSource } from '../catalogue/pictures.ts';
import type { Context } from '../context.ts';
import { composePictureMessage } from '../pictures/picture-message.ts';
import { openCard } from './card-secrets.ts';
import { type DeliveryFacts, keepPicture, pictureNameOf } from './cards-store.ts';
import { expiryText } from './expiry.ts';

/** $50 for whole dollars, $49.50 otherwise: how a card's value stands on its picture. */
export function cardValueText(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en-AU')}` : `$${twoDecimals(cents / 100)}`;
}

/** What the text bubble says: the buyer's words and the card's link in place of the marker. */
export function cardText(context: Context, facts: DeliveryFacts): string {
  const { link } = openCard(context.secrets, facts.card.sealed);
  return `${facts.details.textContent.trim()} ${context.settings.publicUrl}/card/${link}`;
}

/** Public address of the card's picture message, composed on first use. */
export async function pictureAddress(context: Context, facts: DeliveryFacts): Promise<string> {
  const handle = context.database.orm;
  const known = await pictureNameOf(handle, facts.card.id);
  const name =
    known ??
    (await keepPicture(handle, {
      name: randomBytes(18).toString('base64url'),
      giftCardId: facts.card.id,
      jpeg: await composePicture(context, facts),
      createdAt: context.clock.now(),
    }));
  return `${context.settings.publicUrl}/picture-messages/${name}.jpg`;
}

async function composePicture(context: Context, facts: DeliveryFacts): Promise<Buffer> {
  const { card, details, purchaser, template, sellerName } = facts;
  const source = template ? await pictureSource(context.database, template.pictureId) : null;
  if (!template || !source) throw new Error(`Card ${card.id} has no template to draw on.`);
  return composePictureMessage({
    templateSvgOrRaster: { bytes: source.bytes, mime: source.mime },
    layout: template.layout,
    to: `For ${details.recipientFirstname}`,
    from: `From ${purchaser.firstname}`,
    message: details.recipientMessage,
    amount: cardValueText(card.valueCents),
    footer: `${sellerName} · Expires ${expiryText(card.expiresAt)}`,
  });
}
