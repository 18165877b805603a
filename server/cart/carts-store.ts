import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import { isIn, rows } from '../database/rows.ts';
import { cartLines, carts, ownSince } from '../database/schema/schema.ts';
import { moveOneOf } from '../database/transition.ts';
import { cartStates } from '../kernel/states/cart.ts';

/**
 * The id of the customer's open cart, made when there is none. The unique index decides between calls at the same time.
 */
export async function insertOpenCart(
  handle: Handle,
  { customerId, now }: { customerId: number; now: Date },
): Promise<number> {
  const [cart] = await handle
    .insert(carts)
    .values({ customerId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: carts.customerId,
      targetWhere: sql`state = 'open'`,
      set: { updatedAt: sql`${carts.updatedAt}` },
    })
    .returning({ id: carts.id });
  if (!cart) throw new Error('An upsert of a cart returned no row.');
  return cart.id;
}

/** The only statement that sets a cart's state. */
export const moveCart = moveOneOf(carts, carts.state, cartStates);

/** Sent when it is called. */
export function touchCart(tx: Transaction, { cartId, now }: { cartId: number; now: Date }): Promise<unknown> {
  return tx.update(carts).set({ updatedAt: now }).where(eq(carts.id, cartId)).execute();
}

export type ChosenAddresses = { shippingAddress: CartAddress; billingAddress: CartAddress };

/** Sent when it is called. */
export function setAddresses(
  tx: Transaction,
  { cartId, now, shippingAddress, billingAddress }: ChosenAddresses & { cartId: number; now: Date },
): Promise<unknown> {
  return tx
    .update(carts)
    .set({ shippingAddress, billingAddress, updatedAt: now })
    .where(eq(carts.id, cartId))
    .execute();
}

export type CartRow = {
  id: number;
  createdAt: Date;
  updatedAt: Date;
  billingAddress: CartAddress | null;
  shippingAddress: CartAddress | null;
};

const columns = {
  id: carts.id,
  createdAt: carts.createdAt,
  updatedAt: carts.updatedAt,
  billingAddress: carts.billingAddress,
  shippingAddress: carts.shippingAddress,
};

const ofCustomer = (customerId: number) => and(eq(carts.customerId, customerId), eq(carts.state, 'open'));

/** A cart of who may have had the number before is as if it did not exist. */
const openOf = (customerId: number) => and(ofCustomer(customerId), sql`${carts.createdAt} >= ${ownSince(customerId)}`);

/** Makes the open cart of before the customer's own, blank; returns its id, null where there is none such. */
export async function takeOverFormerCart(
  tx: Transaction,
  { customerId, now }: { customerId: number; now: Date },
): Promise<number | null> {
  const former = and(ofCustomer(customerId), sql`${carts.createdAt} < ${ownSince(customerId)}`);
  const [blank] = await tx
    .update(carts)
    .set({ shippingAddress: null, billingAddress: null, createdAt: now, updatedAt: now })
    .where(former)
    .returning({ id: carts.id });
  return blank?.id ?? null;
}

/** The customer's open cart; there is at most one (unique index). Null when there is none. */
export async function openCart(handle: Handle, customerId: number): Promise<CartRow | null> {
  const [cart] = await handle.select(columns).from(carts).where(openOf(customerId));
  return cart ?? null;
}

/**
 * The same, locked until the transaction ends: every write to a cart starts with it. A cart that
 * was ordered while this waited is no longer found, so an ordered cart takes no writes. Sent when it is called: what is
 * sent behind it, without waiting, sees the cart as it is then.
 */
export async function lockOpenCart(tx: Transaction, customerId: number): Promise<CartRow | null> {
  const [cart] = await tx.select(columns).from(carts).where(openOf(customerId)).for('update').execute();
  return cart ?? null;
}

/** Locks a cart, in any state, for a transaction that goes on to lock what others lock behind their cart. */
export function lockCart(tx: Transaction, cartId: number): Promise<unknown> {
  return tx.select({ id: carts.id }).from(carts).where(eq(carts.id, cartId)).for('update').execute();
}

const leftRow = z.object({ hasLines: z.boolean() });

/**
 * Takes the lines that were ordered and the gift cards off a cart that is locked; whether other lines are left. Sent when
 * it is called.
 */
export async function takeOrdered(
  tx: Transaction,
  { cartId, lineIds }: { cartId: number; lineIds: readonly number[] },
): Promise<boolean> {
  const [left] = await rows(
    tx,
    leftRow,
    sql`with cards as (delete from cart_gift_cards where cart_id = ${cartId}),
        ordered as (delete from cart_lines where cart_id = ${cartId} and ${isIn(cartLines.id, lineIds)} returning id)
      select exists (select from cart_lines where cart_id = ${cartId} and id not in (select id from ordered)) as "hasLines"`,
  );
  return left?.hasLines ?? false;
}
