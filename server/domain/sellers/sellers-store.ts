import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type SellerContact, sellerContact } from '#contract/catalogue.ts';
import { picture } from '#contract/shapes/product.ts';
import type { SqlRunner } from '#server/platform/database/database.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { sellers } from '#server/platform/database/schema/schema.ts';
import { pictureJson } from '#server/platform/pictures/picture-sql.ts';

const sellerColumns = z.object({
  id: z.int(),
  name: z.string(),
  shop_url: z.string(),
  description: z.string(),
  popup_description: z.string(),
  contact: sellerContact,
  logo: picture,
  image: picture,
  supplied_by_image: picture,
});
export type SellerRow = z.output<typeof sellerColumns>;

const contactJson = sql`jsonb_build_object('phone', s.contact_phone, 'email', s.contact_email, 'site', s.contact_site,
  'address', s.contact_address, 'hours', s.contact_hours)`;

export async function findSellerRow(handle: Handle, where: SQL): Promise<SellerRow | undefined> {
  const [seller] = await queryRows(
    handle,
    sellerColumns,
    sql`select s.id, s.name, s.shop_url, s.description, s.popup_description,
        ${contactJson} as contact, ${pictureJson(sql`logo`)} as logo,
        ${pictureJson(sql`front`)} as image, ${pictureJson(sql`supplied`)} as supplied_by_image
      from sellers s join pictures logo on logo.id = s.logo join pictures front on front.id = s.image
        join pictures supplied on supplied.id = s.supplied_by_image
      where ${where}`,
  );
  return seller;
}

export const byProduct = (productId: number): SQL =>
  sql`s.id = (select seller_id from products where id = ${productId})`;
export const byId = (sellerId: number): SQL => sql`s.id = ${sellerId}`;
export const byShopUrl = (shopUrl: string): SQL => sql`s.shop_url = ${shopUrl}`;

export async function findSellerName(handle: Handle, sellerId: number): Promise<string | undefined> {
  const [seller] = await handle.select({ name: sellers.name }).from(sellers).where(eq(sellers.id, sellerId));
  return seller?.name;
}

export function countSellers(handle: Handle): Promise<number> {
  return handle.$count(sellers);
}

export function listShopPages(
  handle: Handle,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ key: string; changed: Date | null }[]> {
  return queryRows(
    handle,
    z.object({ key: z.string(), changed: z.date().nullable() }),
    sql`select s.shop_url as key, (select max(p.created_at) from products p where p.seller_id = s.id) as changed
      from sellers s order by s.id limit ${limit} offset ${offset}`,
  );
}

export async function lockSeller(tx: Transaction, shopUrl: string) {
  const seller = z.object({ id: z.int(), name: z.string(), contact: sellerContact, gstRegistered: z.boolean() });
  const where = byShopUrl(shopUrl);
  return (
    await queryRows(
      tx,
      seller,
      sql`select s.id, s.name, ${contactJson} as contact, s.gst_registered as "gstRegistered"
        from sellers s where ${where} for update`,
    )
  )[0];
}

export async function updateContact(tx: Transaction, sellerId: number, contact: SellerContact): Promise<void> {
  const { phone, email, site, address, hours } = contact;
  await tx.execute(
    sql`update sellers set contact_phone = ${phone}, contact_email = ${email}, contact_site = ${site},
        contact_address = ${address}, contact_hours = ${hours}
      where id = ${sellerId}`,
  );
}

export async function updateGst(tx: Transaction, sellerId: number, isRegistered: boolean): Promise<void> {
  await tx.execute(sql`update sellers set gst_registered = ${isRegistered} where id = ${sellerId}`);
}

const listed = z.object({
  id: z.int(),
  shopUrl: z.string(),
  name: z.string(),
  contact: sellerContact,
  gstRegistered: z.boolean(),
});

export function listAllSellers(handle: Handle): Promise<z.output<typeof listed>[]> {
  return queryRows(
    handle,
    listed,
    sql`select s.id, s.shop_url as "shopUrl", s.name, ${contactJson} as contact, s.gst_registered as "gstRegistered"
      from sellers s order by s.shop_url`,
  );
}

export async function listShopUrls(run: SqlRunner): Promise<string[]> {
  const found = await queryRows(run, z.object({ shop_url: z.string() }), sql`select shop_url from sellers`);
  return found.map((row) => row.shop_url);
}

export type NewSeller = typeof sellers.$inferInsert;

export async function insertSellers(handle: Handle, added: readonly NewSeller[]): Promise<Map<string, number>> {
  const { id, shopUrl } = sellers;
  const inserted = await handle
    .insert(sellers)
    .values([...added])
    .returning({ id, shopUrl });
  return new Map(inserted.map((seller) => [seller.shopUrl, seller.id]));
}

/** Uses one picture as the logo and both images of all sellers. Returns seller ids by shop URL. */
export async function insertNamedSellers(
  run: SqlRunner,
  { names, shopUrls: urls, pictureId, flatShippingCents }: NamedSellers,
): Promise<Map<string, number>> {
  const inserted = await queryRows(run, z.object({ id: z.int(), shop_url: z.string() }), {
    sql: `insert into sellers (name, shop_url, description, popup_description, logo, image, supplied_by_image, flat_shipping_cents)
      select name, shop_url, '', '', $3, $3, $3, $4 from unnest($1::text[], $2::text[]) with ordinality as w (name, shop_url, turn)
      order by turn returning id, shop_url`,
    params: [names, urls, pictureId, flatShippingCents],
  });
  return new Map(inserted.map(({ id, shop_url }) => [shop_url, id]));
}

export type NamedSellers = {
  names: readonly string[];
  shopUrls: readonly string[];
  pictureId: string;
  flatShippingCents: number;
};
