import type { SqlRunner } from '../database/database.ts';
import type { Choice } from './formats/drafts.ts';

export type SoldVariant = Choice & { sku: string; price_cents: number; max_price_cents: number | null; qty: number };

/** A product as it leaves the shop, whatever the format. */
export type SoldProduct = {
  id: number;
  sku: string;
  handle: string | null;
  name: string;
  short_desc: string;
  description: string;
  type_id: 'simple' | 'configurable';
  is_giftcard: boolean;
  seller: string;
  variants: SoldVariant[];
  categories: string[][];
  pictures: { id: string; version: string }[];
};

const A_PAGE = 300;

const PAGE = `select p.id, p.sku, p.handle, p.name, p.short_desc, p.description, p.type_id, p.is_giftcard, s.name as seller,
  (select jsonb_agg(jsonb_build_object('sku', v.sku, 'price_cents', v.price_cents, 'max_price_cents', v.max_price_cents, 'qty', v.qty,
      'color', c.title, 'size', z.title, 'size_label', z.label, 'price', g.title) order by v.id)
    from variants v left join option_values c on c.value_index = v.color left join option_values z on z.value_index = v.size
    left join option_values g on g.value_index = v.gift_card_price where v.product_id = p.id) as variants,
  (select coalesce(jsonb_agg(array_remove(array[top.name, up.name, c.name], null) order by c.level, c.position, c.entity_id), '[]')
    from product_categories t join categories c on c.entity_id = t.category_id left join categories up on up.entity_id = c.parent_id
    left join categories top on top.entity_id = up.parent_id where t.product_id = p.id) as categories,
  (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'version', x.version) order by t.position), '[]')
    from product_pictures t join pictures x on x.id = t.picture_id where t.product_id = p.id) as pictures
  from products p join sellers s on s.id = p.seller_id
  where p.id > $1 and exists (select from variants v where v.product_id = p.id) order by p.id limit ${A_PAGE}`;

/** Every product that is sold in some form, by age, a page at a time: memory stays flat however many there are. */
export async function* soldProducts(run: SqlRunner): AsyncGenerator<SoldProduct> {
  for (let after = 0; ; ) {
    const { rows } = await run.query(PAGE, [after]);
    yield* rows as SoldProduct[];
    if (rows.length < A_PAGE) return;
    after = (rows.at(-1) as SoldProduct).id;
  }
}
