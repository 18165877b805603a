import { type SQL, sql } from 'drizzle-orm';
import type { AttributeCode } from '#contract/rules/limits.ts';

/** A value a variant has for one attribute. */
export type VariantOption = {
  value_index: number;
  title: string;
  position: number;
  /** The option's name where it is not the attribute's own: 'Wood' in the place of the size. */
  label?: string | null;
};

/** What is sold and counted, with its values by attribute; none for a simple product. */
export type VariantRow = {
  id: number;
  sku: string;
  /** Of an open price the least that may be chosen. */
  price_cents: number;
  /** The most that may be chosen; null for a fixed price. */
  max_price_cents: number | null;
  qty: number;
  options: Partial<Record<AttributeCode, VariantOption>>;
};

/** The values of the variant behind `alias`, in SQL: {attribute_code: {value_index, title, position, label}}. */
export function variantOptionsJson(alias: SQL): SQL {
  return sql`(select coalesce(jsonb_object_agg(o.attribute_code,
      jsonb_build_object('value_index', o.value_index, 'title', o.title, 'position', o.position, 'label', o.label)), '{}')
    from option_values o where o.value_index in (${alias}.color, ${alias}.size, ${alias}.gift_card_price))`;
}

/** Every variant of the product whose id is given, in SQL. */
export function variantsJson(productId: SQL): SQL {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'price_cents', v.price_cents,
      'max_price_cents', v.max_price_cents, 'qty', v.qty, 'options', ${variantOptionsJson(sql`v`)}) order by v.id), '[]')
    from variants v where v.product_id = ${productId})`;
}
