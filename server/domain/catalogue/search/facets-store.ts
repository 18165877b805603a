import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { SELLERS_OFFERED } from '#contract/rules/listing.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { buildFilterConditions, type Filters, hasStock, inLists, lowestPrice } from '../listing/list-filters-sql.ts';
import { categoryIdsBelow, findNewestProductId } from '../listing/tiles-store.ts';

/** Batch size that lets the embedded database serve other requests in between. */
const IDS_AT_ONCE = 20_000;

/**
 * A group of products with the same facet values. Prices are in cents; the flags show which filters the group passes.
 */
const group = z.object({
  seller_id: z.int(),
  is_giftcard: z.boolean(),
  has_stock: z.boolean(),
  in_price: z.boolean(),
  for_occasion: z.boolean(),
  count: z.int(),
  min_cents: z.int(),
  max_cents: z.int(),
});
export type FacetGroup = z.output<typeof group>;

export async function listFacetGroups(
  handle: Handle,
  { matches, categoryId, filters }: { matches?: SQL | undefined; categoryId?: number | undefined; filters: Filters },
): Promise<FacetGroup[]> {
  if (matches) return queryGroups(handle, sql`(select p.*, ${hasStock} as has_stock from (${matches}) p) p`, filters);
  const newest = await findNewestProductId(handle);
  const groups: FacetGroup[] = [];
  for (let first = 0; first <= newest; first += IDS_AT_ONCE) {
    const within = (id: SQL) => sql`${id} >= ${first}::int and ${id} < ${first + IDS_AT_ONCE}::int`;
    groups.push(
      ...(await queryGroups(
        handle,
        categoryId === undefined ? listedProducts(within) : categoryProducts(categoryId, within),
        filters,
      )),
    );
  }
  return mergeGroups(groups);
}

function mergeGroups(groups: readonly FacetGroup[]): FacetGroup[] {
  const byKey = new Map<string, FacetGroup>();
  for (const { count, min_cents, max_cents, ...keyFields } of groups) {
    const key = Object.values(keyFields).join();
    const other = byKey.get(key) ?? { count: 0, min_cents, max_cents };
    byKey.set(key, {
      ...keyFields,
      count: count + other.count,
      min_cents: Math.min(min_cents, other.min_cents),
      max_cents: Math.max(max_cents, other.max_cents),
    });
  }
  return [...byKey.values()];
}

type Within = (id: SQL) => SQL;

/** Reads stock once. `distinct` keeps the set small enough to hash. */
const listedProducts = (within: Within): SQL => sql`(select p.*, p.id in (select distinct v.product_id from variants v
    where ${within(sql`v.product_id`)} and v.qty > 0) as has_stock
  from products p where ${within(sql`p.id`)} and ${inLists}) p`;

const categoryProducts = (
  categoryId: number,
  within: Within,
): SQL => sql`(select p.*, ${hasStock} as has_stock from products p
  where ${inLists} and p.id in (select pc.product_id from product_categories pc
    where ${within(sql`pc.product_id`)} and pc.category_id = any(${categoryIdsBelow(categoryId)}))) p`;

/** `list` must yield `p` with has_stock. */
function queryGroups(handle: Handle, list: SQL, filters: Filters): Promise<FacetGroup[]> {
  const pass = buildFilterConditions(filters);
  return queryRows(
    handle,
    group,
    sql`select l.seller_id, l.is_giftcard, l.has_stock, l.in_price, l.for_occasion, count(*)::int as count,
        min(l.cents) as min_cents, max(l.cents) as max_cents
      from (select p.seller_id, p.is_giftcard, p.has_stock, ${lowestPrice} as cents, (${pass.price}) as in_price,
          (${pass.occasion}) as for_occasion from ${list}) l
      group by 1, 2, 3, 4, 5`,
  );
}

const sellerRow = z.object({ id: z.int() });

export async function findSellerIds(handle: Handle, shopUrls: readonly string[]): Promise<ReadonlySet<number>> {
  const found = sql`select id from sellers where shop_url = any(${sql.param(shopUrls)}::text[])`;
  return new Set((await queryRows(handle, sellerRow, found)).map(({ id }) => id));
}

const offered = z.object({ shop_url: z.string(), name: z.string(), count: z.int() });

export function listOfferedSellers(
  handle: Handle,
  { counts, chosen }: { counts: ReadonlyMap<number, number>; chosen: readonly string[] },
): Promise<z.output<typeof offered>[]> {
  const [ids, numbers] = [[...counts.keys()], [...counts.values()]];
  return queryRows(
    handle,
    offered,
    sql`select * from (select s.shop_url, s.name, n.count
        from unnest(${sql.param(ids)}::int[], ${sql.param(numbers)}::int[]) as n (id, count) join sellers s on s.id = n.id
        order by s.shop_url = any(${sql.param(chosen)}::text[]) desc, n.count desc, s.name limit ${SELLERS_OFFERED}) offered
      order by count desc, name`,
  );
}
