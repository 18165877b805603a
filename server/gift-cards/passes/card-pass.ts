import { sellerById } from '../../catalogue/sellers/seller.ts';
import type { Context } from '../../context.ts';
import type { PassCard } from '../../integrations/passes/port.ts';
import { keyedHash, type Secrets, sha256 } from '../../kernel/secrets.ts';
import { imagePath } from '../../pictures/picture-address.ts';
import { pictureSource } from '../../pictures/picture-source.ts';
import { type CardRow, cardByLinkHash } from '../cards-store.ts';
import { openCard, showCode } from '../ledger/card-secrets.ts';
import { balanceOf } from '../ledger/ledger-store.ts';

/**
 * pass_id of the specification: 32 hexadecimal digits, the same for every wallet. It hangs on the link, so a card that
 * was sent behind a new one is a new pass; without the shop's key one cannot be computed from the other.
 */
export function passIdOf(secrets: Pick<Secrets, 'key'>, { linkHash }: Pick<CardRow, 'linkHash'>): string {
  return keyedHash(secrets.key('pass-id'), linkHash).slice(0, 32);
}

/** A card can be added to a wallet once it has been sent, while it has a balance. */
export function isPassAllowed(card: CardRow, { balanceCents, now }: { balanceCents: number; now: Date }): boolean {
  const wasSent = card.deliveryState !== 'waiting' && !(card.deliveryState === 'queued' && card.deliveryAttempt === 1);
  return wasSent && (card.expiresAt === null || card.expiresAt > now) && balanceCents > 0;
}

/** What stands on the pass of the card behind a link; null where the card's page offers none. */
export async function cardForPass(context: Context, secret: string): Promise<PassCard | null> {
  const { database, secrets, settings, clock } = context;
  const card = await cardByLinkHash(database.orm, sha256(secret));
  if (!card) return null;
  const balanceCents = await balanceOf(database.orm, card.id);
  if (!isPassAllowed(card, { balanceCents, now: clock.now() })) return null;
  const { name, shop_url: shopUrl, pictures } = await sellerById(database.orm, card.sellerId);
  const mark = await pictureSource(database, pictures.logo.id);
  if (!mark) throw new Error(`Seller ${shopUrl} has no logo.`);
  const { code, pin } = openCard(secrets, card.sealed);
  return {
    passId: passIdOf(secrets, card),
    code,
    shownCode: showCode(code).replaceAll('-', ' '),
    pin,
    balanceCents,
    currency: 'AUD',
    expiresAt: card.expiresAt,
    seller: { name, shopUrl },
    logo: { ...mark, id: pictures.logo.id, address: settings.publicUrl + imagePath(pictures.logo) },
  };
}
