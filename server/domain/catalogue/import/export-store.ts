import { z } from 'zod';
import type { SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { PRODUCT_TYPES, VISIBILITIES } from '#server/platform/database/schema/schema.ts';
import { RESERVED } from './apply/products-store.ts';

const soldVariant = z.object({
  sku: z.string(),
  own_sku: z.string().nullable(),
  price_cents: z.int(),
  max_price_cents: z.int().nullable(),
  qty: z.int(),
  color: z.string().nullable(),
  size: z.string().nullable(),
  size_label: z.string().nullable(),
  price: z.string().nullable(),
  picture_id: z.string().nullable(),
});
export type SoldVariant = z.output<typeof soldVariant>;

const soldProduct = z.object({
  id: z.int(),
  sku: z.string(),
  own_sku: z.string().nullable(),
  handle: z.string().nullable(),
  is_handle_taken: z.boolean(),
  name: z.string(),
  short_desc: z.string(),
  description: z.string(),
  type_id: z.enum(PRODUCT_TYPES),
  is_giftcard: z.boolean(),
  gst_free: z.boolean(),
  visibility: z.enum(VISIBILITIES).exclude(['off']),
  seller: z.string(),
  variants: z.array(soldVariant),
  categories: z.array(z.array(z.string())),
  pictures: z.array(z.object({ id: z.string(), version: z.string() })),
});
export type SoldProduct = z.output<typeof soldProduct>;

const A_PAGE = 300;

/** Exports the stock including reserved units, as imports expect. */
const PAGE = `with reserved as materialized (${RESERVED}) select p.id, p.sku, p.own_sku, p.handle, p.name,
  coalesce(p.handle = any($2::text[]), false) or exists (select from products o where o.sku = p.handle and o.id <> p.id) as is_handle_taken, p.short_desc, p.description, p.type_id, p.is_giftcard, p.gst_free, p.visibility, s.name as seller,
  (select jsonb_agg(jsonb_build_object('sku', v.sku, 'own_sku', v.own_sku, 'price_cents', v.price_cents, 'max_price_cents', v.max_price_cents, 'qty', v.qty + coalesce((select r.qty from reserved r where r.variant_id = v.id), 0),
      'color', c.title, 'size', z.title, 'size_label', z.label, 'price', g.title, 'picture_id', v.picture_id) order by v.id)
    from variants v left join option_values c on c.value_index = v.color left join option_values z on z.value_index = v.size
    left join option_values g on g.value_index = v.gift_card_price where v.product_id = p.id) as variants,
  (select coalesce(jsonb_agg(array_remove(array[top.name, up.name, c.name], null) order by c.level, c.position, c.entity_id), '[]')
    from product_categories t join categories c on c.entity_id = t.category_id left join categories up on up.entity_id = c.parent_id
    left join categories top on top.entity_id = up.parent_id where t.product_id = p.id) as categories,
  (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'version', x.version) order by t.position), '[]')
    from product_pictures t join pictures x on x.id = t.picture_id where t.product_id = p.id) as pictures
  from products p join sellers s on s.id = p.seller_id
  where p.id > $1 and p.visibility <> 'off' and exists (select from variants v where v.product_id = p.id) order by p.id limit ${A_PAGE}`;

const SHARED_HANDLES = 'select handle from products where handle is not null group by handle having count(*) > 1';

export async function* streamSoldProducts(run: SqlRunner): AsyncGenerator<SoldProduct> {
  const shared = (await queryRows(run, z.object({ handle: z.string() }), { sql: SHARED_HANDLES, params: [] })).map(
    ({ handle }) => handle,
  );
  for (let after = 0; ; ) {
    const page = await queryRows(run, soldProduct, { sql: PAGE, params: [after, shared] });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < A_PAGE) return;
    after = last.id;
  }
}
