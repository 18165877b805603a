import type { Facets } from '#contract/search.ts';
import type { ApiOptions } from '#web/shared/api/client.ts';
import { queryClient } from '../../queries/query-client.ts';
import {
  type Feed,
  FIRST_PAGE,
  facetsQuery,
  feedKey,
  feedQuery,
  loadFacets,
  loadFeedPage,
  type Tile,
  toFeedTile,
} from './feed.ts';
import { alternativeFeed } from './list-query.ts';

/** `others`: products of a wider list, shown when this list is empty. */
export type LoadedList = { feed: string; firstPage: Tile[]; facets: Facets | undefined; others: Tile[] | undefined };

export async function loadList(feed: Feed, options: ApiOptions): Promise<LoadedList> {
  const [firstPage, facets] = await Promise.all([
    loadFeedPage(feed, FIRST_PAGE, options),
    tryLoadFacets(feed, options),
  ]);
  const others = await loadOthers(feed, firstPage, options);
  return { feed: feedKey(feed), firstPage: firstPage.map(toFeedTile), facets, others };
}

/**
 * Returns undefined on errors, because visitors who share an IP address may hit the rate limit. The browser then tries
 * again.
 */
export function tryLoadFacets(feed: Feed, options: ApiOptions): Promise<Facets | undefined> {
  return loadFacets(feed, options).catch(() => undefined);
}

export async function loadOthers(feed: Feed, tiles: readonly Tile[], options: ApiOptions) {
  const otherFeed = tiles.length === 0 ? alternativeFeed(feed) : null;
  return otherFeed ? (await loadFeedPage(otherFeed, FIRST_PAGE, options)).map(toFeedTile) : undefined;
}

export function prefetchList(feed: Feed): void {
  void queryClient().prefetchInfiniteQuery(feedQuery(feed));
  void queryClient().prefetchQuery(facetsQuery(feed));
}
