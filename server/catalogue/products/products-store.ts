import { eq, sql } from 'drizzle-orm';
import type { TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';
import type { Picture } from '#contract/shapes/product.ts';
import { type Handle, rows } from '../../database/handle.ts';
import type { Tab1, Tab3 } from '../../database/schema/catalogue.ts';
import { templates } from '../../database/schema/schema.ts';
import { pictureJson } from '../../pictures/picture-sql.ts';
import type { TileRow } from '../listing/tile.ts';
import { tileColumns, tileJoins } from '../listing/tiles-store.ts';
import { type VariantRow, variantsJson } from './variants-sql.ts';

export type ProductRow = TileRow & {
  description: string;
  card_validity_months: number;
  tab1: Tab1 | null;
  /** Every picture tab1 names, by id. */
  tab1_pictures: Record<string, Picture>;
  tab2: Picture | null;
  tab3: Tab3 | null;
  pictures: Picture[];
  variants: VariantRow[];
};

/** A product in full, but for its seller; undefined for an unknown id or a product without anything to sell. */
export async function productRow(handle: Handle, productId: number): Promise<ProductRow | undefined> {
  const [product] = await rows<ProductRow>(
    handle,
    sql`select ${tileColumns}, p.description, p.card_validity_months, p.tab1, p.tab3,
        (select ${pictureJson(sql`x`)} from pictures x where x.id = p.tab2) as tab2,
        (select coalesce(jsonb_object_agg(x.id, ${pictureJson(sql`x`)}), '{}') from pictures x
          where x.id in (select jsonb_array_elements(p.tab1 -> 'rows') ->> 'image')) as tab1_pictures,
        (select coalesce(jsonb_agg(${pictureJson(sql`x`)} order by pp.position), '[]') from product_pictures pp
          join pictures x on x.id = pp.picture_id where pp.product_id = p.id) as pictures,
        ${variantsJson(sql`p.id`)} as variants
      from products p ${tileJoins} where p.id = ${productId}`,
  );
  return product;
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
  const [offer] = await rows<Offer>(
    handle,
    sql`select p.id as "productId", p.sku, p.name, p.type_id as "typeId", p.is_giftcard as "isGiftcard",
        ${variantsJson(sql`p.id`)} as variants
      from products p
      where p.id in (select id from products where sku = ${sku} union select product_id from variants where sku = ${sku})
      order by p.sku = ${sku} desc limit 1`,
  );
  return offer;
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
  const [template] = await handle
    .select({ id, mmsTemplateId, pictureId, layout })
    .from(templates)
    .where(eq(templates.id, templateId));
  return template;
}
