import type { TileProduct } from '#contract/catalogue.ts';
import type { Facets } from '#contract/search.ts';
import type { ApiOptions } from '../../api/client.ts';
import { queryClient } from '../../queries/query-client.ts';
import { type Feed, FIRST_PAGE, facetsQuery, feedKey, feedQuery, loadFacets, loadFeedPage } from './feed.ts';
import { alternativeFeed } from './list-query.ts';

/**
 * What the server's render brings of a list; `feed` says of which. `others`: what stands in its place when it has
 * nothing.
 */
export type LoadedList = { feed: string; firstPage: TileProduct[]; facets: Facets; others: TileProduct[] | undefined };

export async function loadList(feed: Feed, options: ApiOptions): Promise<LoadedList> {
  const [firstPage, facets] = await Promise.all([loadFeedPage(feed, FIRST_PAGE, options), loadFacets(feed, options)]);
  return { feed: feedKey(feed), firstPage, facets, others: await loadOthers(feed, firstPage, options) };
}

/** Undefined where none are wanted. */
export async function loadOthers(feed: Feed, tiles: readonly TileProduct[], options: ApiOptions) {
  const others = tiles.length === 0 ? alternativeFeed(feed) : null;
  return others ? loadFeedPage(others, FIRST_PAGE, options) : undefined;
}

/** In the browser: under way before the screen asks. */
export function prefetchList(feed: Feed): void {
  void queryClient().prefetchInfiniteQuery(feedQuery(feed));
  void queryClient().prefetchQuery(facetsQuery(feed));
}
