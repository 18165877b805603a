import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/handle.ts';
import { cartGiftCards } from '#server/platform/database/schema/schema.ts';
import type { CardOnCart } from '../queries.ts';

export type Putting = Pick<CardOnCart, 'giftCardId' | 'codeHash' | 'createdAt' | 'writtenBy'> & {
  cartId: number;
  isFirst: boolean;
};

export async function insertCardOnCart(
  tx: Transaction,
  { cartId, giftCardId, codeHash, createdAt, writtenBy, isFirst }: Putting,
): Promise<void> {
  if (isFirst) await tx.update(cartGiftCards).set({ isFirst: false }).where(eq(cartGiftCards.cartId, cartId));
  await tx
    .insert(cartGiftCards)
    .values({ cartId, giftCardId, codeHash, isFirst, createdAt, writtenBy })
    .onConflictDoUpdate({
      target: [cartGiftCards.cartId, cartGiftCards.giftCardId],
      set: isFirst ? { codeHash, createdAt, writtenBy, isFirst } : { codeHash, createdAt, writtenBy },
    });
}

export async function deleteCardFromCart(
  tx: Transaction,
  { cartId, giftCardId }: { cartId: number; giftCardId: number },
): Promise<void> {
  const condition = and(eq(cartGiftCards.cartId, cartId), eq(cartGiftCards.giftCardId, giftCardId));
  await tx.delete(cartGiftCards).where(condition);
}

export async function deleteCardsFromCart(tx: Transaction, cartId: number): Promise<void> {
  await tx.delete(cartGiftCards).where(eq(cartGiftCards.cartId, cartId)).execute();
}

export type NewCode = { giftCardId: number; from: string; to: string };

export async function renameCodes(tx: Transaction, codes: readonly NewCode[]): Promise<void> {
  await tx.execute(
    sql`update cart_gift_cards o set code_hash = r."to"
      from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as r ("giftCardId" bigint, "from" text, "to" text)
      where o.gift_card_id = r."giftCardId" and o.code_hash = r."from"`,
  );
}
