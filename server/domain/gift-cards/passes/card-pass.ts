import type { Context } from '#server/context.ts';
import { requireSeller } from '#server/domain/sellers/seller.ts';
import type { PassCard, PassValue } from '#server/integrations/passes/port.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import { findPictureSource } from '#server/platform/pictures/picture-source.ts';
import { type CardRow, findCardByLinkHash } from '../cards-store.ts';
import { derivePass, openCard, showCode } from '../ledger/card-secrets.ts';
import { cardStatus } from '../ledger/spend-value.ts';
import * as store from './passes-store.ts';

export function isPassAllowed(card: CardRow, { balanceCents, now }: { balanceCents: number; now: Date }): boolean {
  const wasSent = card.deliveryState !== 'waiting' && !(card.deliveryState === 'queued' && card.deliveryAttempt === 1);
  return wasSent && (card.expiresAt === null || card.expiresAt > now) && balanceCents > 0;
}

/** Returns null if the card's page offers no pass. Otherwise the wallet receives updates from now on. */
export async function issuePass(
  context: Context,
  { secret, wallet }: { secret: string; wallet: 'apple' | 'google' },
): Promise<PassCard | null> {
  const { database, secrets, clock } = context;
  const card = await findCardByLinkHash(database.orm, sha256(secret));
  if (!card) return null;
  const now = clock.now();
  const { availableCents: balanceCents } = await store.findCardValue(database.orm, card.id);
  if (!isPassAllowed(card, { balanceCents, now })) return null;
  const { id: passId } = derivePass(secrets, card.sealed);
  await store.insertPass(database.orm, { passId, giftCardId: card.id, now });
  // Phones register their pass themselves; Google has the pass once the customer follows the link.
  if (wallet === 'google') await store.upsertHolder(database.orm, { passId, wallet, now });
  // Reads the card's value again, because no wallet receives changes made before the pass was saved.
  return buildPassCard(context, { card, value: await store.findCardValue(database.orm, card.id) });
}

type CardOfPass = { card: CardRow; value: store.AccountValue };

export async function buildPassCard(context: Context, { card, value }: CardOfPass): Promise<PassCard> {
  const { database, secrets, settings } = context;
  const { name, shop_url: shopUrl, pictures } = await requireSeller(database.orm, card.sellerId);
  const mark = await findPictureSource(database, pictures.logo.id);
  if (!mark) throw new Error(`Seller ${shopUrl} has no logo.`);
  const { code, pin } = openCard(secrets, card.sealed);
  const pass = derivePass(secrets, card.sealed);
  return {
    ...buildPassValue({ ...value, passId: pass.id, expiresAt: card.expiresAt }, context.clock.now()),
    code,
    shownCode: showCode(code).replaceAll('-', ' '),
    pin,
    passToken: pass.token,
    seller: { name, shopUrl },
    logo: { ...mark, id: pictures.logo.id, address: settings.publicUrl + imagePath(pictures.logo) },
  };
}

export function buildPassValue(
  { passId, status, availableCents, expiresAt }: store.AccountValue & Pick<PassValue, 'passId' | 'expiresAt'>,
  now: Date,
): PassValue {
  const shownStatus = cardStatus({ status, expiresAt }, now);
  return { passId, balanceCents: availableCents, currency: 'AUD', status: shownStatus, expiresAt };
}
