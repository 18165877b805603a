import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TileProduct } from '#contract/catalogue.ts';
import type { ListWish } from '#contract/listing.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import { type ApiOptions, api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

type Pages = readonly (readonly TileProduct[])[];

/** Page numbers begin at 1 (OQ-048). */
export const FIRST_PAGE = 1;

/** Lists that come page by page (OQ-047), with what they are narrowed to and sorted by. */
export type FeedOf =
  | { kind: 'browse'; wish: ListWish }
  | { kind: 'category'; id: string; wish: ListWish }
  | { kind: 'search'; q: string; wish: ListWish };

/** Equal lists have equal keys. */
export const feedKey = (of: FeedOf): string => JSON.stringify(of);

export async function loadFeedPage(of: FeedOf, page: number, options: ApiOptions): Promise<TileProduct[]> {
  if (of.kind === 'search') return (await loadSearchPage(of, page, options)).data;
  const query = { page, ...of.wish };
  if (of.kind === 'browse') return (await api('GET mobiledigital/browseProducts', { query }, options)).data;
  const ofCategory = { category_id: of.id, ...query };
  return (await api('GET mobiledigital/categoryProducts', { query: ofCategory }, options)).data;
}

export function loadSearchPage(of: FeedOf & { kind: 'search' }, page: number, options: ApiOptions) {
  return api('GET mobiledigital/search', { query: { q: of.q, page, ...of.wish } }, options);
}

/** Fewer than ten products, or a first product that is in the list already, ends the scroll (BC-03, OQ-049). */
export function nextPage(pages: Pages): number | undefined {
  const last = pages.at(-1) ?? [];
  if (last.length < PAGE_SIZE || repeatsEarlier(pages, pages.length - 1)) return undefined;
  return FIRST_PAGE + pages.length;
}

/** What the pages hold together; a page that begins with a known product is dropped. */
export function productsOf(pages: Pages): TileProduct[] {
  return pages.filter((_, at) => !repeatsEarlier(pages, at)).flat();
}

function repeatsEarlier(pages: Pages, at: number): boolean {
  const first = pages[at]?.[0];
  return first !== undefined && pages.slice(0, at).some((page) => page.some((product) => product.id === first.id));
}

/** `firstPage` comes from the server's render; without it the browser fetches. */
export function feedQuery(of: FeedOf, firstPage?: TileProduct[]) {
  return infiniteQueryOptions({
    queryKey: ['feed', of],
    queryFn: async ({ pageParam, signal }) => {
      if (of.kind !== 'search') return loadFeedPage(of, pageParam, { signal });
      const { data, meant } = await loadSearchPage(of, pageParam, { signal });
      queryClient().setQueryData(meantQuery(of.q).queryKey, meant);
      return data;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last: TileProduct[], pages: TileProduct[][]) => nextPage(pages),
    ...(firstPage ? { initialData: { pages: [firstPage], pageParams: [FIRST_PAGE] } } : {}),
  });
}

/** What a search was read as; it comes with the pages of the search. */
export function meantQuery(q: string) {
  return queryOptions<string>({ queryKey: ['meant', q], enabled: false, staleTime: Number.POSITIVE_INFINITY });
}

/** What a list can be narrowed to. Quiet: without it the list shows all the same. */
export function facetsQuery(of: FeedOf) {
  return queryOptions({
    queryKey: ['facets', of],
    queryFn: ({ signal }) => loadFacets(of, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

export async function loadFacets(of: FeedOf, options: ApiOptions) {
  const within = of.kind === 'search' ? { q: of.q } : of.kind === 'category' ? { category_id: of.id } : {};
  return (await api('GET mobiledigital/facets', { query: { ...within, ...of.wish } }, options)).data;
}
