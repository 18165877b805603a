import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ATTRIBUTE_CODES } from '#server/platform/database/schema/schema.ts';

/** A value a variant has for one attribute. */
const variantOption = z.object({
  value_index: z.int(),
  title: z.string(),
  position: z.int(),
  /** The option's name where it is not the attribute's own: 'Wood' in the place of the size. */
  label: z.string().nullish(),
});
export type VariantOption = z.output<typeof variantOption>;

export const variantOptions = z.partialRecord(z.enum(ATTRIBUTE_CODES), variantOption);

/** What is sold and counted, with its values by attribute; none for a simple product. */
export const variantRow = z.object({
  id: z.int(),
  sku: z.string(),
  /** Of an open price the least that may be chosen. */
  price_cents: z.int(),
  /** The most that may be chosen; null for a fixed price. */
  max_price_cents: z.int().nullable(),
  qty: z.int(),
  picture_id: z.string().nullable(),
  options: variantOptions,
});
export type VariantRow = z.output<typeof variantRow>;

/** The values of the variant behind `alias`, in SQL: {attribute_code: {value_index, title, position, label}}. */
export function variantOptionsJson(alias: SQL): SQL {
  return sql`(select coalesce(jsonb_object_agg(o.attribute_code,
      jsonb_build_object('value_index', o.value_index, 'title', o.title, 'position', o.position, 'label', o.label)), '{}')
    from option_values o where o.value_index in (${alias}.color, ${alias}.size, ${alias}.gift_card_price))`;
}

/** Every variant of the product whose id is given, in SQL. */
export function variantsJson(productId: SQL): SQL {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'price_cents', v.price_cents,
      'max_price_cents', v.max_price_cents, 'qty', v.qty, 'picture_id', v.picture_id, 'options', ${variantOptionsJson(sql`v`)}) order by v.id), '[]')
    from variants v where v.product_id = ${productId})`;
}
