import { sql } from 'drizzle-orm';
import type { ChosenOption } from '#contract/catalogue.ts';
import type { AmountLimits } from '#contract/rules/free-amount.ts';
import type { AttributeCode } from '#contract/rules/limits.ts';
import { chosenOptions } from '../catalogue/choices.ts';
import { type VariantOption, variantOptionsJson } from '../catalogue/variants.ts';
import { type Handle, rows } from '../database/handle.ts';
import { amountLimits, withAmount } from './line-price.ts';
import type { ShippedLine } from './shipping-rates.ts';

/** A line with everything the cart, shipping and checkout need of it. `sku` is the variant's, `name` the product's. */
export type CartLine = ShippedLine & {
  lineId: number;
  variantId: number;
  productId: number;
  sellerName: string;
  sku: string;
  productSku: string;
  name: string;
  stockQty: number;
  typeId: 'simple' | 'configurable';
  /** Of a card of an open price what its buyer chose, in cents; `priceCents` is the same. */
  amountCents: number | null;
  /** What may be chosen at present; null where the price is fixed. */
  limits: AmountLimits | null;
  options: ChosenOption[];
};

type Row = Omit<CartLine, 'options' | 'limits'> & {
  options: Partial<Record<AttributeCode, VariantOption>>;
  leastCents: number;
  mostCents: number | null;
};

/** The lines of a cart in the order they were added, in one query. */
export async function cartLinesOf(handle: Handle, cartId: number): Promise<CartLine[]> {
  const found = await rows<Row>(
    handle,
    sql`select l.id as "lineId", l.qty, v.id as "variantId", v.sku, coalesce(l.amount_cents, v.price_cents) as "priceCents",
        l.amount_cents as "amountCents", v.price_cents as "leastCents", v.max_price_cents as "mostCents", v.qty as "stockQty",
        p.id as "productId", p.sku as "productSku", p.name, p.type_id as "typeId", p.is_giftcard as "isGiftcard",
        s.id as "sellerId", s.name as "sellerName", s.flat_shipping_cents as "flatShippingCents",
        s.free_shipping_over_cents as "freeShippingOverCents", ${variantOptionsJson(sql`v`)} as options
      from cart_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
        join sellers s on s.id = p.seller_id
      where l.cart_id = ${cartId} order by l.id`,
  );
  return found.map(({ leastCents, mostCents, ...row }) => ({
    ...row,
    limits: amountLimits({ price_cents: leastCents, max_price_cents: mostCents }),
    options: withAmount(chosenOptions(row.options), row.amountCents),
  }));
}
