import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { TileProduct } from '#contract/catalogue.ts';
import { brand } from '../../brand/brand.ts';
import { type FeedOf, feedQuery, productsOf } from './feed.ts';
import { othersOf } from './list-wish.ts';
import { GridSkeleton, ProductGrid } from './product-grid.tsx';

/** Whole rows: of three beside the filters; across the page of the brand's columns, and of three where tablets have three. */
const BESIDE = 6;
const ACROSS = brand.id === 'product' ? 8 : 6;
const wholeRows = 'sm:max-lg:[&>ul>li:nth-child(n+7)]:hidden';

type OtherTilesProps = {
  /** The list that has nothing. */
  than: FeedOf;
  /** The server's, on the first view of a page. */
  firstPage?: TileProduct[] | undefined;
  besideFilters: boolean;
};

/** What else there is where a list has nothing: the same list without its filters, else the shop; nothing when that is empty too. */
export function OtherTiles({ than, firstPage, besideFilters }: OtherTilesProps) {
  const of = othersOf(than);
  return of && <MoreTiles of={of} firstPage={firstPage} besideFilters={besideFilters} />;
}

type MoreTilesProps = Partial<Omit<OtherTilesProps, 'than'>> & { of: FeedOf };

/** The first of a list, two rows of it; quiet, since something else is the matter. */
export function MoreTiles({ of, firstPage, besideFilters = false }: MoreTilesProps) {
  const id = useId();
  const { data, isPending } = useInfiniteQuery({ ...feedQuery(of, firstPage), meta: { quiet: true } });
  const most = besideFilters ? BESIDE : ACROSS;
  const products = productsOf(data?.pages ?? []).slice(0, most);
  if (!isPending && products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="pb-10">
      <h2 id={id} className="pb-4 text-20 sm:text-25">
        {besideFilters ? <Trans>Without these filters</Trans> : <Trans>More from the shop</Trans>}
      </h2>
      <div className={besideFilters ? '' : wholeRows}>
        {isPending ? (
          <GridSkeleton count={most} besideFilters={besideFilters} />
        ) : (
          <ProductGrid products={products} besideFilters={besideFilters} />
        )}
      </div>
    </section>
  );
}
