import { type SQL, sql } from 'drizzle-orm';
import type { Kind, Occasion, Sort } from '#contract/rules/listing.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';

/** What a list is narrowed to; prices in cents, of the cheapest variant. */
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

export function filtersOf(query: ListQuery): Filters {
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

/** Whether a list is not all of its products in its own order. */
export function isNarrowed({ sort, sellers, ...others }: Filters): boolean {
  return sort !== 'newest' || sellers.length > 0 || Object.values(others).some((one) => one !== null && one !== false);
}

/** The price a tile shows, in cents, of the product behind `p`. */
export const lowestPrice = sql`p.lowest_cents`;
/** What nobody can buy in any form is in no list; filtered before paging, so that pages stay full. */
export const sellable = sql`p.lowest_cents is not null and p.visibility <> 'off'`;
/** What is shown without being searched: in lists of everything, of a category, of a seller. */
export const inLists = sql`p.lowest_cents is not null and p.visibility in ('everywhere', 'lists')`;
export const inSearch = sql`p.lowest_cents is not null and p.visibility in ('everywhere', 'search')`;
/** What leads customers to its page by itself, such as a sitemap. */
export const inPublic = sql`p.lowest_cents is not null and p.visibility in ('everywhere', 'lists', 'search')`;
export const hasStock = sql`exists (select from variants v where v.product_id = p.id and v.qty > 0)`;
/**
 * Only gift cards have wrappings; saying so lets a list read no more than them in the index of its order. The array is
 * computed once.
 */
const isFor = (occasion: Occasion): SQL => sql`p.is_giftcard and exists (select from product_templates pt
  where pt.product_id = p.id and pt.template_id = any(array(select t.id from templates t where t.occasion = ${occasion})))`;

/** Which products `p` pass, one condition a filter; true where a filter is not set. */
export function conditions(filters: Filters): Record<FilterName, SQL> {
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

export function filtered(filters: Filters): SQL {
  return sql.join(Object.values(conditions(filters)), sql` and `);
}

/** The chosen order; undefined: the list's own. Ties go by id, so that pages neither repeat nor lose a product. */
export function sorted(sort: Sort): SQL | undefined {
  if (sort === 'price_up') return sql`${lowestPrice}, p.id`;
  if (sort === 'price_down') return sql`${lowestPrice} desc, p.id`;
  if (sort === 'name') return sql`left(p.search_name, 100) collate "C", p.id`;
  return undefined;
}
