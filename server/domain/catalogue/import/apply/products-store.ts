import { z } from 'zod';
import type { SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { BY_INDEX, type Chunk } from './chunks-store.ts';

export type ApplyCounts = {
  newProducts: number;
  changedProducts: number;
  newVariants: number;
  changedVariants: number;
  moved: number;
  renewedPictures: number;
};

type Range = Pick<Chunk, 'first' | 'last'> & { file: number };

const counted = z.object({ n: z.int() });
const MINE = 'p.file = $1 and p.id between $2 and $3';

/** Runs in the caller's transaction. Writes only changed rows. */
export async function applyChunk(
  run: SqlRunner,
  { file, first, last, now, moveTo }: Range & { now: Date; moveTo: number | null },
): Promise<ApplyCounts> {
  const range = [file, first, last];
  const count = async (change: string, params: unknown[] = range): Promise<number> => {
    const sql = `with touched as (${change} returning 1) select count(*)::int as n from touched`;
    const [touched] = await queryRows(run, counted, { sql, params });
    return touched?.n ?? 0;
  };
  await run.exec(BY_INDEX);
  const changedProducts = await count(UPDATE_PRODUCTS, [...range, moveTo]);
  const [noted] = await queryRows(run, counted, { sql: INSERT_PRODUCTS, params: [...range, now, moveTo] });
  await run.query(ADD_PICTURES, range);
  await run.query(RENAME_VARIANTS, range);
  await run.query(LOCK_VARIANTS, range);
  await run.query(CLOSE_VARIANTS, range);
  const changedVariants = await count(UPDATE_VARIANTS);
  const newVariants = await count(INSERT_VARIANTS);
  const [placed] = await queryRows(run, counted, { sql: PLACE_PRODUCTS, params: range });
  const renewedPictures = await count(RENEW_PICTURES);
  const moved = (placed?.n ?? 0) + (await applyPictures(run, range));
  return { newProducts: noted?.n ?? 0, changedProducts, newVariants, changedVariants, moved, renewedPictures };
}

const NAMED_ANEW = `known.type_id = 'simple' and p.not_sold is null`;

/** A Shopify file may have a public sku as the handle, which must not become the product's handle. */
const IS_PUBLIC_SKU = `coalesce(p.handle = known.sku and (known.own_sku is not null or known.handle is not null), false)`;

/** Only a requested move changes the seller. `offset 0` prevents an index scan of all earlier rows. */
const UPDATE_PRODUCTS = `update products t set sku = w.sku, own_sku = w.own_sku, handle = w.handle, name = w.name, short_desc = w.short_desc,
    description = w.description, gst_free = w.gst_free, seller_id = w.seller_id, visibility = w.visibility
  from (select known.id, case when ${NAMED_ANEW} then p.sku else known.sku end as sku,
      case when ${NAMED_ANEW} then nullif(p.own_sku, p.sku) else known.own_sku end as own_sku,
      case when ${NAMED_ANEW} and not ${IS_PUBLIC_SKU} then coalesce(nullif(p.handle, p.own_sku), known.handle) else known.handle end as handle, coalesce(p.name, known.name) as name,
      coalesce(p.short_desc, known.short_desc) as short_desc, coalesce(p.description, known.description) as description,
      coalesce(p.gst_free, known.gst_free) as gst_free, coalesce($4::int, known.seller_id) as seller_id,
      case when p.not_sold is not null then 'off' else coalesce(p.visibility, known.visibility) end as visibility
    from (select * from import_products p where ${MINE} offset 0) p join products known on known.id = p.product_id) w
  where t.id = w.id and (t.sku, t.own_sku, t.handle, t.name, t.short_desc, t.description, t.gst_free, t.seller_id, t.visibility)
    is distinct from (w.sku, w.own_sku, w.handle, w.name, w.short_desc, w.description, w.gst_free, w.seller_id, w.visibility)`;

const INSERT_PRODUCTS = `with added as (
    insert into products (sku, own_sku, handle, name, short_desc, description, type_id, is_giftcard, gst_free, seller_id, visibility, created_at)
    select p.sku, nullif(p.own_sku, p.sku), nullif(p.handle, p.own_sku), p.name, coalesce(p.short_desc, ''), coalesce(p.description, ''), p.type_id, p.is_giftcard, coalesce(p.gst_free, false), coalesce($5::int, o.seller_id), coalesce(p.visibility, 'everywhere'), $4
    from import_products p join import_owners o on o.owner = p.owner where ${MINE} and p.product_id is null order by p.id returning id, sku, is_giftcard),
  offered as (insert into product_templates (product_id, template_id, position)
    select added.id, t.id, row_number() over (partition by added.id order by t.id) - 1 from added, templates t where added.is_giftcard returning 1),
  noted as (update import_products p set product_id = added.id from added where p.sku = added.sku and ${MINE} returning 1)
  select count(*)::int as n from noted`;

const VALUES = `select attribute_code as code, coalesce(label, '') as label, title, min(value_index) as value_index
  from option_values group by 1, 2, 3`;
const CHOICE = `left join titles c on c.code = 'color' and c.title = v.color and c.label = ''
  left join titles s on s.code = 'size' and s.title = v.size and s.label = coalesce(v.size_label, '')
  left join titles g on g.code = 'gift_card_price' and g.title = v.price and g.label = ''`;
const OWN_PICTURE = 'left join import_pictures i on i.reference = v.picture';

/**
 * Units in orders that await payment or review. Imports subtract them, because sellers' stock still includes them.
 * Unpaid orders return them to stock.
 */
export const RESERVED = `select l.variant_id, sum(l.qty)::int as qty from orders o join order_lines l on l.order_id = o.id
  where o.status in ('pending', 'held') group by l.variant_id`;

/** Locks the variants, so that no order reserves stock while it is computed. */
const LOCK_VARIANTS = `select from variants t join import_variants v on v.sku = t.sku
  join import_products p on p.sku = v.product_sku where ${MINE} and not v.keeps_choice and v.qty is not null
  order by t.id for no key update of t`;

const RENAME_VARIANTS = `update variants t set sku = known.sku, own_sku = known.own_sku from import_products p join products known on known.id = p.product_id
  where ${MINE} and known.type_id = 'simple' and p.not_sold is null and t.product_id = known.id
    and (t.sku, t.own_sku) is distinct from (known.sku, known.own_sku)`;

/**
 * Runs before other updates, because the unique index allows one open price per gift card and is checked for each row.
 */
const CLOSE_VARIANTS = `update variants t set max_price_cents = null
  from import_products p join import_variants v on v.product_sku = p.sku and not v.keeps_choice
  where ${MINE} and p.is_giftcard and t.sku = v.sku and t.max_price_cents is not null
    and v.price_cents is not null and v.max_price_cents is null`;

/**
 * A blank keeps the stock, and switching a variant on restores its saved stock. Reads `t`, because an order may have
 * changed the stock.
 */
const QTY = `case when w.counted is not null then w.qty when w.switched_off is false then t.qty + coalesce(t.off_qty, 0) else t.qty end`;
const OFF_QTY = `case when w.switched_off then nullif(t.qty + coalesce(t.off_qty, 0), 0)
    when w.counted > 0 or (w.counted is null and w.switched_off is false) then null else t.off_qty end`;

const UPDATE_VARIANTS = `update variants t set product_id = w.product_id, price_cents = w.price_cents,
    max_price_cents = w.max_price_cents, qty = ${QTY}, off_qty = ${OFF_QTY}, color = w.color, size = w.size, gift_card_price = w.gift_card_price, picture_id = w.picture_id
  from (with titles as materialized (${VALUES}), reserved as materialized (${RESERVED})
    select known.id, p.product_id, coalesce(v.price_cents, known.price_cents) as price_cents,
      case when v.price_cents is null then known.max_price_cents else v.max_price_cents end as max_price_cents,
      v.switched_off, v.qty as counted, greatest(0, v.qty - coalesce(r.qty, 0)) as qty, c.value_index as color, s.value_index as size, g.value_index as gift_card_price,
      case when v.picture = '' then null else coalesce(i.picture_id, known.picture_id) end as picture_id
    from import_products p join import_variants v on v.product_sku = p.sku and not v.keeps_choice
      join variants known on known.sku = v.sku left join reserved r on r.variant_id = known.id ${CHOICE} ${OWN_PICTURE} where ${MINE}) w
  where t.id = w.id and (t.product_id, t.price_cents, t.max_price_cents, t.qty, t.off_qty, t.color, t.size, t.gift_card_price, t.picture_id)
    is distinct from (w.product_id, w.price_cents, w.max_price_cents, ${QTY}, ${OFF_QTY}, w.color, w.size, w.gift_card_price, w.picture_id)`;

const INSERT_VARIANTS = `insert into variants (product_id, sku, own_sku, price_cents, max_price_cents, qty, color, size, gift_card_price, picture_id)
  select w.* from (with titles as materialized (${VALUES})
    select p.product_id, v.sku, nullif(v.own_sku, v.sku) as own, v.price_cents, v.max_price_cents, v.new_qty, c.value_index as c, s.value_index as s, g.value_index as g, i.picture_id
    from import_products p join import_variants v on v.product_sku = p.sku ${CHOICE} ${OWN_PICTURE}
    where ${MINE} and not exists (select from variants known where known.sku = v.sku) order by p.id, v.id) w`;

/** Updates only the prices and stock of variants that are imported without their product. */
export async function applyLoneVariants(run: SqlRunner, { file, first, last }: Range): Promise<number> {
  const range = [file, first, last];
  const lone = 'import_variants v where v.file = $1 and v.id between $2 and $3 and v.keeps_choice and t.sku = v.sku';
  await run.query(`select from variants t, ${lone} and v.qty is not null order by t.id for no key update of t`, range);
  const updated = await run.query(
    `with reserved as materialized (${RESERVED}), wanted as (select t.id, coalesce(v.price_cents, t.price_cents) as price_cents,
        v.switched_off, v.qty as counted,
        greatest(0, v.qty - coalesce((select r.qty from reserved r where r.variant_id = t.id), 0)) as qty
      from variants t, ${lone})
      update variants t set price_cents = w.price_cents, qty = ${QTY}, off_qty = ${OFF_QTY} from wanted w
      where t.id = w.id and (t.price_cents, t.qty, t.off_qty) is distinct from (w.price_cents, ${QTY}, ${OFF_QTY}) returning t.id`,
    range,
  );
  return updated.rows.length;
}

const WANTED_CATEGORIES = `select p.product_id, i.entity_id from import_products p, jsonb_array_elements(p.categories) named (names)
  join import_paths i on i.path = array(select jsonb_array_elements_text(named.names)) where ${MINE} and p.categories is not null`;

const PLACE_PRODUCTS = `with dropped as (delete from product_categories t
    where t.product_id = any (array(select p.product_id from import_products p where ${MINE} and p.categories is not null))
      and (t.product_id, t.category_id) not in (${WANTED_CATEGORIES}) returning product_id),
  added as (insert into product_categories (product_id, category_id)
    select distinct product_id, entity_id from (${WANTED_CATEGORIES}) w
    where not exists (select from product_categories t where (t.product_id, t.category_id) = (w.product_id, w.entity_id))
    returning product_id)
  select count(*)::int as n from (select product_id from dropped union select product_id from added) placed`;

/** Pictures that could be loaded, in file order. If none could be loaded, the product keeps its old pictures. */
const WANTED_PICTURES = `select p.product_id, array_agg(distinct_ids.picture_id order by distinct_ids.turn) as ids
  from import_products p, lateral (select i.picture_id, min(named.turn) as turn
    from jsonb_array_elements_text(p.pictures) with ordinality as named (reference, turn)
    join import_pictures i on i.reference = named.reference and i.picture_id is not null group by i.picture_id) distinct_ids
  where ${MINE} and p.pictures is not null group by p.product_id`;

const RENEW_PICTURES = `update pictures x set mime = i.mime, source = i.source, width = i.width, height = i.height, ground = i.ground,
    version = i.version from import_pictures i
  where x.id = i.picture_id and i.source is not null and x.version <> i.version and i.reference in
    (select jsonb_array_elements_text(p.pictures) from import_products p where ${MINE} and p.pictures is not null)`;

/** Must run before other rows refer to these pictures. */
const ADD_PICTURES = `insert into pictures (id, mime, source, width, height, ground, version)
  select distinct on (i.picture_id) i.picture_id, i.mime, i.source, i.width, i.height, i.ground, i.version
  from import_products p, jsonb_array_elements_text(p.pictures) named (reference)
  join import_pictures i on i.reference = named.reference
  where ${MINE} and p.pictures is not null and i.source is not null
    and not exists (select from pictures x where x.id = i.picture_id)`;

async function applyPictures(run: SqlRunner, range: unknown[]): Promise<number> {
  const changed = await queryRows(run, z.object({ product_id: z.int(), ids: z.array(z.string()) }), {
    sql: `select w.product_id, w.ids from (${WANTED_PICTURES}) w where w.ids is distinct from
      (select array_agg(t.picture_id order by t.position) from product_pictures t where t.product_id = w.product_id)`,
    params: range,
  });
  if (changed.length === 0) return 0;
  const changes = JSON.stringify(changed);
  const recordset = 'jsonb_to_recordset($1::text::jsonb) as w(product_id int, ids jsonb)';
  await run.query(`delete from product_pictures t using ${recordset} where t.product_id = w.product_id`, [changes]);
  await run.query(
    `insert into product_pictures (product_id, position, picture_id) select w.product_id, named.turn - 1, named.id
      from ${recordset}, jsonb_array_elements_text(w.ids) with ordinality as named (id, turn)`,
    [changes],
  );
  return changed.length;
}
