import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TileProduct } from '#contract/catalogue.ts';
import { brand } from '../../brand/brand.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Logo } from '../shell/logo.tsx';
import { type FeedOf, feedQuery, productsOf } from './feed.ts';
import { GridSkeleton, ProductGrid } from './product-grid.tsx';

/** Starts fetching well before the end is on screen. */
const AHEAD = '900px';

/** Tiles with infinite scroll (BR-08..BR-10, BR-12). `firstPage` is the server's, on the first view of a page. */
export function ProductFeed({ of, firstPage }: { of: FeedOf; firstPage?: TileProduct[] | undefined }) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    feedQuery(of, firstPage),
  );
  const end = useRef<HTMLDivElement>(null);
  const mayLoad = hasNextPage && !isFetchingNextPage && !isError;

  useEffect(() => {
    const element = end.current;
    if (!element || !mayLoad) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: AHEAD,
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [mayLoad, fetchNextPage]);

  const products = productsOf(data?.pages ?? []);
  const ended = !isPending && !hasNextPage && !isError;
  return (
    <>
      <ProductGrid products={products} />
      {(isPending || isFetchingNextPage) && (
        <div className="mt-3 sm:mt-5">
          <GridSkeleton count={isPending ? 6 : 2} />
        </div>
      )}
      <div ref={end} />
      <LiveRegion>{isFetchingNextPage ? 'Loading more products' : ''}</LiveRegion>
      {isError && (
        <div className="py-8 text-center">
          <Button look="plain" onClick={() => void (data ? fetchNextPage() : refetch())}>
            Try again
          </Button>
        </div>
      )}
      {ended && products.length === 0 && <NothingHere />}
      {ended && <p className="py-10 text-center text-15 text-muted">No More Products</p>}
    </>
  );
}

function NothingHere() {
  return (
    <EmptyState
      picture={<Logo className="size-16" />}
      title="Nothing here yet"
      text="The rest of the shop is one tap away."
    >
      <LinkButton to="/browse" look="plain">
        {brand.browseTitle}
      </LinkButton>
    </EmptyState>
  );
}
