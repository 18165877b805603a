import type { TileProduct } from '#contract/catalogue.ts';
import type { Facets } from '#contract/finding.ts';
import type { ApiOptions } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { type FeedOf, FIRST_PAGE, facetsQuery, feedKey, feedQuery, loadFacets, loadFeedPage } from './feed.ts';
import { othersOf } from './list-wish.ts';

/** What the server's render brings of a list; `feed` says of which. `others`: what stands in its place when it has nothing. */
export type LoadedList = { feed: string; firstPage: TileProduct[]; facets: Facets; others: TileProduct[] | undefined };

export async function loadList(of: FeedOf, options: ApiOptions): Promise<LoadedList> {
  const [firstPage, facets] = await Promise.all([loadFeedPage(of, FIRST_PAGE, options), loadFacets(of, options)]);
  return { feed: feedKey(of), firstPage, facets, others: await loadOthers(of, firstPage, options) };
}

/** Undefined where none are wanted. */
export async function loadOthers(of: FeedOf, found: readonly TileProduct[], options: ApiOptions) {
  const others = found.length === 0 ? othersOf(of) : null;
  return others ? loadFeedPage(others, FIRST_PAGE, options) : undefined;
}

/** In the browser: under way before the screen asks. */
export function prefetchList(of: FeedOf): void {
  void queryClient().prefetchInfiniteQuery(feedQuery(of));
  void queryClient().prefetchQuery(facetsQuery(of));
}
