import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { TemplateLayout } from '#contract/rules/gift-picture.ts';
import type { Picture } from '#contract/shapes.ts';
import { type Handle, rows } from '../database/handle.ts';
import { categories, templates } from '../database/schema.ts';
import type { Tab1, Tab3 } from '../database/schema-catalogue.ts';
import type { CategoryRow } from './category-tree.ts';
import { pictureJson } from './picture-json.ts';
import type { TileRow } from './tile.ts';
import { type VariantRow, variantsJson } from './variants.ts';

const newest = sql`p.created_at desc, p.id desc`;

/** A product without a picture of its own shows its seller's. */
const tileColumns = sql`p.id, p.sku, p.name, p.short_desc, p.type_id, p.is_giftcard, s.name as seller_name,
  stock.price_cents, stock.qty, coalesce(first.picture, ${pictureJson(sql`front`)}) as picture,
  ${pictureJson(sql`logo`)} as seller_picture`;

const tileJoins = sql`join sellers s on s.id = p.seller_id
  join pictures logo on logo.id = s.logo
  join pictures front on front.id = s.image
  join lateral (select min(v.price_cents) as price_cents, sum(v.qty) as qty from variants v where v.product_id = p.id) stock
    on stock.price_cents is not null
  left join lateral (select ${pictureJson(sql`x`)} as picture from product_pictures pp join pictures x on x.id = pp.picture_id
    where pp.product_id = p.id order by pp.position limit 1) first on true`;

/** What nobody can buy in any form is not in a list; filtered before paging, so that pages stay full. */
const sellable = sql`exists (select from variants v where v.product_id = p.id)`;

type List = { where?: SQL; order?: SQL; limit?: number; offset?: number };

/** Tiles of one list; paging happens before the joins, so that only the rows shown are looked at. */
function tileRows(handle: Handle, { where = sql`true`, order = newest, limit, offset = 0 }: List): Promise<TileRow[]> {
  const page = limit === undefined ? sql`` : sql`order by ${order} limit ${limit} offset ${offset}`;
  return rows<TileRow>(
    handle,
    sql`select ${tileColumns} from (select p.* from products p where ${sellable} and ${where} ${page}) p
      ${tileJoins} order by ${order}`,
  );
}

export type Page = { limit: number; offset: number };

/** Every product: gift cards first or last, newest first within each. */
export function tilesOfAll(
  handle: Handle,
  { giftCardsLead, ...page }: Page & { giftCardsLead: boolean },
): Promise<TileRow[]> {
  const leading = giftCardsLead ? sql`p.is_giftcard desc` : sql`p.is_giftcard asc`;
  return tileRows(handle, { order: sql`${leading}, ${newest}`, ...page });
}

/** Products of a category and of those below it, each once. */
export function tilesOfCategory(
  handle: Handle,
  { categoryId, ...page }: Page & { categoryId: number },
): Promise<TileRow[]> {
  const where = sql`exists (
    with recursive below as (
      select ${categoryId}::int as id union select c.entity_id from categories c join below on c.parent_id = below.id)
    select from product_categories pc join below on below.id = pc.category_id where pc.product_id = p.id)`;
  return tileRows(handle, { where, ...page });
}

export function tilesOfSeller(handle: Handle, shopUrl: string): Promise<TileRow[]> {
  return tileRows(handle, { where: sql`p.seller_id = (select id from sellers where shop_url = ${shopUrl})` });
}

export function tilesById(handle: Handle, ids: readonly number[]): Promise<TileRow[]> {
  return tileRows(handle, { where: sql`p.id = any(${sql.param(ids)}::int[])` });
}

export function categoryRows(handle: Handle): Promise<CategoryRow[]> {
  return handle
    .select({ entityId: categories.entityId, parentId: categories.parentId, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.entityId));
}

export type ProductRow = TileRow & {
  description: string;
  tab1: Tab1 | null;
  /** Every picture tab1 names, by id. */
  tab1_pictures: Record<string, Picture>;
  tab2: Picture | null;
  tab3: Tab3 | null;
  pictures: Picture[];
  variants: VariantRow[];
};

/** A whole product but for its seller; undefined for an unknown id or a product without anything to sell. */
export async function productRow(handle: Handle, productId: number): Promise<ProductRow | undefined> {
  const found = await rows<ProductRow>(
    handle,
    sql`select ${tileColumns}, p.description, p.tab1, p.tab3,
        (select ${pictureJson(sql`x`)} from pictures x where x.id = p.tab2) as tab2,
        (select coalesce(jsonb_object_agg(x.id, ${pictureJson(sql`x`)}), '{}') from pictures x
          where x.id in (select jsonb_array_elements(p.tab1 -> 'rows') ->> 'image')) as tab1_pictures,
        (select coalesce(jsonb_agg(${pictureJson(sql`x`)} order by pp.position), '[]') from product_pictures pp
          join pictures x on x.id = pp.picture_id where pp.product_id = p.id) as pictures,
        ${variantsJson(sql`p.id`)} as variants
      from products p ${tileJoins} where p.id = ${productId}`,
  );
  return found[0];
}

/** What may be bought under a sku, be it the product's or one of its variants'. */
export type Offer = {
  productId: number;
  sku: string;
  name: string;
  typeId: 'simple' | 'configurable';
  isGiftcard: boolean;
  variants: VariantRow[];
};

export async function offerRow(handle: Handle, sku: string): Promise<Offer | undefined> {
  const found = await rows<Offer>(
    handle,
    sql`select p.id as "productId", p.sku, p.name, p.type_id as "typeId", p.is_giftcard as "isGiftcard",
        ${variantsJson(sql`p.id`)} as variants
      from products p
      where p.id in (select id from products where sku = ${sku} union select product_id from variants where sku = ${sku})
      order by p.sku = ${sku} desc limit 1`,
  );
  return found[0];
}

export type TemplateRow = {
  id: number;
  mms_template_id: string;
  name: string;
  picture: Picture;
  layout: TemplateLayout;
};

export function templateRows(handle: Handle, productId: number): Promise<TemplateRow[]> {
  return rows<TemplateRow>(
    handle,
    sql`select t.id, t.mms_template_id, t.name, t.layout, ${pictureJson(sql`x`)} as picture
      from product_templates pt join templates t on t.id = pt.template_id join pictures x on x.id = t.picture_id
      where pt.product_id = ${productId} order by pt.position, t.id`,
  );
}

export type TemplateSource = { id: number; mmsTemplateId: string; pictureId: string; layout: TemplateLayout };

export async function templateSource(handle: Handle, templateId: number): Promise<TemplateSource | undefined> {
  const { id, mmsTemplateId, pictureId, layout } = templates;
  const found = await handle
    .select({ id, mmsTemplateId, pictureId, layout })
    .from(templates)
    .where(eq(templates.id, templateId));
  return found[0];
}
