import { SELLERS_OFFERED } from '#contract/rules/listing.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Facets } from '#contract/search.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Context } from '#server/context.ts';
import { categoryExists } from '../listing/categories-store.ts';
import { FILTER_NAMES, type FilterName, type Filters, parseFilters } from '../listing/list-filters-sql.ts';
import { type FacetGroup, findSellerIds, listFacetGroups, listOfferedSellers } from './facets-store.ts';
import { createKeptCounts } from './kept-counts.ts';
import { matchingProducts } from './matches-sql.ts';
import { readWords } from './search.ts';

type Shop = Pick<Context, 'database' | 'changes'>;
const countsBy = new WeakMap<object, ReturnType<typeof createKeptCounts>>();

type List = { q: string | undefined; categoryId: number | undefined; filters: Filters };

/** Caches the facets of the whole catalogue, each category and each occasion, unless a price filter is set. */
async function loadFacetGroups({ database, changes }: Shop, { q, categoryId, filters }: List): Promise<FacetGroup[]> {
  const { orm } = database;
  if (q !== undefined)
    return listFacetGroups(orm, { matches: matchingProducts((await readWords(orm, q)).words), filters });
  if (categoryId !== undefined && !(await categoryExists(orm, categoryId))) return [];
  const counts = countsBy.get(changes) ?? createKeptCounts(changes.catalogue);
  countsBy.set(changes, counts);
  const count = () => listFacetGroups(orm, { categoryId, filters });
  const isPriced = filters.minCents !== null || filters.maxCents !== null;
  return isPriced ? counts.once(count) : counts.getOrCount(`${categoryId} ${filters.occasion}`, count);
}

export async function computeFacets(
  shop: Shop,
  query: ListQuery & { q?: string | undefined; category_id?: number | undefined },
): Promise<Facets> {
  const filters = parseFilters(query);
  const { orm } = shop.database;
  const groups = await loadFacetGroups(shop, { q: query.q, categoryId: query.category_id, filters });
  const chosen = filters.sellers.length > 0 ? await findSellerIds(orm, filters.sellers) : null;
  const passing = createGroupFilter(groups, { ...filters, chosen });
  const all = passing();
  const priced = passing('price');
  const counts = new Map<number, number>();
  for (const { seller_id, count } of passing('seller')) counts.set(seller_id, (counts.get(seller_id) ?? 0) + count);
  return {
    total: sumCounts(all),
    in_stock: sumCounts(passing('stock').filter(({ has_stock }) => has_stock)),
    kinds: {
      product: sumCounts(passing('kind').filter(({ is_giftcard }) => !is_giftcard)),
      giftcard: sumCounts(passing('kind').filter(({ is_giftcard }) => is_giftcard)),
    },
    sellers: await listOfferedSellers(orm, { counts, chosen: filters.sellers }),
    more_sellers: Math.max(counts.size - SELLERS_OFFERED, 0),
    price:
      priced.length === 0
        ? null
        : {
            min: toDollars(
              priced.reduce((lowest, { min_cents }) => Math.min(lowest, min_cents), Number.POSITIVE_INFINITY),
            ),
            max: toDollars(priced.reduce((highest, { max_cents }) => Math.max(highest, max_cents), 0)),
          },
  };
}

const sumCounts = (groups: readonly FacetGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);

function createGroupFilter(
  groups: readonly FacetGroup[],
  { inStock, kind, chosen }: Filters & { chosen: ReadonlySet<number> | null },
) {
  const passes: Record<FilterName, (group: FacetGroup) => boolean> = {
    seller: (group) => chosen === null || chosen.has(group.seller_id),
    price: (group) => group.in_price,
    occasion: (group) => group.for_occasion,
    stock: (group) => !inStock || group.has_stock,
    kind: (group) => kind === null || group.is_giftcard === (kind === 'giftcard'),
  };
  return (ownFilter?: FilterName): FacetGroup[] =>
    groups.filter((group) => FILTER_NAMES.every((name) => name === ownFilter || passes[name](group)));
}
