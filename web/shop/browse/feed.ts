import { infiniteQueryOptions } from '@tanstack/react-query';
import type { TileProduct } from '#contract/catalogue.ts';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import { type ApiOptions, api } from '../../api/client.ts';

type Pages = readonly (readonly TileProduct[])[];

/** Page numbers begin at 1 (OQ-048). */
export const FIRST_PAGE = 1;

/** Only browse and category pages list products page by page (OQ-047). */
export type FeedOf = { kind: 'browse' } | { kind: 'category'; id: string };

export async function loadFeedPage(of: FeedOf, page: number, options: ApiOptions): Promise<TileProduct[]> {
  if (of.kind === 'browse') return (await api('GET mobiledigital/browseProducts', { query: { page } }, options)).data;
  return (await api('GET mobiledigital/categoryProducts', { query: { category_id: of.id, page } }, options)).data;
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
    queryFn: ({ pageParam, signal }) => loadFeedPage(of, pageParam, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last: TileProduct[], pages: TileProduct[][]) => nextPage(pages),
    ...(firstPage ? { initialData: { pages: [firstPage], pageParams: [FIRST_PAGE] } } : {}),
  });
}
