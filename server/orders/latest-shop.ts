import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Picture } from '#contract/shapes.ts';
import { pictureJson } from '../catalogue/picture-json.ts';

/** As a column of somebody else's query: the picture of the shop a member ordered from last; null before the first order. */
export function latestShopPicture(memberId: SQLWrapper): SQL<Picture | null> {
  return sql<Picture | null>`(
    select ${pictureJson(sql`front`)} from orders placed
      join order_lines line on line.order_id = placed.id
      join sellers shop on shop.id = line.seller_id
      join pictures front on front.id = shop.image
    where placed.member_id = ${memberId} and placed.number is not null
    order by placed.number desc, line.id limit 1)`;
}
