import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';
import { OCCASIONS } from '#contract/rules/listing.ts';
import { picture } from '#contract/shapes/product.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { PRODUCT_TYPES, templates } from '#server/platform/database/schema/schema.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';
import { pictureJson } from '#server/platform/pictures/picture-sql.ts';
import { sellable } from '../listing/list-filters-sql.ts';
import { wordsPlaces } from '../listing/occasions-store.ts';
import { tileRow } from '../listing/tile.ts';
import { tileColumns, tileJoins } from '../listing/tiles-store.ts';
import { variantRow, variantsJson } from './variants-sql.ts';

const productColumns = tileRow.extend({
  description: z.string(),
  card_validity_months: z.int(),
  tab1: z.object({ title: z.string(), rows: z.array(z.object({ image: z.string(), text: z.string() })) }).nullable(),
  tab1_pictures: z.record(z.string(), picture),
  tab2: picture.nullable(),
  tab3: z.array(z.object({ question: z.string(), answer: z.string() })).nullable(),
  pictures: z.array(picture),
  variants: z.array(variantRow),
});
export type ProductRow = z.output<typeof productColumns>;

/** Returns undefined if the product is unknown or not for sale. */
export async function findProductRow(handle: Handle, productId: number): Promise<ProductRow | undefined> {
  const [product] = await queryRows(
    handle,
    productColumns,
    sql`select ${tileColumns}, p.description, p.card_validity_months, p.tab1, p.tab3,
        (select ${pictureJson(sql`x`)} from pictures x where x.id = p.tab2) as tab2,
        (select coalesce(jsonb_object_agg(x.id, ${pictureJson(sql`x`)}), '{}') from pictures x
          where x.id in (select jsonb_array_elements(p.tab1 -> 'rows') ->> 'image')) as tab1_pictures,
        (select coalesce(jsonb_agg(${pictureJson(sql`x`)} order by pp.position), '[]') from product_pictures pp
          join pictures x on x.id = pp.picture_id where pp.product_id = p.id) as pictures,
        ${variantsJson(sql`p.id`)} as variants
      from products p ${tileJoins} where p.id = ${productId} and ${sellable}`,
  );
  return product;
}

export async function findShownProduct(handle: Handle, productId: number) {
  const [row] = await queryRows(
    handle,
    z.object({ name: z.string(), picture: picture.nullable() }),
    sql`select p.name, (select ${pictureJson(sql`x`)} from product_pictures pp join pictures x on x.id = pp.picture_id
        where pp.product_id = p.id order by pp.position limit 1) as picture
      from products p where p.id = ${productId}`,
  );
  return row;
}

const offerColumns = z.object({
  productId: z.int(),
  sku: z.string(),
  name: z.string(),
  typeId: z.enum(PRODUCT_TYPES),
  isGiftcard: z.boolean(),
  variants: z.array(variantRow),
});
export type Offer = z.output<typeof offerColumns>;

const readOffer = defineRowsStatement(
  offerColumns,
  (
    place: Place<{ sku: string }>,
  ) => sql`select p.id as "productId", p.sku, p.name, p.type_id as "typeId", p.is_giftcard as "isGiftcard",
        ${variantsJson(sql`p.id`)} as variants
      from products p
      where p.id in (select id from products where sku = ${place('sku')}
          union select product_id from variants where sku = ${place('sku')}) and p.visibility <> 'off'
      order by p.sku = ${place('sku')} desc limit 1`,
);

export async function offerRow(handle: Handle, sku: string): Promise<Offer | undefined> {
  return (await readOffer(handle, { sku }))[0];
}

const templateRow = z.object({
  id: z.int(),
  mms_template_id: z.string(),
  name: z.string(),
  picture,
  occasion: z.enum(OCCASIONS).nullable(),
  layout: wordsPlaces,
});
export type TemplateRow = z.output<typeof templateRow>;

export function listTemplateRows(handle: Handle, productId: number): Promise<TemplateRow[]> {
  return queryRows(
    handle,
    templateRow,
    sql`select t.id, t.mms_template_id, t.name, ${pictureJson(sql`x`)} as picture, t.occasion, t.layout
      from product_templates pt join templates t on t.id = pt.template_id join pictures x on x.id = t.picture_id
      where pt.product_id = ${productId} order by pt.position, t.id`,
  );
}

export type TemplateSource = { id: number; mmsTemplateId: string; pictureId: string; layout: TemplateLayout };

export async function findTemplateSource(handle: Handle, templateId: number): Promise<TemplateSource | undefined> {
  const { id, mmsTemplateId, pictureId, layout } = templates;
  const [template] = await handle
    .select({ id, mmsTemplateId, pictureId, layout })
    .from(templates)
    .where(eq(templates.id, templateId));
  return template;
}
