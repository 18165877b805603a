import { max, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../database/handle.ts';
import { rows } from '../../database/rows.ts';
import { products } from '../../database/schema/schema.ts';
import { pictureJson } from '../../pictures/picture-sql.ts';
import { type Filters, filtered, inLists, inSearch, sellable, sorted } from './list-filters-sql.ts';
import { type TileRow, tileRow } from './tile.ts';

const newest = sql`p.created_at desc, p.id desc`;

/** A product without a picture of its own shows its seller's. */
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

type List = { from?: SQL; shown: SQL; rank?: SQL; where?: SQL; order?: SQL; limit?: number; offset?: number };

/**
 * Tiles of one list. The page is cut from ids alone before anything is joined: an order that has an index reads the
 * rows of the page and those before it in the index, no others. `from` yields products as `p`, `shown` says which of
 * them the list may have; `rank` is a column of `matches` that the order needs.
 */
function tileRows(
  handle: Handle,
  { from = sql`products p`, shown, rank, where = sql`true`, order = newest, limit, offset = 0 }: List,
): Promise<TileRow[]> {
  const columns = rank ? sql`, ${rank}` : sql``;
  const page = limit === undefined ? sql`` : sql`order by ${order} limit ${limit} offset ${offset}`;
  return rows(
    handle,
    tileRow,
    sql`select ${tileColumns} from (select p.id as product_id${columns} from ${from}
        where ${shown} and ${where} ${page}) matches
      join products p on p.id = matches.product_id ${tileJoins} order by ${order}`,
  );
}

export type Page = { limit: number; offset: number };
type Query = Page & { filters: Filters };

/** Every product: gift cards first or last, newest first within each, unless another order is chosen. */
export function tilesOfAll(
  handle: Handle,
  { giftCardsLead, filters, ...page }: Query & { giftCardsLead: boolean },
): Promise<TileRow[]> {
  const leading = giftCardsLead ? sql`p.is_giftcard desc` : sql`p.is_giftcard asc`;
  const order = sorted(filters.sort) ?? sql`${leading}, ${newest}`;
  return tileRows(handle, { shown: inLists, where: filtered(filters), order, ...page });
}

/** Products of a category and of those below it, each once. */
export function tilesOfCategory(
  handle: Handle,
  { categoryId, filters, ...page }: Query & { categoryId: number },
): Promise<TileRow[]> {
  const where = sql`${inCategory(categoryId)} and ${filtered(filters)}`;
  return tileRows(handle, { shown: inLists, where, order: sorted(filters.sort) ?? newest, ...page });
}

/**
 * `p` stands in the category or in one below it. An array is computed once and lets the list use the index of its
 * order.
 */
export function inCategory(categoryId: number): SQL {
  return sql`exists (select from product_categories pc where pc.product_id = p.id and pc.category_id = any(array(
    with recursive below as (
      select ${categoryId}::int as id union select c.entity_id from categories c join below on c.parent_id = below.id)
    select id from below)))`;
}

/** Products that match a search, the closest first; `matches` yields (product_id, rank). */
export function tilesOfMatches(
  handle: Handle,
  { matches, filters, ...page }: Query & { matches: SQL },
): Promise<TileRow[]> {
  const from = sql`(${matches}) matches join products p on p.id = matches.product_id`;
  const order = sorted(filters.sort) ?? sql`matches.rank desc, ${newest}`;
  return tileRows(handle, { from, shown: inSearch, rank: sql`matches.rank`, where: filtered(filters), order, ...page });
}

export function tilesOfSeller(handle: Handle, shopUrl: string): Promise<TileRow[]> {
  const where = sql`p.seller_id = (select id from sellers where shop_url = ${shopUrl})`;
  return tileRows(handle, { shown: inLists, where });
}

export function tilesById(handle: Handle, ids: readonly number[]): Promise<TileRow[]> {
  return tileRows(handle, { shown: sellable, where: sql`p.id = any(${sql.param(ids)}::int[])` });
}

export async function newestProductId(handle: Handle): Promise<number> {
  const [newest] = await handle.select({ id: max(products.id) }).from(products);
  return newest?.id ?? 0;
}
