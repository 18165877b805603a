import { type ReactNode, useMemo } from 'react';
import { brand, tileHeight } from '#web/shared/brand/brand.ts';
import { classes } from '#web/ui/classes.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Tile } from '../feed/feed.ts';
import { type Shape, selectCardsToGrow } from './fill-last-row.ts';
import { ProductTile } from './product-tile.tsx';

const FIRST_VIEW = 2;
/**
 * Number of tiles before the inset: whole rows of one, two or three columns, so that the inset starts below the fold.
 */
const BEFORE_INSET = 6;

/** Falls back to one column with large text. The grid is dense, so that later tiles fill gaps beside taller tiles. */
const gridClasses = (besideFilters: boolean): string =>
  classes(
    'grid grid-flow-dense grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,34%)),1fr))] gap-3 sm:gap-5',
    besideFilters ? brand.tiles.besideFilters : brand.tiles.columns,
  );

const acrossOnPhones = 'max-sm:col-span-full';
const widthOnPhones = (across: boolean): string => (across ? 'calc(100vw - 32px)' : 'calc(50vw - 22px)');

function cellClasses({ is_giftcard }: Tile, mixed: boolean, { grown, across }: End): string {
  if (is_giftcard) return classes(mixed && 'sm:self-start', ...grown.map((place) => cellGrown[place]));
  return classes(mixed && 'sm:row-span-2', across && acrossOnPhones);
}

const cellGrown: Record<Where, string> = {
  sm: 'sm:row-span-2 sm:self-stretch',
  'sm:max-xl': 'sm:max-xl:row-span-2 sm:max-xl:self-stretch',
  xl: 'xl:row-span-2 xl:self-stretch',
};

/** To avoid holes at the end of a list, cards grow and an odd last product spans a phone's row. */
type End = { grown: Where[]; across: boolean };
type Where = (typeof brand.tiles.counts)[number]['breakpoint'];

const asItIs: End = { grown: [], across: false };

function computeEnds(products: readonly Tile[], hasInset: boolean): End[] {
  const shapes: Shape[] = products.map(({ is_giftcard }) => (is_giftcard ? 'card' : 'product'));
  const odd = shapes.length % 2 === 1 ? shapes.lastIndexOf('product') : -1;
  const before = hasInset && shapes.length > BEFORE_INSET ? BEFORE_INSET : shapes.length;
  const placed: Shape[] = before < shapes.length ? shapes.toSpliced(before, 0, 'row') : shapes;
  const ends = brand.tiles.counts.map(({ columns, breakpoint }) => ({
    breakpoint,
    tall: selectCardsToGrow(placed, columns),
  }));
  return shapes.map((_, index) => ({
    grown: ends.flatMap((end) => (end.tall.has(index < before ? index : index + 1) ? [end.breakpoint] : [])),
    across: index === odd,
  }));
}

type ProductGridProps = {
  products: readonly Tile[];
  besideFilters?: boolean;
  inset?: ReactNode;
  /** True if no tiles follow, so that a mixed list must end without a hole. */
  complete?: boolean;
};

const aloneProduct = 'mx-auto max-w-64 sm:max-w-80';
const aloneCard = 'mx-auto max-w-md';

export function ProductGrid({ products, besideFilters = false, inset, complete = false }: ProductGridProps) {
  const sizes = besideFilters ? brand.tiles.sizesBesideFilters : brand.tiles.sizes;
  const mixed = products.some((product) => product.is_giftcard) && products.some((product) => !product.is_giftcard);
  const ends = useMemo(
    () => (complete && mixed && besideFilters ? computeEnds(products, Boolean(inset)) : []),
    [complete, mixed, besideFilters, products, inset],
  );
  const items = products.map((product, index) => (
    <li key={product.id} data-product={product.id} className={cellClasses(product, mixed, ends[index] ?? asItIs)}>
      <ProductTile
        product={product}
        sizes={`${sizes}, ${widthOnPhones(ends[index]?.across ?? false)}`}
        first={index < FIRST_VIEW}
        tall={mixed && !product.is_giftcard}
        end={ends[index]}
      />
    </li>
  ));
  const [only] = products;
  if (besideFilters && only && products.length === 1) {
    return <ul className={only.is_giftcard ? aloneCard : aloneProduct}>{items}</ul>;
  }
  if (inset) {
    items.splice(
      BEFORE_INSET,
      0,
      <li key="inset" className="col-span-full empty:hidden">
        {inset}
      </li>,
    );
  }
  return <ul className={gridClasses(besideFilters)}>{items}</ul>;
}

export function GridSkeleton({ count = 6, besideFilters = false }: { count?: number; besideFilters?: boolean }) {
  const cards = brand.id === 'giftcard';
  const shape = 'overflow-hidden rounded-card border border-line bg-surface';
  return (
    <div aria-busy="true" className={gridClasses(besideFilters)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity.
        <div key={index} className={shape}>
          <Skeleton className="rounded-none" style={{ aspectRatio: `1 / ${tileHeight(cards)}` }} />
          <div className="space-y-2 p-4">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-12 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
