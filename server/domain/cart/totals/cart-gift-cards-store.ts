import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { cartGiftCards } from '#server/platform/database/schema/schema.ts';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';
import { type Place, rowsStatement } from '#server/platform/database/statement.ts';

const cardOnCart = z.object({
  giftCardId: z.int(),
  publicId: z.string(),
  last4: z.string(),
  sellerId: z.int(),
  sellerName: z.string(),
  status: z.enum(cardAccountStates.states),
  /** What can be spent of it: neither spent nor put aside, but for what this cart's own order has put aside. */
  availableCents: z.int(),
  expiresAt: z.date().nullable(),
  /** Of the code it was put there by; null for one that was sent to the customer's own number. */
  codeHash: z.string().nullable(),
  /** When its code was shown last, or an own one was put there. */
  createdAt: z.date(),
  /** The link session that put it there (writerOf()); null: any other session. */
  writtenBy: z.string().nullable(),
  /**
   * By a code that it still has, shown since a mailbox alone moved the account last, or because it was sent to the number
   * that the customer still has.
   */
  isAllowed: z.boolean(),
});
export type CardOnCart = z.output<typeof cardOnCart>;

const readCards = rowsStatement(
  cardOnCart,
  (
    place: Place<{ cartId: number }>,
  ) => sql`select c.id as "giftCardId", c.public_id as "publicId", c.code_last4 as "last4", c.seller_id as "sellerId",
        s.name as "sellerName", a.status, a.expires_at as "expiresAt", o.code_hash as "codeHash",
        o.created_at as "createdAt", o.written_by as "writtenBy",
        a.balance_cents - a.held_cents + coalesce((select sum(h.amount_cents) from gift_card_holds h
          join orders on orders.id = h.order_id
          where h.gift_card_id = c.id and h.state = 'held' and orders.cart_id = o.cart_id), 0)::int as "availableCents",
        case when o.code_hash is null then d.recipient_mobile = customers.mobile
          else o.code_hash = c.code_hash and (customers.cards_from is null or o.created_at > customers.cards_from)
          end as "isAllowed"
      from cart_gift_cards o join gift_cards c on c.id = o.gift_card_id
        join gift_card_accounts a on a.gift_card_id = c.id join sellers s on s.id = c.seller_id
        join gift_card_details d on d.id = c.details_id join carts on carts.id = o.cart_id
        join customers on customers.id = carts.customer_id
      where o.cart_id = ${place('cartId')} order by o.is_first desc, a.expires_at nulls last, o.created_at, c.id`,
);

/** The gift cards on a cart in the order of spending: those put first by hand, then the one that expires first. */
export function cardsOnCart(handle: Handle, cartId: number): Promise<CardOnCart[]> {
  return readCards(handle, { cartId });
}

export type Putting = Pick<CardOnCart, 'giftCardId' | 'codeHash' | 'createdAt' | 'writtenBy'> & {
  cartId: number;
  isFirst: boolean;
};

/** Puts a card on a cart; one that lies there is allowed by the new way, and spent first when it is to be. */
export async function putCardOnCart(
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

export async function takeCardOffCart(
  tx: Transaction,
  { cartId, giftCardId }: { cartId: number; giftCardId: number },
): Promise<void> {
  const own = and(eq(cartGiftCards.cartId, cartId), eq(cartGiftCards.giftCardId, giftCardId));
  await tx.delete(cartGiftCards).where(own);
}

/** Takes all of them off. Sent when it is called. */
export async function takeCardsOffCart(tx: Transaction, cartId: number): Promise<void> {
  await tx.delete(cartGiftCards).where(eq(cartGiftCards.cartId, cartId)).execute();
}

export type NewCode = { giftCardId: number; from: string; to: string };

/** Cards that lie on carts by their code go on doing so when the code is hashed anew. */
export async function renameCodes(tx: Transaction, codes: readonly NewCode[]): Promise<void> {
  await tx.execute(
    sql`update cart_gift_cards o set code_hash = r."to"
      from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as r ("giftCardId" bigint, "from" text, "to" text)
      where o.gift_card_id = r."giftCardId" and o.code_hash = r."from"`,
  );
}
