import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { brand } from '#web/shared/brand/brand.ts';
import { type Feed, feedQuery, listProducts, type Tile } from '../feed/feed.ts';
import { alternativeFeed } from '../feed/list-query.ts';
import { GridSkeleton, ProductGrid } from './product-grid.tsx';

const BESIDE = 6;
const ACROSS = brand.id === 'product' ? 8 : 6;
const wholeRows = 'sm:max-lg:[&>ul>li:nth-child(n+7)]:hidden';

type OtherTilesProps = {
  /** The empty list that these tiles follow. */
  than: Feed;
  firstPage?: Tile[] | undefined;
  besideFilters: boolean;
};

export function OtherTiles({ than, firstPage, besideFilters }: OtherTilesProps) {
  const feed = alternativeFeed(than);
  return feed && <MoreTiles feed={feed} firstPage={firstPage} besideFilters={besideFilters} />;
}

type MoreTilesProps = Partial<Omit<OtherTilesProps, 'than'>> & { feed: Feed };

/** Shows no popup on errors, because the page is about something else. */
export function MoreTiles({ feed, firstPage, besideFilters = false }: MoreTilesProps) {
  const id = useId();
  const { data, isPending } = useInfiniteQuery({ ...feedQuery(feed, firstPage), meta: { quiet: true } });
  const maxProducts = besideFilters ? BESIDE : ACROSS;
  const products = listProducts(data?.pages ?? []).slice(0, maxProducts);
  if (!isPending && products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="pb-10">
      <h2 id={id} className="pb-4 text-20 sm:text-25">
        {besideFilters ? <Trans>Without these filters</Trans> : <Trans>More from the shop</Trans>}
      </h2>
      <div className={besideFilters ? '' : wholeRows}>
        {isPending ? (
          <GridSkeleton count={maxProducts} besideFilters={besideFilters} />
        ) : (
          <ProductGrid products={products} besideFilters={besideFilters} />
        )}
      </div>
    </section>
  );
}
