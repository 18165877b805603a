import type { InfiniteData } from '@tanstack/react-query';
import type { TileProduct } from '#contract/catalogue.ts';
import { queryClient } from '../../api/query-client.ts';

/** What a list already told about a product, so its page shows picture, name and price at once. */
export function knownTile(id: string): TileProduct | undefined {
  const client = queryClient();
  const feeds = client.getQueriesData<InfiniteData<TileProduct[]>>({ queryKey: ['feed'] });
  const sellers = client.getQueriesData<{ products?: TileProduct[] }>({ queryKey: ['seller'] });
  const lists = [
    ...feeds.flatMap(([, feed]) => feed?.pages ?? []),
    ...sellers.map(([, seller]) => seller?.products ?? []),
  ];
  return lists.flat().find((tile) => String(tile.id) === id);
}
