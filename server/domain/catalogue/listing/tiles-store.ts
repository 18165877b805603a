import { max, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { products } from '#server/platform/database/schema/schema.ts';
import { pictureJson } from '#server/platform/pictures/picture-sql.ts';
import { buildSortOrder, combineFilters, type Filters, inLists, sellable } from './list-filters-sql.ts';
import { type TileRow, tileRow } from './tile.ts';

const newest = sql`p.created_at desc, p.id desc`;

export const tileColumns = sql`p.id, p.sku, p.name, p.short_desc, p.type_id, p.is_giftcard, s.name as seller_name,
  stock.price_cents, stock.qty, coalesce(first.picture, ${pictureJson(sql`front`)}) as picture,
  ${pictureJson(sql`logo`)} as seller_picture`;

export const tileJoins = sql`join sellers s on s.id = p.seller_id
  join pictures logo on logo.id = s.logo
  join pictures front on front.id = s.image
  join lateral (select min(v.price_cents) as price_cents, sum(v.qty) as qty from variants v where v.product_id = p.id) stock
    on stock.price_cents is not null
  left join lateral (select ${pictureJson(sql`x`)} as picture from product_pictures pp join pictures x on x.id = pp.picture_id
    where pp.product_id = p.id order by pp.position limit 1) first on true`;

type List = { from?: SQL; where: SQL; order?: SQL; page?: Page };

/** Pages over ids before joining, so that an indexed order reads no later rows. `from` must yield `p`. */
function listTileRows(
  handle: Handle,
  { from = sql`products p`, where, order = newest, page }: List,
): Promise<TileRow[]> {
  const [first, cut] = page
    ? [sql`limit ${limitUpTo(page)}`, sql`limit ${literal(page.limit)} offset ${page.offset}`]
    : [];
  return queryRows(
    handle,
    tileRow,
    sql`select ${tileColumns} from (select listed.id, row_number() over () as place from
        (select p.id from ${from} where ${where} order by ${order} ${first}) listed ${cut}) listed
      join products p on p.id = listed.id ${tileJoins} order by listed.place`,
  );
}

export type Page = { limit: number; offset: number };

/**
 * Inlines the number: with a parameter as the limit, PostgreSQL assumes a tenth of the table and replans every call.
 */
const literal = (count: number): SQL => sql.raw(String(count));

const limitUpTo = ({ limit, offset }: Page): SQL =>
  literal(limit * 2 ** Math.ceil(Math.log2((offset + limit) / limit)));

type Query = Page & { filters: Filters };

export function listAllTileRows(
  handle: Handle,
  { giftCardsLead, filters, ...page }: Query & { giftCardsLead: boolean },
): Promise<TileRow[]> {
  const leading = giftCardsLead ? sql`p.is_giftcard desc` : sql`p.is_giftcard asc`;
  const order = buildSortOrder(filters.sort) ?? sql`${leading}, ${newest}`;
  return listTileRows(handle, { where: sql`${inLists} and ${combineFilters(filters)}`, order, page });
}

/** A position in a list. `created_at` is text, which keeps microseconds. */
const listMark = z.object({ created_at: z.string(), id: z.int() });
export type ListMark = z.output<typeof listMark>;
type Part = { isGiftcard: boolean; mark: ListMark | undefined };

function inPart({ isGiftcard, mark }: Part): SQL {
  const after = mark ? sql`(p.created_at, p.id) < (${mark.created_at}::timestamptz, ${mark.id}::int)` : sql`true`;
  return sql`${inLists} and p.is_giftcard = ${isGiftcard} and ${after}`;
}

export async function markAfter(handle: Handle, part: Part, step: number): Promise<ListMark | undefined> {
  const next = sql`select p.created_at::text as created_at, p.id from products p where ${inPart(part)}
    order by ${newest} limit 1 offset ${literal(step - 1)}`;
  return (await queryRows(handle, listMark, next))[0];
}

export async function countTileRowsAfter(handle: Handle, part: Part): Promise<number> {
  const counted = sql`select count(*)::int as n from products p where ${inPart(part)}`;
  return (await queryRows(handle, z.object({ n: z.int() }), counted))[0]?.n ?? 0;
}

export function listTileRowsAfter(handle: Handle, part: Part, page: Page): Promise<TileRow[]> {
  return listTileRows(handle, { where: inPart(part), page });
}

/**
 * Lists the products of a category and its subcategories. In the default order, reads only the first rows of each
 * category.
 */
export function listCategoryTileRows(
  handle: Handle,
  { categoryId, filters, ...page }: Query & { categoryId: number },
): Promise<TileRow[]> {
  const condition = sql`${inLists} and ${combineFilters(filters)}`;
  const order = buildSortOrder(filters.sort);
  if (order) return listTileRows(handle, { where: sql`${inCategory(categoryId)} and ${condition}`, order, page });
  const from = sql`(select distinct firsts.* from unnest(${categoryIdsBelow(categoryId)}) as c (id) cross join lateral (
      select p.id, p.created_at from product_categories pc join products p on p.id = pc.product_id
        where pc.category_id = c.id and ${condition}
        order by pc.created_at desc, pc.product_id desc limit ${limitUpTo(page)}) firsts) p`;
  return listTileRows(handle, { from, where: sql`true`, page });
}

/** Returns an array of the category and its subcategories, which PostgreSQL computes only once. */
export const categoryIdsBelow = (categoryId: number): SQL => sql`array(with recursive below as (
    select ${categoryId}::int as id union select c.entity_id from categories c join below on c.parent_id = below.id)
  select id from below)`;

export function inCategory(categoryId: number): SQL {
  return sql`exists (select from product_categories pc
    where pc.product_id = p.id and pc.category_id = any(${categoryIdsBelow(categoryId)}))`;
}

/** Lists the best matches first. `matches` must yield `p` with its rank. */
export function listMatchingTileRows(
  handle: Handle,
  { matches, filters, ...page }: Query & { matches: SQL },
): Promise<TileRow[]> {
  const order = buildSortOrder(filters.sort) ?? sql`p.rank desc, ${newest}`;
  return listTileRows(handle, { from: sql`(${matches}) p`, where: combineFilters(filters), order, page });
}

export function listSellerTileRows(handle: Handle, shopUrl: string): Promise<TileRow[]> {
  const where = sql`${inLists} and p.seller_id = (select id from sellers where shop_url = ${shopUrl})`;
  return listTileRows(handle, { where });
}

export function listTileRowsById(handle: Handle, ids: readonly number[]): Promise<TileRow[]> {
  return listTileRows(handle, { where: sql`${sellable} and p.id = any(${sql.param(ids)}::int[])` });
}

export async function findNewestProductId(handle: Handle): Promise<number> {
  const [newest] = await handle.select({ id: max(products.id) }).from(products);
  return newest?.id ?? 0;
}
