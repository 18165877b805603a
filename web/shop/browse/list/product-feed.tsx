import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { NotLoaded } from '../../errors/not-loaded.tsx';
import { lateComponent } from '../../popups/late-component.tsx';
import { type Feed, feedQuery, listProducts, type Tile } from '../feed/feed.ts';
import { useScrollRestoration } from '../feed/use-scroll-restoration.ts';
import { GridSkeleton, ProductGrid } from '../tiles/product-grid.tsx';

const NothingHere = lateComponent(() => import('./list-parts.ts').then((parts) => parts.NothingHere));

const AHEAD = '900px';

type ProductFeedProps = {
  feed: Feed;
  firstPage?: Tile[] | undefined;
  inset?: ReactNode;
  empty?: ReactNode;
};

export function ProductFeed({ feed, firstPage, inset, empty }: ProductFeedProps) {
  const { t } = useLingui();
  const { data, dataUpdatedAt, isPending, isError, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(feedQuery(feed, firstPage));
  const list = useScrollRestoration(feed, data?.pages, dataUpdatedAt);
  const end = useRef<HTMLDivElement>(null);
  const mayLoad = hasNextPage && !isFetchingNextPage && !isError;

  useEffect(() => {
    const element = end.current;
    if (!element || !mayLoad) return;
    // A busy browser reports leaving and entering in one call, so only the last entry counts.
    const watcher = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void fetchNextPage(), {
      rootMargin: AHEAD,
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [mayLoad, fetchNextPage]);

  const products = listProducts(data?.pages ?? []);
  const ended = !isPending && !hasNextPage && !isError;
  return (
    <div ref={list}>
      <ProductGrid products={products} inset={inset} complete={ended} besideFilters />
      {(isPending || isFetchingNextPage) && (
        <div className="mt-3 sm:mt-5">
          <GridSkeleton count={isPending ? 6 : 2} besideFilters />
        </div>
      )}
      <div ref={end} />
      <LiveRegion>{isFetchingNextPage ? t`Loading more products` : ''}</LiveRegion>
      {isError && !data && <NotLoaded error={error} retry={() => void refetch()} elsewhere={feed.kind !== 'browse'} />}
      {isError && data && (
        <div className="py-8 text-center">
          <Button variant="plain" onClick={() => void fetchNextPage()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {ended && products.length === 0 && (empty ?? <NothingHere feed={feed} lookAgain={() => void refetch()} />)}
      {ended && products.length > 0 && (
        <p className="py-10 text-center text-15 text-muted">
          <Trans>No More Products</Trans>
        </p>
      )}
    </div>
  );
}
