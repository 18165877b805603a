import { and, eq } from 'drizzle-orm';
import type { CartAddress } from '#contract/shapes.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import { carts } from '../database/schema.ts';

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

const openOf = (memberId: number) => and(eq(carts.memberId, memberId), eq(carts.state, 'open'));

/** The member's open cart; there is at most one (unique index). Null when there is none. */
export async function openCart(handle: Handle, memberId: number): Promise<CartRow | null> {
  const found = await handle.select(columns).from(carts).where(openOf(memberId));
  return found[0] ?? null;
}

/**
 * The same, kept from changing by anybody else until the transaction ends: every write to a cart starts with it. A cart that
 * was ordered while this waited is no longer found, so an ordered cart takes no writes.
 */
export async function lockOpenCart(tx: Transaction, memberId: number): Promise<CartRow | null> {
  const found = await tx.select(columns).from(carts).where(openOf(memberId)).for('update');
  return found[0] ?? null;
}
