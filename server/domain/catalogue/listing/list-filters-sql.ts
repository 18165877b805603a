import { type SQL, sql } from 'drizzle-orm';
import type { Kind, Occasion, Sort } from '#contract/rules/listing.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';

/** Prices are in cents and apply to a product's cheapest variant. */
export type Filters = {
  sort: Sort;
  sellers: string[];
  minCents: number | null;
  maxCents: number | null;
  inStock: boolean;
  kind: Kind | null;
  occasion: Occasion | null;
};

export const FILTER_NAMES = ['seller', 'price', 'stock', 'kind', 'occasion'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export function parseFilters(query: ListQuery): Filters {
  return {
    sort: query.sort ?? 'newest',
    sellers: query.seller?.split(',') ?? [],
    minCents: query.price_min === undefined ? null : toCents(query.price_min),
    maxCents: query.price_max === undefined ? null : toCents(query.price_max),
    inStock: query.in_stock !== undefined,
    kind: query.kind ?? null,
    occasion: query.occasion ?? null,
  };
}

export function isNarrowed({ sort, sellers, ...otherFilters }: Filters): boolean {
  return (
    sort !== 'newest' ||
    sellers.length > 0 ||
    Object.values(otherFilters).some((value) => value !== null && value !== false)
  );
}

export const lowestPrice = sql`p.lowest_cents`;
/** Products for sale. Queries filter before paging, so that pages stay full. */
export const sellable = sql`p.lowest_cents is not null and p.visibility <> 'off'`;
export const inLists = sql`p.lowest_cents is not null and p.visibility in ('everywhere', 'lists')`;
export const inSearch = sql`p.lowest_cents is not null and p.visibility in ('everywhere', 'search')`;
export const inPublic = sql`p.lowest_cents is not null and p.visibility in ('everywhere', 'lists', 'search')`;
export const hasStock = sql`exists (select from variants v where v.product_id = p.id and v.qty > 0)`;
/** The gift card condition lets an index skip other products. The array of templates is computed only once. */
const isFor = (occasion: Occasion): SQL => sql`p.is_giftcard and exists (select from product_templates pt
  where pt.product_id = p.id and pt.template_id = any(array(select t.id from templates t where t.occasion = ${occasion})))`;

export function buildFilterConditions(filters: Filters): Record<FilterName, SQL> {
  const { sellers, minCents, maxCents, inStock, kind, occasion } = filters;
  const passes = (condition: SQL | null | false): SQL => condition || sql`true`;
  const fromMin = passes(minCents !== null && sql`${lowestPrice} >= ${minCents}`);
  const toMax = passes(maxCents !== null && sql`${lowestPrice} <= ${maxCents}`);
  return {
    seller: passes(
      sellers.length > 0 &&
        sql`p.seller_id in (select id from sellers where shop_url = any(${sql.param(sellers)}::text[]))`,
    ),
    price: sql`${fromMin} and ${toMax}`,
    stock: passes(inStock && hasStock),
    kind: passes(kind !== null && sql`p.is_giftcard = ${kind === 'giftcard'}`),
    occasion: passes(occasion !== null && isFor(occasion)),
  };
}

export function combineFilters(filters: Filters): SQL {
  return sql.join(Object.values(buildFilterConditions(filters)), sql` and `);
}

/** Returns undefined for the default order. Breaks ties by id, so that paging is stable. */
export function buildSortOrder(sort: Sort): SQL | undefined {
  if (sort === 'price_up') return sql`${lowestPrice}, p.id`;
  if (sort === 'price_down') return sql`${lowestPrice} desc, p.id`;
  if (sort === 'name') return sql`left(p.search_name, 100) collate "C", p.id`;
  return undefined;
}
