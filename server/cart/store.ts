import { and, eq, sql } from 'drizzle-orm';
import type { CartAddress } from '#contract/shapes.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import { cartLines, carts } from '../database/schema.ts';

/** The id of the member's open cart, made when there is none. The unique index decides between calls at the same time. */
export async function insertOpenCart(
  handle: Handle,
  { memberId, now }: { memberId: number; now: Date },
): Promise<number> {
  const [cart] = await handle
    .insert(carts)
    .values({ memberId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: carts.memberId,
      targetWhere: sql`state = 'open'`,
      set: { updatedAt: sql`${carts.updatedAt}` },
    })
    .returning({ id: carts.id });
  if (!cart) throw new Error('An upsert of a cart answered no row.');
  return cart.id;
}

export async function insertLine(
  tx: Transaction,
  line: { cartId: number; variantId: number; qty: number; amountCents: number | null },
): Promise<number> {
  const [inserted] = await tx.insert(cartLines).values(line).returning({ id: cartLines.id });
  if (!inserted) throw new Error('An insert of a cart line answered no row.');
  return inserted.id;
}

export async function setLineQty(tx: Transaction, { lineId, qty }: { lineId: number; qty: number }): Promise<void> {
  await tx.update(cartLines).set({ qty }).where(eq(cartLines.id, lineId));
}

/** False when the cart has no such line. */
export async function deleteLine(
  tx: Transaction,
  { cartId, lineId }: { cartId: number; lineId: number },
): Promise<boolean> {
  const gone = await tx
    .delete(cartLines)
    .where(and(eq(cartLines.id, lineId), eq(cartLines.cartId, cartId)))
    .returning({ id: cartLines.id });
  return gone.length > 0;
}

export async function deleteLines(tx: Transaction, cartId: number): Promise<void> {
  await tx.delete(cartLines).where(eq(cartLines.cartId, cartId));
}

export async function touchCart(tx: Transaction, { cartId, now }: { cartId: number; now: Date }): Promise<void> {
  await tx.update(carts).set({ updatedAt: now }).where(eq(carts.id, cartId));
}

export type ChosenAddresses = { shippingAddress: CartAddress; billingAddress: CartAddress };

export async function setAddresses(
  tx: Transaction,
  { cartId, now, ...addresses }: ChosenAddresses & { cartId: number; now: Date },
): Promise<void> {
  await tx
    .update(carts)
    .set({ ...addresses, updatedAt: now })
    .where(eq(carts.id, cartId));
}
