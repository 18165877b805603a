import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { carts, ownSince } from '#server/platform/database/schema/schema.ts';
import { type Place, statement } from '#server/platform/database/statement.ts';

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

/** The open cart of a customer, whoever had the number before. */
export const ofCustomer = (customerId: number | SQL) => and(eq(carts.customerId, customerId), eq(carts.state, 'open'));

/** A cart of who may have had the number before is as if it did not exist. */
const openOf = (customerId: SQL) => and(ofCustomer(customerId), sql`${carts.createdAt} >= ${ownSince(customerId)}`);

type OfCustomer = { customerId: number };
const readOpen = statement((on, place: Place<OfCustomer>) =>
  on
    .select(columns)
    .from(carts)
    .where(openOf(place('customerId'))),
);
const lockOpen = statement((on, place: Place<OfCustomer>) =>
  on
    .select(columns)
    .from(carts)
    .where(openOf(place('customerId')))
    .for('update'),
);

/** The customer's open cart; there is at most one (unique index). Null when there is none. */
export async function openCart(handle: Handle, customerId: number): Promise<CartRow | null> {
  return (await readOpen(handle, { customerId }))[0] ?? null;
}

/**
 * The same, locked until the transaction ends: every write to a cart starts with it. A cart that
 * was ordered while this waited is no longer found, so an ordered cart takes no writes. Sent when it is called: what is
 * sent behind it, without waiting, sees the cart as it is then.
 */
export async function lockOpenCart(tx: Transaction, customerId: number): Promise<CartRow | null> {
  return (await lockOpen(tx, { customerId }))[0] ?? null;
}

/** Locks a cart, in any state, for a transaction that goes on to lock what others lock behind their cart. */
export function lockCart(tx: Transaction, cartId: number): Promise<unknown> {
  return tx.select({ id: carts.id }).from(carts).where(eq(carts.id, cartId)).for('update').execute();
}
