import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AttributeCode } from '#contract/rules/limits.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { type VariantOption, variantOptionsJson } from '../../catalogue/products/variants-sql.ts';
import { type Handle, rows, type Transaction } from '../../database/handle.ts';
import { cartLines, carts } from '../../database/schema/schema.ts';
import { moveOneOf } from '../../database/transition.ts';
import { cartStates } from '../../kernel/states/cart.ts';
import type { ShippedLine } from '../totals/shipping-rates.ts';
import { linePriceSql } from './line-price-sql.ts';

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

export async function insertLine(
  tx: Transaction,
  line: { cartId: number; variantId: number; qty: number; amountCents: number | null },
): Promise<number> {
  const [inserted] = await tx.insert(cartLines).values(line).returning({ id: cartLines.id });
  if (!inserted) throw new Error('An insert of a cart line returned no row.');
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
  const deleted = await tx
    .delete(cartLines)
    .where(and(eq(cartLines.id, lineId), eq(cartLines.cartId, cartId)))
    .returning({ id: cartLines.id });
  return deleted.length > 0;
}

export async function deleteLines(tx: Transaction, cartId: number): Promise<void> {
  await tx.delete(cartLines).where(eq(cartLines.cartId, cartId));
}

export async function deleteLinesById(
  tx: Transaction,
  { cartId, lineIds }: { cartId: number; lineIds: number[] },
): Promise<void> {
  await tx.delete(cartLines).where(and(eq(cartLines.cartId, cartId), inArray(cartLines.id, lineIds)));
}

export async function hasLines(tx: Transaction, cartId: number): Promise<boolean> {
  const [line] = await tx.select({ id: cartLines.id }).from(cartLines).where(eq(cartLines.cartId, cartId)).limit(1);
  return line !== undefined;
}

/** Moves all lines of a cart into another one; their ids. */
export async function moveLines(tx: Transaction, { from, to }: { from: number; to: number }): Promise<number[]> {
  const moved = await tx
    .update(cartLines)
    .set({ cartId: to })
    .where(eq(cartLines.cartId, from))
    .returning({ id: cartLines.id });
  return moved.map((line) => line.id);
}

/** The only statement that sets a cart's state. */
export const moveCart = moveOneOf(carts, carts.state, cartStates);

export async function touchCart(tx: Transaction, { cartId, now }: { cartId: number; now: Date }): Promise<void> {
  await tx.update(carts).set({ updatedAt: now }).where(eq(carts.id, cartId));
}

export type ChosenAddresses = { shippingAddress: CartAddress; billingAddress: CartAddress };

export async function setAddresses(
  tx: Transaction,
  { cartId, now, shippingAddress, billingAddress }: ChosenAddresses & { cartId: number; now: Date },
): Promise<void> {
  await tx.update(carts).set({ shippingAddress, billingAddress, updatedAt: now }).where(eq(carts.id, cartId));
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

const openOf = (customerId: number) => and(eq(carts.customerId, customerId), eq(carts.state, 'open'));

/** The customer's open cart; there is at most one (unique index). Null when there is none. */
export async function openCart(handle: Handle, customerId: number): Promise<CartRow | null> {
  const [cart] = await handle.select(columns).from(carts).where(openOf(customerId));
  return cart ?? null;
}

/**
 * The same, locked until the transaction ends: every write to a cart starts with it. A cart that
 * was ordered while this waited is no longer found, so an ordered cart takes no writes.
 */
export async function lockOpenCart(tx: Transaction, customerId: number): Promise<CartRow | null> {
  const [cart] = await tx.select(columns).from(carts).where(openOf(customerId)).for('update');
  return cart ?? null;
}

export type CartLineRow = ShippedLine & {
  lineId: number;
  variantId: number;
  productId: number;
  sellerName: string;
  sku: string;
  productSku: string;
  name: string;
  stockQty: number;
  typeId: 'simple' | 'configurable';
  amountCents: number | null;
  options: Partial<Record<AttributeCode, VariantOption>>;
  leastCents: number;
  mostCents: number | null;
};

/** The lines of a cart in the order they were added, in one query. */
export function cartLineRows(handle: Handle, cartId: number): Promise<CartLineRow[]> {
  return rows(
    handle,
    sql`select l.id as "lineId", l.qty, v.id as "variantId", v.sku, ${linePriceSql(sql`l`, sql`v`)} as "priceCents",
        l.amount_cents as "amountCents", v.price_cents as "leastCents", v.max_price_cents as "mostCents", v.qty as "stockQty",
        p.id as "productId", p.sku as "productSku", p.name, p.type_id as "typeId", p.is_giftcard as "isGiftcard",
        s.id as "sellerId", s.name as "sellerName", s.flat_shipping_cents as "flatShippingCents",
        s.free_shipping_over_cents as "freeShippingOverCents", ${variantOptionsJson(sql`v`)} as options
      from cart_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
        join sellers s on s.id = p.seller_id
      where l.cart_id = ${cartId} order by l.id`,
  );
}
