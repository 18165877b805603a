import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { carts, ownershipStart } from '#server/platform/database/schema/schema.ts';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';
import { defineRowsStatement, defineStatement, type Place } from '#server/platform/database/statement.ts';

export type CartRow = {
  id: number;
  createdAt: Date;
  updatedAt: Date;
  billingAddress: CartAddress | null;
  shippingAddress: CartAddress | null;
  addressesBy: string | null;
};

const columns = {
  id: carts.id,
  createdAt: carts.createdAt,
  updatedAt: carts.updatedAt,
  billingAddress: carts.billingAddress,
  shippingAddress: carts.shippingAddress,
  addressesBy: carts.addressesBy,
};

/** Includes a cart that the mobile number's former owner made. */
export const openCartCondition = (customerId: number | SQL) =>
  and(eq(carts.customerId, customerId), eq(carts.state, 'open'));

/** Excludes carts that the mobile number's former owner may have made. */
const ownedOpenCartCondition = (customerId: SQL) =>
  and(openCartCondition(customerId), sql`${carts.createdAt} >= ${ownershipStart(customerId)}`);

type OfCustomer = { customerId: number };
const readOpen = defineStatement((on, place: Place<OfCustomer>) =>
  on
    .select(columns)
    .from(carts)
    .where(ownedOpenCartCondition(place('customerId'))),
);
const lockOpen = defineStatement((on, place: Place<OfCustomer>) =>
  on
    .select(columns)
    .from(carts)
    .where(ownedOpenCartCondition(place('customerId')))
    .for('update'),
);

export async function findOpenCart(handle: Handle, customerId: number): Promise<CartRow | null> {
  return (await readOpen(handle, { customerId }))[0] ?? null;
}

/**
 * Locks the open cart; every cart write starts here. Never finds a cart that has just been ordered, so ordered carts
 * stay read-only. Later queries in the transaction see the locked state.
 */
export async function lockOpenCart(tx: Transaction, customerId: number): Promise<CartRow | null> {
  return (await lockOpen(tx, { customerId }))[0] ?? null;
}

/**
 * Use this in transactions that take locks which other transactions take after the cart's. Locking the cart first
 * prevents deadlocks.
 */
export function lockCart(tx: Transaction, cartId: number): Promise<unknown> {
  return tx.select({ id: carts.id }).from(carts).where(eq(carts.id, cartId)).for('update').execute();
}

const cardOnCart = z.object({
  giftCardId: z.int(),
  publicId: z.string(),
  last4: z.string(),
  sellerId: z.int(),
  sellerName: z.string(),
  status: z.enum(cardAccountStates.states),
  /** The balance minus all holds, except those of this cart's own order. */
  availableCents: z.int(),
  expiresAt: z.date().nullable(),
  /**
   * Hash of the gift card code that was entered to add the card; null if the card was sent to the customer's number.
   */
  codeHash: z.string().nullable(),
  createdAt: z.date(),
  /** The link session that added the card (see identifyWriter()); null if a verified session added it. */
  writtenBy: z.string().nullable(),
  /**
   * True if the card's current code was entered since the last number change by email alone, or if the card was sent to
   * the customer's number.
   */
  isAllowed: z.boolean(),
});
export type CardOnCart = z.output<typeof cardOnCart>;

const readCards = defineRowsStatement(
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

/** Returns gift cards in spending order: the customer's first choice, then by expiry. */
export function listCardsOnCart(handle: Handle, cartId: number): Promise<CardOnCart[]> {
  return readCards(handle, { cartId });
}
