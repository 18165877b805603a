import type { TileProduct } from '#contract/catalogue.ts';
import type { Facets } from '#contract/finding.ts';
import type { ApiOptions } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { type FeedOf, FIRST_PAGE, facetsQuery, feedKey, feedQuery, loadFacets, loadFeedPage } from './feed.ts';

/** What the server's render brings of a list; `feed` says of which. */
export type LoadedList = { feed: string; firstPage: TileProduct[]; facets: Facets };

export async function loadList(of: FeedOf, options: ApiOptions): Promise<LoadedList> {
  const [firstPage, facets] = await Promise.all([loadFeedPage(of, FIRST_PAGE, options), loadFacets(of, options)]);
  return { feed: feedKey(of), firstPage, facets };
}

/** In the browser: under way before the screen asks. */
export function prefetchList(of: FeedOf): void {
  void queryClient().prefetchInfiniteQuery(feedQuery(of));
  void queryClient().prefetchQuery(facetsQuery(of));
}
