import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ATTRIBUTE_CODES } from '#server/platform/database/schema/schema.ts';

const variantOption = z.object({
  value_index: z.int(),
  title: z.string(),
  position: z.int(),
  /** The option's name, such as 'Wood', if it shares the size field. */
  label: z.string().nullish(),
});
export type VariantOption = z.output<typeof variantOption>;

export const variantOptions = z.partialRecord(z.enum(ATTRIBUTE_CODES), variantOption);

/** The unit of sale. A simple product has one variant, without options. */
export const variantRow = z.object({
  id: z.int(),
  sku: z.string(),
  /** The price, or the minimum of an open price. */
  price_cents: z.int(),
  /** The maximum of an open price; null if the price is fixed. */
  max_price_cents: z.int().nullable(),
  qty: z.int(),
  picture_id: z.string().nullable(),
  options: variantOptions,
});
export type VariantRow = z.output<typeof variantRow>;

/** Builds JSON of a variant's options: {attribute_code: {value_index, title, position, label}}. */
export function variantOptionsJson(alias: SQL): SQL {
  return sql`(select coalesce(jsonb_object_agg(o.attribute_code,
      jsonb_build_object('value_index', o.value_index, 'title', o.title, 'position', o.position, 'label', o.label)), '{}')
    from option_values o where o.value_index in (${alias}.color, ${alias}.size, ${alias}.gift_card_price))`;
}

export function variantsJson(productId: SQL): SQL {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'price_cents', v.price_cents,
      'max_price_cents', v.max_price_cents, 'qty', v.qty, 'picture_id', v.picture_id, 'options', ${variantOptionsJson(sql`v`)}) order by v.id), '[]')
    from variants v where v.product_id = ${productId})`;
}
