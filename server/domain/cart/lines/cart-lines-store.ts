import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { variantOptions, variantOptionsJson } from '#server/domain/catalogue/products/variants-sql.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { cartLines, PRODUCT_TYPES } from '#server/platform/database/schema/schema.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';
import { linePriceSql } from './line-price-sql.ts';

type NewLine = {
  cartId: number;
  variantId: number;
  qty: number;
  amountCents: number | null;
  writtenBy: string | null;
};

type Written<Line> = { line: Line; now: Date };
const touched = (place: Place<{ cartId: number; now: string }>): SQL =>
  sql`with touched as (update carts set updated_at = ${place('now')} where id = ${place('cartId')})`;

type InsertedLine = NewLine & { id: number; now: string };
const insertOne = defineRowsStatement(
  z.object({}),
  (place: Place<InsertedLine>) => sql`${touched(place)}
    insert into cart_lines (id, cart_id, variant_id, qty, amount_cents, written_by) overriding system value
    values (${place('id')}, ${place('cartId')}, ${place('variantId')}, ${place('qty')}, ${place('amountCents')},
      ${place('writtenBy')})`,
);

export function insertLine(tx: Transaction, { line, now }: Written<NewLine & { id: number }>): Promise<unknown> {
  return insertOne(tx, { ...line, now: now.toISOString() });
}

export async function insertLines(
  tx: Transaction,
  { line, count }: { line: NewLine; count: number },
): Promise<number[]> {
  const inserted = await tx.insert(cartLines).values(Array(count).fill(line)).returning({ id: cartLines.id });
  return inserted.map(({ id }) => id);
}

type LineQty = { lineId: number; cartId: number; qty: number; writtenBy: string | null };
const updateQty = defineRowsStatement(
  z.object({}),
  (place: Place<LineQty & { now: string }>) =>
    sql`${touched(place)} update cart_lines set qty = ${place('qty')}, written_by = ${place('writtenBy')}
      where id = ${place('lineId')}`,
);

export function setLineQty(tx: Transaction, { line, now }: Written<LineQty>): Promise<unknown> {
  return updateQty(tx, { ...line, now: now.toISOString() });
}

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
  await tx.delete(cartLines).where(eq(cartLines.cartId, cartId)).execute();
}

export async function moveLines(tx: Transaction, { from, to }: { from: number; to: number }): Promise<number[]> {
  const moved = await tx
    .update(cartLines)
    .set({ cartId: to })
    .where(eq(cartLines.cartId, from))
    .returning({ id: cartLines.id });
  return moved.map((line) => line.id);
}

const cartLineRow = z.object({
  lineId: z.int(),
  qty: z.int(),
  variantId: z.int(),
  sku: z.string(),
  priceCents: z.int(),
  amountCents: z.int().nullable(),
  writtenBy: z.string().nullable(),
  minCents: z.int(),
  maxCents: z.int().nullable(),
  stockQty: z.int(),
  productId: z.int(),
  productSku: z.string(),
  name: z.string(),
  typeId: z.enum(PRODUCT_TYPES),
  isGiftcard: z.boolean(),
  isGstFree: z.boolean(),
  isGstRegistered: z.boolean(),
  cardValidityMonths: z.int(),
  sellerId: z.int(),
  sellerName: z.string(),
  flatShippingCents: z.int(),
  freeShippingOverCents: z.int().nullable(),
  options: variantOptions,
});
export type CartLineRow = z.output<typeof cartLineRow>;

/** Reads each variant's columns only once, because a thousand gift cards can share one variant. */
const linesWhere = (cart: SQL): SQL => sql`with chosen as materialized (
        select v.*, ${variantOptionsJson(sql`v`)} as options from variants v
        where v.id in (select variant_id from cart_lines where cart_id = ${cart}))
      select l.id as "lineId", l.qty, v.id as "variantId", v.sku, ${linePriceSql(sql`l`, sql`v`)} as "priceCents",
        l.amount_cents as "amountCents", l.written_by as "writtenBy", v.price_cents as "minCents", v.max_price_cents as "maxCents",
        case when p.visibility = 'off' then 0 else v.qty end as "stockQty",
        p.id as "productId", p.sku as "productSku", p.name, p.type_id as "typeId", p.is_giftcard as "isGiftcard",
        p.gst_free as "isGstFree", s.gst_registered as "isGstRegistered", p.card_validity_months as "cardValidityMonths", s.id as "sellerId", s.name as "sellerName", s.flat_shipping_cents as "flatShippingCents",
        s.free_shipping_over_cents as "freeShippingOverCents", v.options
      from cart_lines l join chosen v on v.id = l.variant_id join products p on p.id = v.product_id
        join sellers s on s.id = p.seller_id
      where l.cart_id = ${cart} order by l.id`;

const linesOfCart = defineRowsStatement(cartLineRow, (place: Place<{ cartId: number }>) => linesWhere(place('cartId')));
const linesOfCustomer = defineRowsStatement(cartLineRow, (place: Place<{ customerId: number }>) =>
  linesWhere(sql`(select c.id from carts c where c.customer_id = ${place('customerId')} and c.state = 'open')`),
);

export function listCartLineRows(
  handle: Handle,
  owner: { cartId: number } | { customerId: number },
): Promise<CartLineRow[]> {
  return 'cartId' in owner ? linesOfCart(handle, owner) : linesOfCustomer(handle, owner);
}
