import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '#server/platform/database/handle.ts';
import { isIn, queryRows } from '#server/platform/database/rows.ts';
import {
  giftCards,
  giftCardHolds as holds,
  giftCardRedemptions as redemptions,
} from '#server/platform/database/schema/schema.ts';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';

/** A card with its account. `availableCents` excludes held amounts. */
const lockedCard = z.object({
  giftCardId: z.int(),
  sellerId: z.int(),
  isGstRegistered: z.boolean(),
  publicId: z.string(),
  codeLast4: z.string(),
  codeHash: z.string(),
  sealed: z.string(),
  status: z.enum(cardAccountStates.states),
  availableCents: z.int(),
  expiresAt: z.date().nullable(),
});
export type LockedCard = z.output<typeof lockedCard>;
export type HoldRow = typeof holds.$inferSelect;
export type RedemptionRow = typeof redemptions.$inferSelect;

/**
 * Locks the card before its account, as every writer does. The key-share lock waits for a code change in progress and
 * prevents another one.
 */
async function lockCardWhere(tx: Transaction, condition: SQL): Promise<LockedCard | null> {
  const [card] = await queryRows(
    tx,
    lockedCard,
    sql`with card as materialized (select id, seller_id, public_id, code_last4, code_hash, sealed from gift_cards
        where ${condition} for key share)
      select card.id as "giftCardId", card.seller_id as "sellerId", s.gst_registered as "isGstRegistered", card.public_id as "publicId",
        card.code_last4 as "codeLast4", card.code_hash as "codeHash", card.sealed, a.status, a.balance_cents - a.held_cents as "availableCents",
        a.expires_at as "expiresAt"
      from card join gift_card_accounts a on a.gift_card_id = card.id join sellers s on s.id = card.seller_id for update of a`,
  );
  return card ?? null;
}

/** `codeHashes`: the entered code, hashed with each key. */
export function lockCardByCode(
  tx: Transaction,
  { codeHashes, sellerIds }: { codeHashes: readonly string[]; sellerIds: readonly number[] },
): Promise<LockedCard | null> {
  return lockCardWhere(
    tx,
    sql`${isIn(giftCards.codeHash, codeHashes)} and seller_id = any(${sql.param(sellerIds)}::int[])`,
  );
}

export function lockCardById(tx: Transaction, giftCardId: number): Promise<LockedCard | null> {
  return lockCardWhere(tx, sql`id = ${giftCardId}`);
}

export type Ref = { publicId: string; sellerId?: number };

export async function lockHold(tx: Transaction, ref: Ref): Promise<{ card: LockedCard; hold: HoldRow } | null> {
  const card = await lockCardWhere(tx, sql`id = (select gift_card_id from gift_card_holds where ${isRef(ref)})`);
  const [hold] = card ? await tx.select().from(holds).where(eq(holds.publicId, ref.publicId)) : [];
  return card && hold ? { card, hold } : null;
}

export async function lockRedemption(
  tx: Transaction,
  ref: Ref,
): Promise<{ card: LockedCard; redemption: RedemptionRow } | null> {
  const card = await lockCardWhere(tx, sql`id = (select gift_card_id from gift_card_redemptions where ${isRef(ref)})`);
  const [redemption] = card ? await tx.select().from(redemptions).where(eq(redemptions.publicId, ref.publicId)) : [];
  return card && redemption ? { card, redemption } : null;
}

export function isRef({ publicId, sellerId }: Ref): SQL {
  const ofSeller = sellerId === undefined ? sql`true` : sql`seller_id = ${sellerId}`;
  return sql`public_id = ${publicId} and ${ofSeller}`;
}
