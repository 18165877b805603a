import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { TileProduct } from '#contract/catalogue.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { ApiOptions } from '#web/shared/api/client.ts';
import { api } from '../../calls/api.ts';
import { queryClient } from '../../queries/query-client.ts';

export type Tile = Omit<TileProduct, 'image' | 'product_seller_image'>;

export const toFeedTile = ({ image, product_seller_image, ...tile }: TileProduct): Tile => tile;

type Pages = readonly (readonly Tile[])[];

export const FIRST_PAGE = 1;

export type Feed =
  | { kind: 'browse'; listQuery: ListQuery }
  | { kind: 'category'; id: string; listQuery: ListQuery }
  | { kind: 'search'; q: string; listQuery: ListQuery };

export const feedKey = (feed: Feed): string => JSON.stringify(feed);

export async function loadFeedPage(feed: Feed, page: number, options: ApiOptions): Promise<TileProduct[]> {
  if (feed.kind === 'search') return (await loadSearchPage(feed, page, options)).data;
  const query = { page, ...feed.listQuery };
  if (feed.kind === 'browse') return (await api('GET mobiledigital/browseProducts', { query }, options)).data;
  const ofCategory = { category_id: feed.id, ...query };
  return (await api('GET mobiledigital/categoryProducts', { query: ofCategory }, options)).data;
}

export function loadSearchPage(feed: Feed & { kind: 'search' }, page: number, options: ApiOptions) {
  return api('GET mobiledigital/search', { query: { q: feed.q, page, ...feed.listQuery } }, options);
}

/** Returns undefined at the end of the list: after a short page, or one that begins with a product already listed. */
export function nextPage(pages: Pages): number | undefined {
  const last = pages.at(-1) ?? [];
  if (last.length < PAGE_SIZE || repeatsEarlier(pages, pages.length - 1)) return undefined;
  return FIRST_PAGE + pages.length;
}

export function listProducts(pages: Pages): Tile[] {
  return pages.filter((_, index) => !repeatsEarlier(pages, index)).flat();
}

function repeatsEarlier(pages: Pages, index: number): boolean {
  const first = pages[index]?.[0];
  return first !== undefined && pages.slice(0, index).some((page) => page.some((product) => product.id === first.id));
}

export function feedQuery(feed: Feed, firstPage?: Tile[]) {
  return infiniteQueryOptions({
    queryKey: ['feed', feed],
    queryFn: async ({ pageParam, signal }): Promise<Tile[]> => {
      if (feed.kind !== 'search') return loadFeedPage(feed, pageParam, { signal });
      const { data, meant } = await loadSearchPage(feed, pageParam, { signal });
      queryClient().setQueryData(interpretedSearchQuery(feed.q).queryKey, meant);
      return data;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last: Tile[], pages: Tile[][]) => nextPage(pages),
    ...(firstPage ? { initialData: { pages: [firstPage], pageParams: [FIRST_PAGE] } } : {}),
  });
}

/** Caches how the server interpreted a search. `feedQuery` sets it when a page of the search loads. */
export function interpretedSearchQuery(q: string) {
  return queryOptions<string>({ queryKey: ['meant', q], queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY });
}

/** Shows no popup if the facets fail to load, because the list works without them. */
export function facetsQuery(feed: Feed) {
  return queryOptions({
    queryKey: ['facets', feed],
    queryFn: ({ signal }) => loadFacets(feed, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

export async function loadFacets(feed: Feed, options: ApiOptions) {
  const within = feed.kind === 'search' ? { q: feed.q } : feed.kind === 'category' ? { category_id: feed.id } : {};
  return (await api('GET mobiledigital/facets', { query: { ...within, ...feed.listQuery } }, options)).data;
}
