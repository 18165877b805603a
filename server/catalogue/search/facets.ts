import { SELLERS_OFFERED } from '#contract/rules/listing.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Facets } from '#contract/search.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '../../context.ts';
import { FILTER_NAMES, type FilterName, type Filters, filtersOf } from '../listing/list-filters-sql.ts';
import { type FacetGroup, facetGroups, sellersOffered } from './facets-store.ts';
import { matchingProducts } from './matches-sql.ts';
import { readWords } from './search.ts';

/** What a list can be narrowed to: of a search when `q` is given, else of a category, else of everything. */
export async function facets(
  { database: { orm } }: Context,
  query: ListQuery & { q?: string | undefined; category_id?: number | undefined },
): Promise<Facets> {
  const filters = filtersOf(query);
  const matches = query.q === undefined ? undefined : matchingProducts((await readWords(orm, query.q)).words);
  const groups = await facetGroups(orm, { matches, categoryId: query.category_id, filters });
  const passing = passingOf(groups, filters);
  const all = passing();
  const priced = passing('price');
  const counts = new Map<number, number>();
  for (const { seller_id, count } of passing('seller')) counts.set(seller_id, (counts.get(seller_id) ?? 0) + count);
  return {
    total: sumOf(all),
    in_stock: sumOf(passing('stock').filter(({ has_stock }) => has_stock)),
    kinds: {
      product: sumOf(passing('kind').filter(({ is_giftcard }) => !is_giftcard)),
      giftcard: sumOf(passing('kind').filter(({ is_giftcard }) => is_giftcard)),
    },
    sellers: await sellersOffered(orm, { counts, chosen: filters.sellers }),
    more_sellers: Math.max(counts.size - SELLERS_OFFERED, 0),
    price:
      priced.length === 0
        ? null
        : {
            min: toDollars(
              priced.reduce((least, { min_cents }) => Math.min(least, min_cents), Number.POSITIVE_INFINITY),
            ),
            max: toDollars(priced.reduce((most, { max_cents }) => Math.max(most, max_cents), 0)),
          },
  };
}

const sumOf = (groups: readonly FacetGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);

/** The groups that pass every filter but `own`. */
function passingOf(groups: readonly FacetGroup[], { inStock, kind }: Filters) {
  const passes: Record<FilterName, (group: FacetGroup) => boolean> = {
    seller: (group) => group.of_seller,
    price: (group) => group.in_price,
    occasion: (group) => group.for_occasion,
    stock: (group) => !inStock || group.has_stock,
    kind: (group) => kind === null || group.is_giftcard === (kind === 'giftcard'),
  };
  return (own?: FilterName): FacetGroup[] =>
    groups.filter((group) => FILTER_NAMES.every((name) => name === own || passes[name](group)));
}
